//go:build unix

package coding_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/coding"
)

func TestShell(t *testing.T) {
	tests := []struct{ name, command, want string }{
		{"output and exit code", "echo out; echo err >&2; exit 3", "out\nerr\nExit code: 3"},
		{"nothing to say", "true", "(no output)\nExit code: 0"},
		{"it runs in the directory", "basename $PWD", "project\n"},
		{"standard input is empty", "cat", "(no output)\nExit code: 0"},
		{"its environment is the one given", "echo $COLOUR$HOME", "blue\n"},
		{"much output is cut", "head -c 100000 /dev/zero | tr '\\0' x", "[99900 more bytes of output were dropped]"},
		{"something left in the background is not waited for", "sleep 5 & echo started", "started\nExit code: 0"},
		{"it can die", "kill -9 $$", "The command died: signal: killed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := open(t, coding.Options{MaxOutput: 100, Env: []string{"COLOUR=blue", "PATH=" + os.Getenv("PATH")}}, nil)
			got, err := w.run(t.Context(), "run_shell_command", "command", tt.command)
			if err != nil || !strings.Contains(got.LLMContent, tt.want) || got.Error != nil {
				t.Errorf("got %q, %v, error %v", got.LLMContent, got.Error, err)
			}
		})
	}
}

func TestShellCommandsNeedApproval(t *testing.T) {
	var asked string
	w := open(t, coding.Options{Approve: func(_ context.Context, command string) error {
		asked = command
		return errors.New("the user said no")
	}}, nil)
	_, err := w.run(t.Context(), "run_shell_command", "command", "touch made")
	if err == nil || !strings.Contains(err.Error(), "the user said no") || asked != "touch made" {
		t.Errorf("error %v, asked about %q", err, asked)
	}
	if _, err := os.Stat(filepath.Join(w.dir, "made")); err == nil {
		t.Error("the command ran")
	}
}

// fifo makes a pipe that a command can report through.
func fifo(t *testing.T, w workspace) string {
	t.Helper()
	path := filepath.Join(w.dir, "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestShellTimeoutEndsTheWholeTree(t *testing.T) {
	w := open(t, coding.Options{Timeout: 200 * time.Millisecond}, nil)
	pipe := fifo(t, w)
	closed := make(chan error, 1)
	go func() { // reads until the last process that has the pipe open is gone
		_, err := os.ReadFile(pipe)
		closed <- err
	}()
	got, err := w.run(t.Context(), "run_shell_command", "command", "exec 3> pipe; echo begun; sleep 600 & sleep 600")
	if err != nil || got.Error == nil || got.Error.Type != host.ErrorExecution || !strings.Contains(got.LLMContent, "begun\nThe command was ended after 200ms.") {
		t.Errorf("got %+v, error %v", got, err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
}

func TestShellIsCancelled(t *testing.T) {
	w := open(t, coding.Options{}, nil)
	pipe := fifo(t, w)
	ctx, cancel := context.WithCancel(t.Context())
	closed := make(chan error, 1)
	go func() {
		file, err := os.Open(pipe) // returns when the command has opened it too
		cancel()
		if err == nil {
			_, err = file.Read(make([]byte, 1))
			file.Close()
		}
		closed <- err
	}()
	_, err := w.run(ctx, "run_shell_command", "command", "exec 3> pipe; sleep 600")
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if err := <-closed; !errors.Is(err, io.EOF) {
		t.Errorf("the pipe gives %v, want its end", err)
	}
}

func TestShellDeadlineOfTheCallerIsNoTimeout(t *testing.T) {
	w := open(t, coding.Options{Timeout: time.Hour}, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	got, err := w.run(ctx, "run_shell_command", "command", "sleep 600")
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %+v, error %v", got, err)
	}
}
