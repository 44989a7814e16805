package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// list goes through commands that run one after another.
func (w *walker) list(stmts []*syntax.Stmt, ctx context) outcome {
	result := stay(ctx)
	for _, s := range stmts {
		result = w.statement(s, ctx)
		ctx.dirs = result.either()
	}
	return result
}

// statement goes through a command with its redirections.
func (w *walker) statement(s *syntax.Stmt, ctx context) outcome {
	inner := ctx
	for _, r := range s.Redirs {
		w.redirect(r, &inner)
	}
	result := w.command(s.Cmd, inner)
	if s.Background || s.Coprocess || s.Disown {
		return stay(ctx)
	}
	if s.Negated {
		result.ok, result.fail = result.fail, result.ok
	}
	return result
}

// command goes through a simple or compound command.
func (w *walker) command(cmd syntax.Command, ctx context) outcome {
	switch cmd := cmd.(type) {
	case nil:
	case *syntax.CallExpr:
		return w.call(cmd, ctx)
	case *syntax.BinaryCmd:
		return w.binary(cmd, ctx)
	case *syntax.Block:
		ctx.stdin = shared(ctx.stdin)
		return w.list(cmd.Stmts, ctx)
	case *syntax.Subshell:
		ctx.stdin = shared(ctx.stdin)
		w.list(cmd.Stmts, ctx)
	case *syntax.IfClause:
		ctx.stdin = shared(ctx.stdin)
		return w.ifClause(cmd, ctx)
	case *syntax.WhileClause:
		return w.loop(ctx, func(ctx context) outcome {
			cond := w.list(cmd.Cond, ctx)
			ctx.dirs = cond.either()
			return w.list(cmd.Do, ctx)
		})
	case *syntax.ForClause:
		w.evaluate(cmd.Loop)
		w.substitutions(cmd.Loop, ctx)
		return w.loop(ctx, func(ctx context) outcome { return w.list(cmd.Do, ctx) })
	case *syntax.CaseClause:
		return w.caseClause(cmd, ctx)
	case *syntax.FuncDecl:
		return w.function(cmd, ctx)
	case *syntax.TimeClause:
		if cmd.Stmt != nil {
			return w.statement(cmd.Stmt, ctx)
		}
	case *syntax.CoprocClause:
		if len(cmd.Stmt.Redirs) > 0 { // coproc 2> a b: our parser takes 2 for the program
			w.undecided("a coprocess has redirections")
		}
		ctx.stdin = input{kind: produced}
		w.statement(cmd.Stmt, ctx)
	case *syntax.DeclClause:
		w.assignments(cmd.Args, ctx)
		w.add(Command{Program: cmd.Variant.Value, Words: w.declaration(cmd), Dirs: ctx.dirs, Remote: ctx.remote})
	case *syntax.ArithmCmd, *syntax.LetClause, *syntax.TestClause:
		if ctx.posix { // ((a)) are two subshells there, and [[ a || b ]] runs b
			w.undecided("shells disagree about (( and [[")
		}
		w.evaluate(cmd)
		w.substitutions(cmd, ctx)
	default:
		w.undecided("a construct of the shell is not known")
	}
	return stay(ctx)
}

// binary goes through two commands that are joined by |, && or ||.
func (w *walker) binary(cmd *syntax.BinaryCmd, ctx context) outcome {
	if cmd.Op == syntax.Pipe || cmd.Op == syntax.PipeAll {
		w.statement(cmd.X, ctx)
		piped := ctx
		piped.stdin = input{kind: produced}
		w.statement(cmd.Y, piped)
		return stay(ctx)
	}
	first := w.statement(cmd.X, ctx)
	if cmd.Op == syntax.AndStmt {
		ctx.dirs = first.ok
		second := w.statement(cmd.Y, ctx)
		return outcome{second.ok, union(first.fail, second.fail)}
	}
	ctx.dirs = first.fail
	second := w.statement(cmd.Y, ctx)
	return outcome{union(first.ok, second.ok), second.fail}
}

// ifClause goes through a condition and its branches; else is one without a
// condition.
func (w *walker) ifClause(cmd *syntax.IfClause, ctx context) outcome {
	cond := w.list(cmd.Cond, ctx)
	yes, no := ctx, ctx
	yes.dirs, no.dirs = cond.ok, cond.fail
	then := w.list(cmd.Then, yes)
	other := stay(no)
	if cmd.Else != nil {
		other = w.ifClause(cmd.Else, no)
	}
	return outcome{union(then.ok, other.ok), union(then.fail, other.fail)}
}

// loop goes through something that runs any number of times. If the directory
// changes on the way, it is not known in any of them.
func (w *walker) loop(ctx context, body func(context) outcome) outcome {
	start, moves := w.here(), w.moves
	ctx.stdin = shared(ctx.stdin)
	w.loops++
	body(ctx)
	w.loops--
	if w.moves != moves {
		if w.loops == 0 { // else the loop around this one does that
			w.loseDirs(section{start, w.here()})
		}
		return outcome{unknownDirs(), unknownDirs()}
	}
	return stay(ctx)
}

// shared is standard input that more than one command may read.
func shared(in input) input {
	if in.kind == literal {
		in.kind = produced
	}
	return in
}

// caseClause goes through the branches of a case, each of which may be taken.
func (w *walker) caseClause(cmd *syntax.CaseClause, ctx context) outcome {
	ctx.stdin = shared(ctx.stdin)
	w.wordCode(cmd.Word, ctx)
	result, entry := stay(ctx), ctx.dirs
	for _, item := range cmd.Items {
		for _, pattern := range item.Patterns {
			w.wordCode(pattern, ctx)
		}
		branch := ctx
		branch.dirs = entry
		done := w.list(item.Stmts, branch)
		result = outcome{union(result.ok, done.ok), union(result.fail, done.fail)}
		if entry = ctx.dirs; item.Op != syntax.Break {
			entry = union(entry, done.either()) // the next branch may follow this one
		}
	}
	return result
}

// function goes through the body of a function as if it were called where it
// is defined. It may be called elsewhere, from any directory and with any input.
func (w *walker) function(cmd *syntax.FuncDecl, ctx context) outcome {
	start, moves := w.here(), w.moves
	body := ctx
	body.stdin = input{kind: produced}
	w.statement(cmd.Body, body)
	w.later(start)
	if w.moves != moves {
		return outcome{unknownDirs(), unknownDirs()}
	}
	return stay(ctx)
}

// call goes through a simple command.
func (w *walker) call(cmd *syntax.CallExpr, ctx context) outcome {
	w.assignments(cmd.Assigns, ctx)
	for _, arg := range cmd.Args {
		w.wordCode(arg, ctx)
	}
	if len(cmd.Args) == 0 {
		return stay(ctx)
	}
	return w.run(w.words(cmd.Args), ctx, 0)
}

// declaration returns the words of declare, export and the like, which the
// parser does not treat as a command.
func (w *walker) declaration(cmd *syntax.DeclClause) []Word {
	words := []Word{{Text: cmd.Variant.Value}}
	for _, a := range cmd.Args {
		word := Word{}
		if a.Value != nil {
			word = w.word(a.Value.Parts)
		}
		switch {
		case a.Naked && a.Name != nil:
			word = Word{Text: a.Name.Value}
		case a.Index != nil || a.Array != nil:
			word = Word{Text: a.Name.Value + Unknown}
		case !a.Naked: // the value of an assignment is one word
			word = Word{Text: a.Name.Value + "=" + word.Text}
		}
		words = append(words, word)
	}
	return words
}

// assignments goes through assignments and the arguments of declare and the like.
func (w *walker) assignments(list []*syntax.Assign, ctx context) {
	for _, a := range list {
		w.substitutions(a, ctx)
		if a.Name != nil && a.Name.Value == "BASH_ALIASES" {
			w.undecided("aliases change what commands mean")
		}
		if a.Index != nil || a.Array != nil {
			w.evaluates = true
		}
		if a.Value == nil {
			continue
		}
		value := w.word(a.Value.Parts)
		if a.Naked && (value.Text == "-i" || value.Text == "-n" || !value.Known() || strings.Contains(value.Text, "[")) {
			w.evaluates = true // declare evaluates subscripts and integers
		}
	}
}

// wordCode goes through the substitutions of a word.
func (w *walker) wordCode(word *syntax.Word, ctx context) {
	for _, part := range word.Parts {
		switch part.(type) {
		case *syntax.Lit, *syntax.SglQuoted:
		default:
			w.substitutions(part, ctx)
		}
	}
}

// substitutions goes through the commands that the expansions below node run.
func (w *walker) substitutions(node syntax.Node, ctx context) {
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			w.substitution(n, ctx)
			return false
		case *syntax.ProcSubst:
			inner := ctx
			if n.Op == syntax.CmdOut {
				inner.stdin = input{kind: produced}
			}
			w.list(n.Stmts, inner)
			return false
		case *syntax.ArithmExp:
			w.evaluate(n)
		case *syntax.ParamExp:
			w.parameter(n)
		case *syntax.ExtGlob:
			w.undecided("whether an extended glob is one depends on the shell's options")
		case *syntax.SglQuoted:
			w.code = w.code || containsCode(n.Value)
		case *syntax.Lit:
			w.code = w.code || strings.IndexByte(n.Value, '\\') >= 0 && containsCode(strings.ReplaceAll(n.Value, `\`, ""))
		}
		return true
	})
}

// substitution goes through a command substitution.
func (w *walker) substitution(n *syntax.CmdSubst, ctx context) {
	if n.Backquotes && escapesInBackquotes(w.between(n.Left, n.Right)) {
		w.undecided("shells disagree about backslashes in backquotes")
	}
	w.list(n.Stmts, ctx)
}

// between returns a part of the text; of one that cannot be parsed, the rest.
func (w *walker) between(left, right syntax.Pos) string {
	from, to := int(left.Offset()), int(right.Offset())
	if to < from || to > len(w.text) {
		to = len(w.text)
	}
	return w.text[min(from, to):to]
}

// parameter notes expansions that evaluate the value of a variable.
func (w *walker) parameter(p *syntax.ParamExp) {
	prompt := p.Exp != nil && p.Exp.Op == syntax.OtherParamOps
	if p.Excl || prompt || p.Slice != nil {
		w.evaluates = true
	}
	if index, ok := p.Index.(*syntax.Word); p.Index != nil && !(ok && (index.Lit() == "@" || index.Lit() == "*")) {
		w.evaluates = true
	}
}

// evaluate notes something that evaluates the values of variables: arithmetic
// runs commands in the subscripts that it finds there.
func (w *walker) evaluate(node syntax.Node) {
	_, test := node.(*syntax.TestClause)
	_, words := node.(*syntax.WordIter)
	if w.evaluates || words {
		return
	}
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst:
			w.evaluates = w.evaluates || !test // what it writes is evaluated
			return false                       // what it runs is looked at by itself
		case *syntax.ArithmExp:
			return n == node // one inside another is looked at by itself
		case *syntax.BinaryTest:
			w.evaluates = w.evaluates || n.Op >= syntax.TsEql && n.Op <= syntax.TsGtr
		case *syntax.UnaryTest:
			w.evaluates = w.evaluates || n.Op == syntax.TsVarSet || n.Op == syntax.TsRefVar
		case *syntax.ParamExp, *syntax.SglQuoted:
			w.evaluates = w.evaluates || !test
		case *syntax.Lit:
			w.evaluates = w.evaluates || !test && !isNumber(n.Value)
		}
		return true
	})
}

// isNumber reports whether text in arithmetic has only digits.
func isNumber(text string) bool {
	return strings.Trim(text, "0123456789") == ""
}
