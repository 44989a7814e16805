//go:build unix

package faults

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Every command ends on the first signal, whatever it waits for. What it prints
// goes to a pipe that is full, so that each of them has to wait.
func TestFirstSignalEndsEveryCommand(t *testing.T) {
	files := map[string]string{
		"c.json": hooks("echo x; sleep 60", ""), "p.json": "{}", ".llxprt/settings.json": hooks("sleep 60", ""),
		"x.hooktest.yaml": "dialect: llxprt\ntests:\n  - name: a\n    event: BeforeTool\n    expect: {blocked: true}\n",
	}
	for _, command := range []string{
		"fire BeforeTool --config c.json", "fire BeforeTool --config c.json --output text", "fire BeforeTool --config c.json --output hook",
		"list", "check", "explain BeforeTool --tool x", "trace --follow", "trace --follow --json", "replay p.json --event BeforeTool --config c.json",
		"test", "test --watch", "test --tap", "convert --from llxprt --to wave", "schema llxprt", "version", "completion bash", "init --cwd new", "trust --yes", "trust --list", "install --yes --project claude", "doctor", "matrix", "demo", "demo --config c.json",
	} {
		for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT} {
			t.Run(command+", "+s.String(), func(t *testing.T) {
				count(t)
				if s == syscall.SIGINT && !*everything {
					t.Skip("make faults runs it")
				}
				t.Parallel()
				p := newPlace(t)
				p.write(files)
				cmd := exec.Command(filepath.Join(binaries, "grapnel"), strings.Fields(command)...)
				cmd.Dir, cmd.Env, cmd.Stdout = p.dir, p.environ(), fullPipe(t)
				endsBySignal(t, cmd, s)
			})
		}
	}
}

// The same for those that wait for their input.
func TestFirstSignalEndsCommandsThatRead(t *testing.T) {
	for _, command := range []string{"fire BeforeTool --config c.json", "explain BeforeTool --config c.json --payload -", "replay -", "hook --host codex"} {
		for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
			t.Run(command+", "+s.String(), func(t *testing.T) {
				count(t)
				t.Parallel()
				p := newPlace(t)
				p.write(guard(deny))
				r, w, err := os.Pipe()
				if err != nil {
					t.Fatal(err)
				}
				defer r.Close()
				defer w.Close()
				cmd := exec.Command(filepath.Join(binaries, "grapnel"), strings.Fields(command)...)
				cmd.Dir, cmd.Env, cmd.Stdin = p.dir, p.environ(), r
				endsBySignal(t, cmd, s)
			})
		}
	}
}

// endsBySignal starts a command, lets it come to where it waits, and sends one
// signal. How far it has come does not matter for what must happen.
func endsBySignal(t *testing.T, cmd *exec.Cmd, s syscall.Signal) {
	t.Helper()
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	select {
	case <-done:
		t.Fatal("it did not wait for anything")
	case <-time.After(300 * time.Millisecond):
	}
	if err := cmd.Process.Signal(s); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	select {
	case <-done:
		if cmd.ProcessState.ExitCode() == 0 && !strings.Contains(strings.Join(cmd.Args, " "), "--watch") && !strings.Contains(strings.Join(cmd.Args, " "), "--follow") {
			t.Error("it says that all went well")
		}
	case <-time.After(hangs):
		cmd.Process.Kill()
		t.Error("it goes on")
	}
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
