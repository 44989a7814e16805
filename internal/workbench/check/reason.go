package check

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/lazyregexp"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// lostReasons notices hooks that say no with their exit code and why on stdout,
// where the dialect does not look for it then.
func lostReasons(c *Config) []Finding {
	var found []Finding
	for _, def := range c.definitions() {
		for _, said := range reasonsInShell(c.shell, def.Command) {
			if c.losesReason(def, said.text) {
				f := lostReason(c.atCommand(def), said)
				f.Edit = c.editBehind(f.Position, escaped(said.source), escaped(said.source+" >&2"))
				found = append(found, f)
			}
		}
		for _, s := range c.textsOf(def) {
			found = append(found, c.reasonsInScript(def, s)...)
		}
	}
	return found
}

// escaped is a text as it is within the quotes of JSON.
func escaped(text string) string {
	quoted, _ := json.Marshal(text) // a string can always be encoded
	plain := strings.NewReplacer(`\u003e`, ">", `\u003c`, "<", `\u0026`, "&").Replace(string(quoted))
	return strings.TrimSuffix(strings.TrimPrefix(plain, `"`), `"`)
}

// reasonsInScript finds lost reasons in a script.
func (c *Config) reasonsInScript(def hook.Definition, s *script) []Finding {
	var found []Finding
	for _, said := range s.reasons(c.shell) {
		if !c.losesReason(def, said.text) {
			continue
		}
		at := hook.Position{File: s.path, Line: said.line, Column: said.column}
		f := lostReason(at, said)
		if s.shell != "" {
			f.Edit = Edit{at, said.source, said.source + " >&2"}
		}
		found = append(found, f)
	}
	return found
}

func lostReason(at hook.Position, said spoken) Finding {
	f := warnf(at, "the reason is on stdout, which is not read with exit code 2: the model will not learn it")
	if strings.HasPrefix(said.text, "{") {
		return f.fixf("print the reason to stderr, or print the JSON and exit with code 0")
	}
	return f.fixf("print it to stderr: %s", said.hint)
}

// losesReason asks the dialect whether a reason on stdout would be lost.
func (c *Config) losesReason(def hook.Definition, stdout string) bool {
	event := c.event(def.Event)
	ev := hook.Event{
		Type: event, Time: time.Now(), Session: hook.Session{Dir: c.Env.Project},
		Fields: c.Dialect.Fields(event.Kind, hook.Data{Tool: "tool", ToolInput: json.RawMessage("{}")}),
	}
	run := dialect.Exit{Status: hook.StatusFailed, ExitCode: 2, Stdout: []byte(stdout)}
	answer := c.Dialect.Read(ev, def, run)
	return slices.ContainsFunc(answer.Diagnostics, func(d hook.Diagnostic) bool { return d.Code == "lost-reason" })
}

// spoken is something that a program prints to stdout before it says no.
type spoken struct {
	text         string // as far as it is known
	source, hint string
	line, column int
}

// reasons are those that a script prints.
func (s *script) reasons(p shellParser) []spoken {
	switch {
	case s.shell != "":
		return reasonsInShell(p, string(s.text))
	case s.language() == "python3":
		return reasonsInText(string(s.text), printLine, "stderr", "print(…, file=sys.stderr)")
	case s.language() == "node":
		return reasonsInText(string(s.text), logLine, "console.error", "console.error(…)")
	}
	return nil
}

var (
	printLine = lazyregexp.New(`(?m)^[ \t]*(print\(.*)$`)
	logLine   = lazyregexp.New(`(?m)^[ \t]*(console\.log\(.*)$`)
)

// reasonsInText finds the last thing that a program in Python or JavaScript
// prints before it exits with code 2, if it never writes to stderr.
func reasonsInText(text string, prints lazyregexp.Regexp, stderr, hint string) []spoken {
	exit := exitTwo().FindStringIndex(text)
	if exit == nil || strings.Contains(text, stderr) {
		return nil
	}
	all := prints().FindAllStringSubmatchIndex(text[:exit[0]], -1)
	if len(all) == 0 {
		return nil
	}
	start, end := all[len(all)-1][2], all[len(all)-1][3]
	before := text[:start]
	return []spoken{{
		text: "why", source: text[start:end], hint: hint,
		line: strings.Count(before, "\n") + 1, column: start - strings.LastIndexByte(before, '\n'),
	}}
}

// reasonsInShell finds what a shell text prints to stdout right before exit 2,
// unless something is printed to stderr, too.
func reasonsInShell(p shellParser, text string) []spoken {
	if !exitTwo().MatchString(text) {
		return nil
	}
	file, err := p.parse(text)
	if err != nil {
		return nil
	}
	var list []spoken
	redirected := false
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Stmt:
			_, call := n.Cmd.(*syntax.CallExpr)
			redirected = redirected || !call && writesToStderr(n) || isExecToStderr(n)
			if binary, ok := n.Cmd.(*syntax.BinaryCmd); ok && binary.Op == syntax.AndStmt {
				list = append(list, beforeExit([]*syntax.Stmt{binary.X, binary.Y}, text)...)
			}
		case *syntax.File:
			list = append(list, beforeExit(n.Stmts, text)...)
		case *syntax.Block:
			list = append(list, beforeExit(n.Stmts, text)...)
		case *syntax.IfClause:
			list = append(list, beforeExit(n.Then, text)...)
		case *syntax.CaseItem:
			list = append(list, beforeExit(n.Stmts, text)...)
		}
		return true
	})
	if redirected {
		return nil
	}
	return list
}

// isExecToStderr reports whether a statement sends all that follows to stderr.
func isExecToStderr(s *syntax.Stmt) bool {
	call, ok := s.Cmd.(*syntax.CallExpr)
	return ok && len(call.Args) > 0 && call.Args[0].Lit() == "exec" && writesToStderr(s)
}

// beforeExit finds what statements print to stdout before one of them is exit 2.
func beforeExit(list []*syntax.Stmt, text string) []spoken {
	i := slices.IndexFunc(list, func(s *syntax.Stmt) bool { return isCall(s, "exit") && len(words(s)) == 2 && words(s)[1] == "2" })
	if i < 1 || slices.ContainsFunc(list[:i], writesToStderr) {
		return nil
	}
	for _, s := range slices.Backward(list[:i]) {
		if !isCall(s, "echo") && !isCall(s, "printf") || len(s.Redirs) > 0 {
			continue
		}
		said := spoken{
			text: "why", source: text[s.Pos().Offset():s.Cmd.End().Offset()], hint: "echo … >&2",
			line: int(s.Pos().Line()), column: int(s.Pos().Col()),
		}
		if all := words(s); strings.HasPrefix(all[len(all)-1], "{") {
			said.text = all[len(all)-1]
		}
		return []spoken{said}
	}
	return nil
}

func isCall(s *syntax.Stmt, name string) bool {
	list := words(s)
	return len(list) > 0 && list[0] == name
}

// words are those of a simple command, as far as they are plain text.
func words(s *syntax.Stmt) []string {
	call, ok := s.Cmd.(*syntax.CallExpr)
	if !ok {
		return nil
	}
	var list []string
	for _, arg := range call.Args {
		p := commandParser{}
		text, _ := p.word(arg)
		list = append(list, text)
	}
	return list
}

// writesToStderr reports whether a statement's stdout goes to stderr.
func writesToStderr(s *syntax.Stmt) bool {
	return slices.ContainsFunc(s.Redirs, func(r *syntax.Redirect) bool {
		if r.Word == nil || r.N != nil && r.N.Value != "1" {
			return false
		}
		to := r.Word.Lit()
		return r.Op == syntax.DplOut && to == "2" || to == "/dev/stderr"
	})
}
