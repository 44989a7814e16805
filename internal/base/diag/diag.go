// Package diag makes diagnostics: what Grapnel tells the people who maintain
// hooks.
package diag

import (
	"fmt"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Infof returns an informational diagnostic about no particular hook.
func Infof(code, format string, args ...any) hook.Diagnostic {
	return newf(hook.LevelInfo, code, format, args)
}

// Warnf returns a warning about no particular hook.
func Warnf(code, format string, args ...any) hook.Diagnostic {
	return newf(hook.LevelWarn, code, format, args)
}

// Errorf returns an error about no particular hook.
func Errorf(code, format string, args ...any) hook.Diagnostic {
	return newf(hook.LevelError, code, format, args)
}

func newf(level hook.Level, code, format string, args []any) hook.Diagnostic {
	return hook.Diagnostic{Level: level, Code: code, Problem: fmt.Sprintf(format, args...), Hook: hook.NoHook}
}
