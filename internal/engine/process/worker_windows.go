package process

import (
	"bytes"
	"context"
)

// Workers serve calls. On Windows each call has a process of its own.
type Workers struct{}

// Call has a worker run a handler. c describes the worker, except for Stdin,
// Timeout and MaxOutput, which are the call's.
func (*Workers) Call(ctx context.Context, handler string, c Command) Result {
	c = withDefaults(c)
	maxOutput := c.MaxOutput
	line, err := callLine(1, handler, c.Stdin)
	if err != nil {
		return notStarted(&c, err)
	}
	c.Stdin, c.MaxOutput = line, maxReply(maxOutput)
	done := Run(ctx, c)
	if done.Ending != Exited {
		return done
	}
	lines := bytes.Split(bytes.TrimSpace(done.Stdout), []byte("\n"))
	if !isReady(lines[0]) {
		return Result{Ending: NotStarted, ExitCode: -1, Duration: done.Duration, Err: notReady(c.Argv[0], errNotReady, done.Stderr)}
	}
	reply, err := parseReply(lines[len(lines)-1])
	if err != nil || reply.ExitCode == nil {
		done.Stdout = nil
		return unanswered(done)
	}
	result := reply.result(maxOutput)
	result.Duration = done.Duration
	return result
}

// Close does nothing: no worker waits.
func (*Workers) Close() {}
