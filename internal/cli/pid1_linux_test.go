package cli

import (
	"os/exec"
	"strings"
	"testing"
)

// asInit makes cmd the first process of a container of its own, or skips the
// test where that is not allowed.
func asInit(t *testing.T, cmd *exec.Cmd) *exec.Cmd {
	t.Helper()
	unshare := []string{"unshare", "--pid", "--fork", "--kill-child", "--mount-proc"}
	if err := exec.Command(unshare[0], append(unshare[1:], "true")...).Run(); err != nil {
		t.Skipf("a process namespace cannot be made here: %v", err)
	}
	path, err := exec.LookPath(unshare[0])
	if err != nil {
		t.Fatal(err)
	}
	cmd.Path, cmd.Args = path, append(unshare, cmd.Args...)
	return cmd
}

func TestFirstProcessOfAContainerWaitsForOrphans(t *testing.T) {
	files := oneHook("bash $PWD/orphans")
	files["orphans"] = `
		for i in 1 2 3; do (true &); done
		for try in {1..200}; do
			zombies=$(grep -l '^State:.Z' /proc/[0-9]*/status 2>/dev/null) || exit 2
			sleep 0.01
		done
		exit 3 # they stay
	`
	p := newPlace(t, files)
	cmd := asInit(t, p.grapnel("fire", "BeforeTool", "--config", "hooks.json"))
	p.start(cmd)
	if code := exitCode(t, cmd); code != exitBlocked {
		t.Errorf("exit code %d", code)
	}
}

func TestFirstProcessOfAContainerPassesSignalsOn(t *testing.T) {
	p := newPlace(t, oneHook("kill -TERM 1; sleep 60"))
	cmd := asInit(t, p.grapnel("fire", "BeforeTool", "--config", "hooks.json"))
	var stderr strings.Builder
	cmd.Stderr = &stderr
	p.start(cmd)
	if code := exitCode(t, cmd); code != exitBlocked || !strings.Contains(stderr.String(), interruption) {
		t.Errorf("exit code %d, %s", code, &stderr)
	}
}
