//go:build unix

package llxprt

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
)

// TestDirectoryIsOneWordUnderEveryName runs commands in real bash in a
// directory whose name would do harm if any part of it were read as code.
func TestDirectoryIsOneWordUnderEveryName(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a \"b\" $(touch x);`id`  'c'\n* d")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	_, env := Code.Input(hook.Event{Session: hook.Session{Dir: dir}})
	env = append(os.Environ(), append(env, extensionPathVariable+"="+dir, workspacePathVariable+"="+dir)...)
	for _, use := range []string{
		"$LLXPRT_PROJECT_DIR", `"$LLXPRT_PROJECT_DIR"`, "${LLXPRT_PROJECT_DIR}", `"${LLXPRT_PROJECT_DIR}"`,
		"$GEMINI_PROJECT_DIR", "$CLAUDE_PROJECT_DIR", "${extensionPath}", "${workspacePath}",
	} {
		t.Run(use, func(t *testing.T) {
			program, err := Code.Program(hook.Definition{Type: "command", Command: `printf '<%s>' ` + use}, dir)
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(program.Argv[0], program.Argv[1:]...)
			cmd.Dir, cmd.Env = dir, env
			out, err := cmd.CombinedOutput()
			if err != nil || string(out) != "<"+dir+">" {
				t.Errorf("got %q, %v\nran %s", out, err, program.Argv[2])
			}
		})
	}
	if _, err := os.Stat(filepath.Join(dir, "x")); err == nil {
		t.Error("a part of the directory's name was executed")
	}
}
