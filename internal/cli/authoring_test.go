//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The scripts about commands that help to write hooks.
func TestConvertCommand(t *testing.T) { runAuthoringScripts(t, "convert") }
func TestSchemaCommand(t *testing.T)  { runAuthoringScripts(t, "schema") }
func TestInitCommand(t *testing.T)    { runAuthoringScripts(t, "init") }

func runAuthoringScripts(t *testing.T, command string) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", command),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("HOME", filepath.Join(env.WorkDir, "home"))
			env.Setenv("TMPDIR", filepath.Join(env.WorkDir, "tmp"))
			return os.MkdirAll(filepath.Join(env.WorkDir, "tmp"), 0o755)
		},
	})
}
