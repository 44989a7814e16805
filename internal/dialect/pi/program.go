package pi

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Program runs a command in a login shell. Built-in hooks run only if their
// program is installed.
func (Dialect) Program(def hook.Definition, _ string) (dialect.Program, error) {
	program := dialect.Program{Argv: shell(def.Command)}
	if def.Source == SourceDefault {
		program.Requires = installed(def)
	}
	return program, nil
}

func shell(command string) []string { return []string{"/bin/sh", "-lc", command} }
