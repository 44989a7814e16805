package shell

import (
	"slices"
	"strings"
)

// builtin follows the commands of the shell that run or change others. handled
// is false for any other command.
func (w *walker) builtin(name string, args []Word, ctx context, depth int) (result outcome, handled bool) {
	switch name {
	case "cd", "pushd", "popd":
		return w.changeDir(name, args, ctx), true
	case "eval":
		return w.nested(joined(skipDashes(args)), ctx), true
	case "trap":
		w.trap(skipDashes(args), ctx)
	case "source", ".":
		w.source(skipDashes(args), ctx, depth)
	case "alias":
		if mentions(args, "=") {
			w.undecided("aliases change what commands mean")
		}
	case "shopt":
		if mentions(args, "expand_aliases") {
			w.undecided("aliases change what commands mean")
		}
	case "mapfile", "readarray":
		w.undecidedOption(name, args, "C")
	case "hash":
		w.undecidedOption(name, args, "p")
	case "enable":
		w.undecidedOption(name, args, "f")
	case "jobs":
		w.undecidedOption(name, args, "x")
	case "complete", "compgen", "bind", "fc":
		w.undecidedOption(name, args, "CWFxse")
	case "test", "[", "printf": // with -v they evaluate the name of a variable
		w.evaluates = w.evaluates || hasWord(args, "-v") || hasWord(args, "-R")
	case "unset", "read", "getopts", "wait", "declare", "typeset", "export", "local", "readonly":
		w.evaluates = w.evaluates || mentions(args, "[")
	case "let":
		w.evaluates = true
	default:
		return outcome{}, false
	}
	return stay(ctx), true
}

// undecidedOption notes that an option of a builtin makes it run commands that
// are not followed.
func (w *walker) undecidedOption(name string, args []Word, letters string) {
	for _, arg := range args {
		option := strings.HasPrefix(arg.Text, "-") && strings.ContainsAny(arg.Text, letters)
		if option || strings.HasPrefix(arg.Text, Unknown) {
			w.undecided("what " + name + " runs is only known at run time")
		}
	}
}

// mentions reports whether one of the words contains a text, or may do so.
func mentions(words []Word, text string) bool {
	for _, word := range words {
		if strings.Contains(word.Text, text) || !word.Known() {
			return true
		}
	}
	return false
}

// hasWord reports whether one of the words begins with a text.
func hasWord(words []Word, text string) bool {
	return slices.ContainsFunc(words, func(word Word) bool { return strings.HasPrefix(word.Text, text) })
}

// skipDashes removes a leading "--".
func skipDashes(args []Word) []Word {
	if len(args) > 0 && args[0].Text == "--" {
		return args[1:]
	}
	return args
}

// joined is the text that eval and ssh make of their arguments.
func joined(words []Word) string {
	texts := make([]string, len(words))
	for i, word := range words {
		texts[i] = word.Text
		if word.Multi {
			texts[i] = Unknown
		}
	}
	return strings.Join(texts, " ")
}

// trap follows the text of a trap, which runs later.
func (w *walker) trap(args []Word, ctx context) {
	if len(args) < 2 || args[0].Text == "-" || args[0].Text == "-p" || args[0].Text == "-l" {
		if len(args) > 0 && args[0].Multi {
			w.undecided("the text of a trap is only known at run time")
		}
		return
	}
	start := w.here()
	ctx.stdin = shared(ctx.stdin)
	w.nested(joined(args[:1]), ctx)
	w.later(start)
}

// source follows a file that the shell itself runs. It is a program like any
// other: what is in it is not looked at.
func (w *walker) source(args []Word, ctx context, depth int) {
	switch {
	case len(args) == 0:
	case args[0].Text == "/dev/stdin":
		w.shellInput(ctx)
	case isStream(args[0]):
		w.undecided("the shell runs what another program writes")
	default:
		w.run(args, ctx, depth)
	}
}

// shellInput follows a shell that reads commands from standard input.
func (w *walker) shellInput(ctx context) {
	switch ctx.stdin.kind {
	case literal:
		w.nested(ctx.stdin.text, ctx)
	case produced:
		w.undecided("a shell runs what another program writes")
	}
}

// shell follows a shell: its text, its file or what it reads.
func (w *walker) shell(name string, words []Word, ctx context, depth int) {
	if kindOf(name) == foreignShell {
		if len(words) > 1 || ctx.stdin.kind != inherited {
			w.undecided("commands for " + name + " are not parsed")
		}
		return
	}
	ctx.posix = isPlainShell(name)
	call, known := shellArguments(words[1:])
	switch {
	case !known:
		w.unknownProgram(words, ctx)
	case call.text && len(call.operands) > 0:
		w.nested(joined(call.operands[:1]), ctx)
	case call.text:
	case call.stdin || len(call.operands) == 0 || call.operands[0].Text == "/dev/stdin":
		w.shellInput(ctx)
	case isStream(call.operands[0]):
		w.undecided("a shell runs what another program writes")
	default:
		w.run(call.operands, ctx, depth)
	}
}

// shellCall is how a shell was called.
type shellCall struct {
	text     bool // -c
	stdin    bool // -s
	operands []Word
}

// shellArguments reads the arguments of a shell. known is false if they are
// only known at run time.
func shellArguments(args []Word) (call shellCall, known bool) {
	for i := 0; i < len(args); i++ {
		text := args[i].Text
		switch {
		case args[i].Multi, strings.HasPrefix(text, Unknown):
			return call, false
		case text == "-" || text == "--":
			call.operands = args[i+1:]
			return call, true
		case text == "" || text[0] != '-' && text[0] != '+':
			call.operands = args[i:]
			return call, true
		case strings.IndexByte(text, 0) >= 0:
			return call, false
		case text == "--rcfile" || text == "--init-file":
			i++
		case strings.HasPrefix(text, "--"):
		default:
			call.text = call.text || strings.Contains(text, "c") // +c means the same
			call.stdin = call.stdin || strings.Contains(text, "s")
			i += strings.Count(text, "o") + strings.Count(text, "O")
		}
	}
	return call, true
}
