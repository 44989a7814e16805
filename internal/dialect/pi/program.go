package pi

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Program runs a command in a login shell.
func (Dialect) Program(def hook.Definition, _ string) (dialect.Program, error) {
	return dialect.Program{Argv: shell(def.Command)}, nil
}

func shell(command string) []string { return []string{"/bin/sh", "-lc", command} }
