package coding

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
)

// linger is how long output is waited for after a command has ended, in case
// that it left something in the background that keeps it open.
const linger = 500 * time.Millisecond

func (w *workspace) runShellCommand(ctx context.Context, parameters hook.Object) (host.ToolResult, error) {
	command, err := text(parameters, "command")
	if err != nil {
		return host.ToolResult{}, err
	}
	if strings.TrimSpace(command) == "" {
		return host.ToolResult{}, errors.New("the command is empty")
	}
	if w.options.Approve != nil && !host.IsApproved(ctx) {
		if err := w.options.Approve(ctx, command); err != nil {
			return host.ToolResult{}, fmt.Errorf("the command did not run: %w", err)
		}
	}
	return w.run(ctx, command)
}

// run runs a command to its end or to the end of its time, together with
// everything it started.
func (w *workspace) run(ctx context.Context, command string) (host.ToolResult, error) {
	limited, cancel := context.WithTimeout(ctx, w.options.Timeout)
	defer cancel()
	out := &output{max: w.options.MaxOutput}
	cmd := shell(limited, command)
	cmd.Dir, cmd.Env = w.dir, w.options.Env
	cmd.Stdout, cmd.Stderr = out, out
	cmd.WaitDelay = linger
	err := cmd.Run()

	var exit *exec.ExitError
	switch {
	case err == nil, errors.Is(err, exec.ErrWaitDelay):
		return result(out, "Exit code: 0", nil), nil
	case ctx.Err() != nil:
		return host.ToolResult{}, ctx.Err()
	case limited.Err() != nil:
		why := fmt.Sprintf("The command was ended after %v.", w.options.Timeout)
		return result(out, why, &host.ToolError{Message: why, Type: host.ErrorExecution}), nil
	case errors.As(err, &exit) && exit.Exited():
		return result(out, fmt.Sprintf("Exit code: %d", exit.ExitCode()), nil), nil
	case exit != nil:
		return result(out, "The command died: "+exit.String(), nil), nil
	}
	return host.ToolResult{}, fmt.Errorf("start the command: %w", err)
}

// result is what a command wrote and how it ended.
func result(out *output, status string, failure *host.ToolError) host.ToolResult {
	written := out.text()
	if written == "" {
		written = "(no output)\n"
	}
	return host.ToolResult{LLMContent: written + status, ReturnDisplay: written + status, Error: failure}
}

// output keeps the beginning of what is written to it. It is only written to by
// one goroutine, and read when that has ended.
type output struct {
	max     int
	kept    []byte
	dropped int
}

// Write takes everything, so that the command can go on.
func (o *output) Write(p []byte) (int, error) {
	room := min(o.max-len(o.kept), len(p))
	o.kept = append(o.kept, p[:room]...)
	o.dropped += len(p) - room
	return len(p), nil
}

// text returns what was kept, ending with a newline unless it is empty.
func (o *output) text() string {
	s := strings.ToValidUTF8(string(o.kept), "\uFFFD")
	if s != "" && !strings.HasSuffix(s, "\n") {
		s += "\n"
	}
	if o.dropped > 0 {
		s += fmt.Sprintf("[%d more bytes of output were dropped]\n", o.dropped)
	}
	return s
}
