package llxprt

import (
	"fmt"
	"runtime"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/shellword"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Program runs a command through bash, or through PowerShell on Windows.
func (d Dialect) Program(def hook.Definition, _ string) (dialect.Program, error) {
	if def.Type != "command" {
		return dialect.Program{}, fmt.Errorf("hooks of type %q cannot be run; only \"command\" hooks can", def.Type)
	}
	if runtime.GOOS == "windows" {
		return dialect.Program{Argv: []string{"powershell.exe", "-NoProfile", "-NonInteractive", "-Command", def.Command}}, nil
	}
	return dialect.Program{Argv: []string{"bash", "-c", shellword.Quote(def.Command, d.Contract.directoryVariables())}}, nil
}

// directoryVariables hold directory names and are one word however they are
// written in a command.
func (c *Contract) directoryVariables() []string {
	return append([]string{extensionPathVariable, workspacePathVariable}, c.ProjectVariables...)
}
