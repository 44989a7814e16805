package check

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Bashism is something that bash has and a plain shell has not.
type Bashism struct {
	What         string
	Line, Column int
}

// Bashisms returns what only bash understands in a shell text that bash can
// read.
func Bashisms(text string) []Bashism {
	file, err := newShellParser().bash.Parse(strings.NewReader(text), "")
	if err != nil {
		return nil
	}
	var list []Bashism
	syntax.Walk(file, func(n syntax.Node) bool {
		if what := bashOnly(n); what != "" {
			list = append(list, Bashism{what, int(n.Pos().Line()), int(n.Pos().Col())})
		}
		return true
	})
	return list
}

// bashOnly names what only bash has; "" if it is for every shell.
func bashOnly(n syntax.Node) string {
	switch n := n.(type) {
	case *syntax.TestClause:
		return "[["
	case *syntax.DeclClause:
		if n.Variant.Value != "export" && n.Variant.Value != "readonly" && n.Variant.Value != "local" {
			return n.Variant.Value
		}
	case *syntax.ArithmCmd:
		return "(("
	case *syntax.LetClause:
		return "let"
	case *syntax.ProcSubst:
		return "<("
	case *syntax.ArrayExpr:
		return "an array"
	case *syntax.ExtGlob:
		return "an extended glob"
	case *syntax.SglQuoted:
		if n.Dollar {
			return "$'"
		}
	case *syntax.Redirect:
		if slices.Contains([]syntax.RedirOperator{syntax.WordHdoc, syntax.RdrAll, syntax.AppAll}, n.Op) {
			return n.Op.String()
		}
	case *syntax.CallExpr:
		if len(n.Args) > 0 && n.Args[0].Lit() == "source" {
			return "source"
		}
	}
	return ""
}

// bashUnderSh notices commands and scripts for bash that a plain shell runs.
func bashUnderSh(c *Config) []Finding {
	var found []Finding
	for _, def := range c.definitions() {
		u := c.uses(def)
		if list := Bashisms(u.text); len(list) > 0 && isPlainShell(u.shell) {
			found = append(found, warnf(c.atCommand(def), "%s is bash's, and %s runs commands with sh", list[0].What, c.Dialect.Describe().Product).
				fixf("%s", bashFix(list[0], "put the command into a script that begins with #!/usr/bin/env bash")))
		}
	}
	for _, s := range c.scripts() {
		if !isPlainShell(s.shell) {
			continue
		}
		if list := Bashisms(string(s.text)); len(list) > 0 { // the first says enough
			found = append(found, c.bashInScript(s, list[0]))
		}
	}
	return found
}

// isPlainShell reports whether a program is a shell that need not be bash.
func isPlainShell(shell string) bool {
	name := shell[strings.LastIndexByte(shell, '/')+1:]
	return name == "sh" || name == "dash"
}

// bashFix is what to write for something that only bash has.
func bashFix(b Bashism, otherwise string) string {
	if b.What == "source" {
		return "write . in place of source"
	}
	return otherwise
}

// bashInScript is the finding about a script.
func (c *Config) bashInScript(s *script, b Bashism) Finding {
	at := hook.Position{File: s.path, Line: b.Line, Column: b.Column}
	f := warnf(at, "%s is bash's, and sh runs this file; the hook at %s runs it", b.What, c.shortPosition(s.by.Origin))
	line, hasShebang := s.shebang()
	switch {
	case b.What == "source":
		f = f.fixf("write . in place of source")
		f.Edit = Edit{at, "source", "."}
	case s.direct && hasShebang:
		f = f.fixf("begin the file with #!/usr/bin/env bash")
		f.Edit = Edit{s.at(1), "#!" + line, "#!/usr/bin/env bash"}
	case !s.direct:
		f = f.fixf("run it with bash in place of sh")
	default:
		f = f.fixf("begin the file with #!/usr/bin/env bash")
	}
	return f
}
