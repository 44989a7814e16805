// Package shellword makes shell commands treat directories as single words.
package shellword

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// Quote puts double quotes around unquoted uses of the variables, which hold
// directories, so that $PROJECT_DIR/x is one word even if the directory's name
// has spaces or worse. The shell expands the variable itself, which is what
// keeps the name from ever being read as code.
//
// A command that does not parse is returned as it is: the shell will say why.
func Quote(command string, variables []string) string {
	if !mentions(command, variables) {
		return command
	}
	file, err := parse(command)
	if err != nil {
		return command
	}
	c := collector{variables: variables}
	c.collect(file, false)
	slices.SortFunc(c.bare, func(a, b *syntax.ParamExp) int {
		return int(a.Pos().Offset()) - int(b.Pos().Offset())
	})

	var quoted strings.Builder
	done := 0
	for _, use := range c.bare {
		start, end := begin(command, use), int(use.End().Offset())
		quoted.WriteString(command[done:start])
		quoted.WriteString(`"` + command[start:end] + `"`)
		done = end
	}
	quoted.WriteString(command[done:])
	return quoted.String()
}

// begin is where a use begins. In backquotes a backslash before the $ belongs to
// it: the shell removes that before it reads what stands there.
func begin(command string, use *syntax.ParamExp) int {
	start := int(use.Pos().Offset())
	before := command[:start]
	backslashes := len(before) - len(strings.TrimRight(before, `\`))
	if backslashes%2 == 0 { // they are characters of their own
		return start
	}
	return start - backslashes
}

func mentions(command string, variables []string) bool {
	return slices.ContainsFunc(variables, func(name string) bool {
		return strings.Contains(command, "$"+name) || strings.Contains(command, "${"+name)
	})
}

// parse reads the command as bash does and, because /bin/sh often is a smaller
// shell, as a plain POSIX shell does if words are special to bash alone.
func parse(command string) (*syntax.File, error) {
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(command), "")
	if err != nil {
		file, err = syntax.NewParser(syntax.Variant(syntax.LangPOSIX)).Parse(strings.NewReader(command), "")
	}
	return file, err
}

// collector gathers uses of variables to which quotes can be added.
type collector struct {
	variables []string
	bare      []*syntax.ParamExp
}

// collect looks below node. verbatim says that node stands where quotes would
// be text or syntax of another kind: in double quotes, here-documents and
// arithmetic. A command substitution inside those starts afresh.
func (c *collector) collect(node syntax.Node, verbatim bool) {
	syntax.Walk(node, func(n syntax.Node) bool {
		if n == nil || n == node {
			return true
		}
		switch n := n.(type) {
		case *syntax.ParamExp:
			if !verbatim && c.isPlain(n) {
				c.bare = append(c.bare, n)
				return false
			}
		case *syntax.DblQuoted, *syntax.ArithmExp, *syntax.ArithmCmd, *syntax.LetClause:
			if !verbatim {
				c.collect(n, true)
				return false
			}
		case *syntax.CmdSubst:
			if verbatim {
				c.collect(n, false)
				return false
			}
		case *syntax.Redirect:
			if n.Hdoc != nil && !verbatim {
				c.collect(n.Hdoc, true)
				return false
			}
		}
		return true
	})
}

// isPlain reports whether this is one of the variables and nothing is done to
// its value.
func (c *collector) isPlain(use *syntax.ParamExp) bool {
	plain := !use.Excl && !use.Length && !use.Width && use.Index == nil &&
		use.Slice == nil && use.Repl == nil && use.Exp == nil && use.Names == 0
	return plain && use.Param != nil && slices.Contains(c.variables, use.Param.Value)
}
