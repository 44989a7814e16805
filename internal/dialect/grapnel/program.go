package grapnel

import (
	"runtime"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Program runs a text with the shell, and a list as it is. There is nothing to
// run for a rule.
func (Dialect) Program(def hook.Definition, _ string) (dialect.Program, error) {
	switch {
	case def.Rule != nil:
		return dialect.Program{}, nil
	case len(def.Argv) > 0:
		return dialect.Program{Argv: def.Argv}, nil
	case runtime.GOOS == "windows":
		return dialect.Program{Argv: []string{"cmd.exe", "/c", def.Command}}, nil
	}
	return dialect.Program{Argv: []string{"/bin/sh", "-c", def.Command}}, nil
}

// CommandLine returns what a hook runs; a rule runs nothing.
func (Dialect) CommandLine(def hook.Definition, _ string) (command string, ok bool) {
	return def.Command, def.Rule == nil
}
