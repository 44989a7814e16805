//go:build unix

package conformance

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/grapnel-hooks/grapnel/internal/cli"
)

// TestMain makes the test binary serve as the grapnel command, so that scripts
// run the real thing in processes of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"grapnel": func() { os.Exit(cli.Main(os.Args[1:])) },
	})
}

// Each dialect has its scripts in a directory of testdata. A script is named
// after the requirement it shows.
func TestLLxprt(t *testing.T)  { runScripts(t, "llxprt") }
func TestWave(t *testing.T)    { runScripts(t, "wave") }
func TestClaude(t *testing.T)  { runScripts(t, "claude") }
func TestMassGen(t *testing.T) { runScripts(t, "massgen") }
func TestPi(t *testing.T)      { runScripts(t, "pi") }
func TestNative(t *testing.T)  { runScripts(t, "grapnel") }

func runScripts(t *testing.T, dialect string) {
	t.Parallel()
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", dialect),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Values[lastKey{}] = &last{dialect: dialect}
			return setup(env)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"fire":     fire,
			"outcome":  outcome,
			"json":     jsonFile,
			"exitcode": exitCode,
			"took":     took,
			"alive":    alive,
		},
	})
}

// setup gives every script a home directory and a place for system settings of
// its own.
func setup(env *testscript.Env) error {
	home := filepath.Join(env.WorkDir, "home")
	env.Setenv("HOME", home)
	env.Setenv("LLXPRT_SYSTEM_SETTINGS_PATH", filepath.Join(env.WorkDir, "system", "settings.json"))
	return os.MkdirAll(home, 0o755)
}
