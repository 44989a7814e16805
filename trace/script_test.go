//go:build unix

package trace_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/grapnel-hooks/grapnel/trace"
)

// TestScripts runs the real command. Each script has a home directory, and with
// it a journal, of its own.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			home := filepath.Join(env.WorkDir, "home")
			env.Setenv("HOME", home)
			env.Setenv("LLXPRT_SYSTEM_SETTINGS_PATH", filepath.Join(env.WorkDir, "system.json"))
			return os.MkdirAll(home, 0o755)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"id":     setID,
			"status": status,
			"damage": damage,
		},
	})
}

func journalOf(ts *testscript.TestScript) *trace.Journal {
	return trace.Open(filepath.Join(ts.Getenv("HOME"), ".local", "state", "grapnel", "journal"), trace.Options{})
}

// setID sets $ID to that of the newest record with a verdict that has no
// payload, if the verdict is none, or has one.
//
//	id VERDICT
func setID(ts *testscript.TestScript, _ bool, args []string) {
	verdict, err := trace.ParseVerdict(args[0])
	ts.Check(err)
	for r := range journalOf(ts).Read(trace.Filter{Verdict: verdict}).NewestFirst() {
		if (r.Payload == nil) == (verdict == trace.Undecided) {
			ts.Setenv("ID", r.ID)
			return
		}
	}
	ts.Fatalf("no record is %s", args[0])
}

// status demands an exit code:
//
//	status CODE COMMAND...
func status(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	code := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code = exit.ExitCode()
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("exit code %d, want %s", code, args[0])
	}
}

// damage cuts the first line of the journal short, as a full disk does.
func damage(ts *testscript.TestScript, _ bool, _ []string) {
	j := journalOf(ts)
	path := filepath.Join(j.Dir(), j.Segments()[0])
	text, err := os.ReadFile(path)
	ts.Check(err)
	ts.Check(os.WriteFile(path, slices.Delete(text, 50, bytes.IndexByte(text, '\n')), 0o600))
}
