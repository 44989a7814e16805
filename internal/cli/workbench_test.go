//go:build unix

package cli

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestCheckCommand runs the scripts about grapnel check.
func TestCheckCommand(t *testing.T) { runScripts(t, "check") }

// TestExplainCommand runs the scripts about grapnel explain.
func TestExplainCommand(t *testing.T) { runScripts(t, "explain") }

// runScripts runs the scripts about commands that look at hooks without running
// them.
func runScripts(t *testing.T, dir string) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", dir),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", filepath.Join(env.WorkDir, "home"))
			env.Setenv("LLXPRT_SYSTEM_SETTINGS_PATH", filepath.Join(env.WorkDir, "none.json"))
			return nil
		},
	})
}
