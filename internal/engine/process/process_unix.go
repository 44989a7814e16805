//go:build linux || darwin

package process

import (
	"context"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// seeThrough serves a process until it has ended, or its time is up.
func seeThrough(ctx context.Context, l *leader, std *stdio, c *Command) Result {
	std.serve()
	ending := await(ctx, l.exited, c.Timeout)
	if ending != Exited {
		l.terminate(c.Grace)
	}
	std.finish()
	r := l.reap()
	if ending != Exited {
		r.Ending, r.ExitCode, r.Err = ending, -1, nil
	}
	return r
}

// await waits until the process has exited, its time is up, or ctx is done. If
// it is more than one of them, exiting counts.
func await(ctx context.Context, exited <-chan struct{}, timeout time.Duration) Ending {
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	ending := Exited
	select {
	case <-exited:
		return Exited
	case <-timer.C:
		ending = TimedOut
	case <-ctx.Done():
		ending = Canceled
	}
	select {
	case <-exited:
		return Exited
	default:
		return ending
	}
}

// reap collects the status of an exited process. Until then the process is a
// zombie, which keeps its pid, and thereby its group and session, from being
// given to another process: it is only safe to signal them before.
//
// A process that has not exited here survived SIGKILL. It is reaped in the
// background if it ever ends.
func (l *leader) reap() Result {
	l.guard.stop()
	if !l.hasExited() {
		go l.process.Wait()
		return Result{ExitCode: -1}
	}
	state, err := l.process.Wait()
	if err != nil {
		return Result{Ending: Exited, ExitCode: -1, Err: err}
	}
	if status := state.Sys().(syscall.WaitStatus); status.Signaled() {
		return Result{Ending: Signaled, ExitCode: -1, Signal: unix.SignalName(status.Signal())}
	}
	return Result{Ending: Exited, ExitCode: state.ExitCode()}
}
