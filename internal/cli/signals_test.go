//go:build unix

package cli

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hangs is when a command that has not ended never will.
const hangs = time.Minute

// place is a directory to run the command in, with its own home.
type place struct {
	t   *testing.T
	dir string
}

func newPlace(t *testing.T, files map[string]string) place {
	t.Helper()
	p := place{t, t.TempDir()}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// oneHook is a configuration with one hook for BeforeTool.
func oneHook(command string) map[string]string {
	return map[string]string{"hooks.json": `{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "` + command + `"}]}]}}`}
}

// grapnel returns the command to run there. TestMain has put it into PATH.
func (p place) grapnel(args ...string) *exec.Cmd {
	cmd := exec.Command("grapnel", args...)
	cmd.Dir = p.dir
	cmd.Env = append(os.Environ(), "HOME="+p.dir, "XDG_STATE_HOME="+p.dir, "LLXPRT_SYSTEM_SETTINGS_PATH="+p.dir+"/none")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.WaitDelay = time.Second
	return cmd
}

// start starts the command and sees to it that the test does not hang.
func (p place) start(cmd *exec.Cmd) {
	p.t.Helper()
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	timer := time.AfterFunc(hangs, func() { cmd.Process.Kill() })
	p.t.Cleanup(func() { timer.Stop() })
}

// exitCode waits for the command; it is -1 if a signal killed it.
func exitCode(t *testing.T, cmd *exec.Cmd) int {
	t.Helper()
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

// closedPipe returns a pipe that nobody reads from.
func closedPipe(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	t.Cleanup(func() { w.Close() })
	return w
}

// fullPipe returns a pipe that has no room left and is not read from.
func fullPipe(t *testing.T) *os.File {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	for _, size := range []int{4096, 1} {
		w.SetWriteDeadline(time.Now().Add(50 * time.Millisecond))
		for err = nil; err == nil; {
			_, err = w.Write(make([]byte, size))
		}
	}
	return w
}

func TestExitCodeSurvivesClosedPipes(t *testing.T) {
	deny := newPlace(t, oneHook("echo no >&2; exit 2"))
	for _, format := range []string{"json", "text", "hook"} {
		for _, closed := range []string{"stdout", "stderr", "both"} {
			t.Run(format+" "+closed, func(t *testing.T) {
				cmd := deny.grapnel("fire", "BeforeTool", "--config", "hooks.json", "--output", format)
				if closed != "stderr" {
					cmd.Stdout = closedPipe(t)
				}
				if closed != "stdout" {
					cmd.Stderr = closedPipe(t)
				}
				deny.start(cmd)
				if code := exitCode(t, cmd); code != exitBlocked {
					t.Errorf("exit code %d, %v", code, cmd.ProcessState)
				}
			})
		}
	}
}

func TestErrorSurvivesAClosedPipe(t *testing.T) {
	p := newPlace(t, nil)
	cmd := p.grapnel("fire", "NoSuchEvent")
	cmd.Stderr = closedPipe(t)
	p.start(cmd)
	if code := exitCode(t, cmd); code != exitFailed {
		t.Errorf("exit code %d, %v", code, cmd.ProcessState)
	}
}

// Hooks die of a closed pipe as ever: "yes | head -1" would not end otherwise.
func TestHooksHaveTheDefaultForClosedPipes(t *testing.T) {
	p := newPlace(t, oneHook("kill -PIPE $$; echo ignored >&2; exit 2"))
	cmd := p.grapnel("fire", "BeforeTool", "--config", "hooks.json", "--json")
	out, err := cmd.Output()
	if err != nil || !strings.Contains(string(out), `"signal":"SIGPIPE"`) {
		t.Errorf("got %s, %v", out, err)
	}
}

func TestFirstSignalEndsAFireWhoseAnswerNobodyReads(t *testing.T) {
	for command, want := range map[string]int{"true": exitFailed, "echo no >&2; exit 2": exitBlocked} {
		t.Run(command, func(t *testing.T) {
			p := newPlace(t, oneHook(command))
			cmd := p.grapnel("fire", "BeforeTool", "--config", "hooks.json", "--json")
			cmd.Stdout = fullPipe(t)
			p.start(cmd)
			p.awaitRecord()
			cmd.Process.Signal(syscall.SIGTERM)
			if code := exitCode(t, cmd); code != want {
				t.Errorf("exit code %d, %v", code, cmd.ProcessState)
			}
		})
	}
}

// The signal that ended the hooks was the first; there need not be another.
func TestInterruptedFireDoesNotWaitForAReader(t *testing.T) {
	p := newPlace(t, oneHook("kill -TERM $PPID; sleep 60"))
	cmd := p.grapnel("fire", "BeforeTool", "--config", "hooks.json", "--output", "hook")
	full := fullPipe(t)
	cmd.Stdout, cmd.Stderr = full, full
	p.start(cmd)
	if code := exitCode(t, cmd); code != exitBlocked {
		t.Errorf("exit code %d, %v", code, cmd.ProcessState)
	}
}

// awaitRecord waits until the journal has an event, which is written before the
// answer.
func (p place) awaitRecord() {
	p.t.Helper()
	p.await("a record", func() (found bool) {
		filepath.WalkDir(p.dir, func(path string, _ os.DirEntry, _ error) error {
			text, _ := os.ReadFile(path)
			found = found || strings.HasSuffix(path, ".jsonl") && bytes.HasSuffix(text, []byte("\n"))
			return nil
		})
		return found
	})
}

// await waits until the command has written something.
func (p place) await(what string, written func() bool) {
	p.t.Helper()
	for end := time.Now().Add(hangs); !written(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("it does not write %s", what)
		}
	}
}

// Whatever a command hangs in, it does not take a second signal.
func TestFirstSignalEndsADemoThatNobodyWatches(t *testing.T) {
	t.Parallel()
	p := newPlace(t, nil)
	cmd := p.grapnel("demo")
	cmd.Env = append(cmd.Env, "TMPDIR="+p.dir)
	cmd.Stdout = fullPipe(t)
	p.start(cmd)
	p.await("its project", func() bool {
		entries, err := os.ReadDir(p.dir)
		return err == nil && len(entries) > 0
	})
	cmd.Process.Signal(syscall.SIGTERM)
	if code := exitCode(t, cmd); code != exitFailed {
		t.Errorf("exit code %d, %v", code, cmd.ProcessState)
	}
}

func TestMachineErrorIsOneLineOnStderr(t *testing.T) {
	p := newPlace(t, map[string]string{"hooks.json": `{"hooks": {"BeforeTool": [{"hooks": [
		{"type": "command", "command": "exit 2"}, {"type": "command", "command": "exit 3"}]}]}}`})
	gone := filepath.Join(p.dir, "gone")
	cmd := p.grapnel("fire", "BeforeTool", "--config", "hooks.json", "--json")
	cmd.Stdin = strings.NewReader(`{"cwd": "` + gone + `"}`)
	var stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = io.Discard, &stderr
	p.start(cmd)
	exitCode(t, cmd)
	want := "grapnel: a hook could not be started: working directory " + gone + " does not exist\n"
	if stderr.String() != want {
		t.Errorf("got %q, want %q", &stderr, want)
	}
}

func TestFileInTheProjectIsNotTakenForTheShell(t *testing.T) {
	p := newPlace(t, oneHook("echo no >&2; exit 2"))
	for _, name := range []string{"bash", "sh"} {
		if err := os.WriteFile(filepath.Join(p.dir, name), []byte("#!/bin/cat\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, entry := range []string{".", ""} {
		cmd := p.grapnel("fire", "BeforeTool", "--config", "hooks.json")
		cmd.Env = append(cmd.Env, "PATH="+entry+":"+os.Getenv("PATH"))
		p.start(cmd)
		if code := exitCode(t, cmd); code != exitBlocked {
			t.Errorf("with %q in PATH: exit code %d", entry, code)
		}
	}
}
