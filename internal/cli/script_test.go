//go:build unix

package cli

import (
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the test binary serve as the grapnel command, so that scripts
// run the real thing in processes of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"grapnel": func() { os.Exit(Main(os.Args[1:])) },
	})
}

// TestCommands runs the scripts, one directory for each command.
func TestCommands(t *testing.T) {
	// A signal that is ignored here, as under nohup, would be ignored by the
	// commands too.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(signals) })

	dirs, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range dirs {
		t.Run(dir.Name(), func(t *testing.T) {
			testscript.Run(t, testscript.Params{
				Dir:                 filepath.Join("testdata", dir.Name()),
				RequireExplicitExec: true,
				RequireUniqueNames:  true,
				Setup:               setUp,
				Cmds: map[string]func(*testscript.TestScript, bool, []string){
					"untimed": untimed,
					"waitfor": waitFor,
				},
			})
		})
	}
}

// setUp hides what this machine has configured.
func setUp(env *testscript.Env) error {
	env.Setenv("HOME", filepath.Join(env.WorkDir, "home"))
	env.Setenv("TMPDIR", filepath.Join(env.WorkDir, "tmp"))
	env.Setenv("XDG_STATE_HOME", filepath.Join(env.WorkDir, "state"))
	env.Setenv("LLXPRT_SYSTEM_SETTINGS_PATH", filepath.Join(env.WorkDir, "none.json"))
	return os.MkdirAll(filepath.Join(env.WorkDir, "tmp"), 0o755)
}

var durations = regexp.MustCompile(`\b\d+(\.\d+)? (ms|s)\b|time="[0-9.]+"|"durationMs":[0-9.]+`)

// untimed FILE replaces the durations in a file by T.
func untimed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: untimed FILE")
	}
	text := durations.ReplaceAllStringFunc(ts.ReadFile(args[0]), func(found string) string {
		if name, _, attribute := strings.Cut(found, "="); attribute {
			return name + `="T"`
		}
		return "T"
	})
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

// waitFor FILE REGEXP waits until a growing file matches, for a minute at most.
func waitFor(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: waitfor FILE REGEXP")
	}
	pattern := regexp.MustCompile(args[1])
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if text, err := os.ReadFile(ts.MkAbs(args[0])); err == nil && pattern.Match(text) {
			return
		}
	}
	ts.Fatalf("%s does not come to match %s:\n%s", args[0], args[1], ts.ReadFile(args[0]))
}
