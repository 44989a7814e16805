package runner

import (
	"bytes"
	"context"
)

// Workers serve calls. On Windows each call has a process of its own.
type Workers struct{}

// Call has a worker run a handler. c describes the worker, except for Stdin and
// Timeout, which are the call's.
func (*Workers) Call(ctx context.Context, handler string, c Command) Result {
	line, err := callLine(handler, c.Stdin)
	if err != nil {
		return notStarted(&c, err)
	}
	c.Stdin = line
	done := Run(ctx, c)
	if done.Ending != Exited {
		return done
	}
	lines := bytes.Split(bytes.TrimSpace(done.Stdout), []byte("\n"))
	result, err := readReply(lines[len(lines)-1], c.MaxOutput)
	if err != nil {
		return Result{Ending: Exited, ExitCode: 1, Stderr: []byte(err.Error()), Duration: done.Duration}
	}
	result.Duration = done.Duration
	return result
}

// Close does nothing: no worker waits.
func (*Workers) Close() {}
