package llxprt

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
)

// Program runs a command through bash, or through PowerShell on Windows.
func (Dialect) Program(def hook.Definition, _ string) (dialect.Program, error) {
	if def.Type != "command" {
		return dialect.Program{}, fmt.Errorf("hooks of type %q cannot be run; only \"command\" hooks can", def.Type)
	}
	if runtime.GOOS == "windows" {
		return dialect.Program{Argv: []string{"powershell.exe", "-NoProfile", "-NonInteractive", "-Command", def.Command}}, nil
	}
	return dialect.Program{Argv: []string{"bash", "-c", quoteDirectories(def.Command)}}, nil
}

// directoryVariables hold directory names and are one word however they are
// written in a command.
var directoryVariables = append([]string{extensionPathVariable, workspacePathVariable}, projectVariables...)

// quoteDirectories puts double quotes around unquoted uses of the variables
// that hold directories, so that $LLXPRT_PROJECT_DIR/x is one word even if the
// directory's name has spaces or worse. The shell expands the variable itself,
// which is what keeps the name from ever being read as code.
//
// A command that does not parse is returned as it is: the shell will say why.
func quoteDirectories(command string) string {
	if !mentionsDirectory(command) {
		return command
	}
	file, err := syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(command), "")
	if err != nil {
		return command
	}
	var bare []*syntax.ParamExp
	collectBare(file, false, &bare)
	slices.SortFunc(bare, func(a, b *syntax.ParamExp) int {
		return int(a.Pos().Offset()) - int(b.Pos().Offset())
	})

	var quoted strings.Builder
	done := 0
	for _, use := range bare {
		start, end := int(use.Pos().Offset()), int(use.End().Offset())
		quoted.WriteString(command[done:start])
		quoted.WriteString(`"` + command[start:end] + `"`)
		done = end
	}
	quoted.WriteString(command[done:])
	return quoted.String()
}

func mentionsDirectory(command string) bool {
	return slices.ContainsFunc(directoryVariables, func(name string) bool {
		return strings.Contains(command, "$"+name) || strings.Contains(command, "${"+name)
	})
}

// collectBare gathers the plain uses of directory variables below node to
// which quotes can be added. verbatim says that node stands where quotes would
// be text or syntax of another kind: in double quotes, here-documents and
// arithmetic. A command substitution inside those starts afresh.
func collectBare(node syntax.Node, verbatim bool, bare *[]*syntax.ParamExp) {
	syntax.Walk(node, func(n syntax.Node) bool {
		if n == nil || n == node {
			return true
		}
		switch n := n.(type) {
		case *syntax.ParamExp:
			if !verbatim && isPlainDirectory(n) {
				*bare = append(*bare, n)
				return false
			}
		case *syntax.DblQuoted, *syntax.ArithmExp, *syntax.ArithmCmd, *syntax.LetClause:
			if !verbatim {
				collectBare(n, true, bare)
				return false
			}
		case *syntax.CmdSubst, *syntax.ProcSubst:
			if verbatim {
				collectBare(n, false, bare)
				return false
			}
		case *syntax.Redirect:
			if n.Hdoc != nil && !verbatim {
				collectBare(n.Hdoc, true, bare)
				return false
			}
		}
		return true
	})
}

func isPlainDirectory(use *syntax.ParamExp) bool {
	plain := !use.Excl && !use.Length && !use.Width && use.Index == nil &&
		use.Slice == nil && use.Repl == nil && use.Exp == nil && use.Names == 0
	return plain && use.Param != nil && slices.Contains(directoryVariables, use.Param.Value)
}
