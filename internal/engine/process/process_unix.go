//go:build linux || darwin

package process

import (
	"context"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ownSession has a process start in a new session. That has no controlling
// terminal until it acquires one: the process behaves the same whether or not
// the caller has a terminal, and is not stopped for reading from it. Being the
// leader of a process group, too, it can be signalled along with its children.
var ownSession = &syscall.SysProcAttr{Setsid: true}

// seeThrough serves a process until it has ended, or its time is up.
func seeThrough(ctx context.Context, leader *os.Process, std *stdio, c *Command) Result {
	exited := make(chan struct{})
	go func() {
		defer close(exited)
		awaitExit(leader.Pid)
	}()
	std.serve()
	ending := await(ctx, exited, c.Timeout)
	if ending != Exited {
		terminate(leader.Pid, exited, c.Grace)
	}
	std.finish()
	r := reap(leader, exited)
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
func reap(p *os.Process, exited <-chan struct{}) Result {
	select {
	case <-exited:
	default:
		go p.Wait()
		return Result{ExitCode: -1}
	}
	state, err := p.Wait()
	if err != nil {
		return Result{Ending: Exited, ExitCode: -1, Err: err}
	}
	if status := state.Sys().(syscall.WaitStatus); status.Signaled() {
		return Result{Ending: Signaled, ExitCode: -1, Signal: unix.SignalName(status.Signal())}
	}
	return Result{Ending: Exited, ExitCode: state.ExitCode()}
}
