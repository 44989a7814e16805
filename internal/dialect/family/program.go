package family

import (
	"runtime"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/shellword"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Program runs a command through /bin/sh, or through cmd on Windows.
func (d Dialect) Program(def hook.Definition, _ string) (dialect.Program, error) {
	if runtime.GOOS == "windows" {
		return dialect.Program{Argv: []string{"cmd.exe", "/c", def.Command}}, nil
	}
	command := shellword.Quote(def.Command, d.Contract.ProjectVariables)
	return dialect.Program{Argv: []string{"/bin/sh", "-c", command}}, nil
}
