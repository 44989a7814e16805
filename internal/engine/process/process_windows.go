package process

import (
	"context"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// launch starts the program at path. Windows has no sessions of terminals.
func launch(path string, c *Command, files []*os.File) (*os.Process, error) {
	return os.StartProcess(path, c.Argv, &os.ProcAttr{Dir: c.Dir, Env: c.Env, Files: files})
}

// seeThrough serves a process until it has ended, or its time is up.
func seeThrough(ctx context.Context, leader *os.Process, std *stdio, c *Command) Result {
	job := newJob(leader)
	defer job.close()
	// Buffered, so that waiting for a process that cannot be terminated ends
	// whenever the process does, although nobody is there to receive.
	exited := make(chan Result, 1)
	go func() { exited <- reap(leader) }()
	return serve(ctx, std, job, exited, c.Timeout)
}

// serve moves input and output until the process has exited, its time is up, or
// ctx is done.
//
// Anonymous pipes on Windows have neither deadlines nor events, and a blocked
// read cannot be given up: it would hold up the run for as long as some child in
// the background keeps the pipe open. So one loop polls all of them.
func serve(ctx context.Context, std *stdio, job job, exited <-chan Result, timeout time.Duration) Result {
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	const minPause, maxPause = time.Millisecond, 10 * time.Millisecond
	pause := minPause
	for {
		if std.move() {
			pause = 0
		}
		select {
		case r := <-exited:
			std.drain()
			return r
		case <-timer.C:
			return terminate(std, job, exited, TimedOut)
		case <-ctx.Done():
			return terminate(std, job, exited, Canceled)
		case <-time.After(pause):
			pause = min(max(2*pause, minPause), maxPause)
		}
	}
}

// terminate ends all processes of the job, unless the leader has just exited by
// itself. There is no way to ask them first.
func terminate(std *stdio, job job, exited <-chan Result, ending Ending) Result {
	select {
	case r := <-exited:
		std.drain()
		return r
	default:
	}
	job.terminate()
	select {
	case <-exited:
	case <-time.After(killWait):
	}
	std.drain()
	return Result{Ending: ending, ExitCode: -1}
}

// reap waits for p and collects its exit status.
func reap(p *os.Process) Result {
	state, err := p.Wait()
	if err != nil {
		return Result{Ending: Exited, ExitCode: -1, Err: err}
	}
	return Result{Ending: Exited, ExitCode: state.ExitCode()}
}

// job is a job object with a process and the descendants that the process
// starts once it is in there. That it is put there only after its start leaves a
// gap, but to start it suspended is not possible with package os.
type job struct {
	object windows.Handle // 0 if there is none
	leader *os.Process
}

// newJob puts leader into a new job. The job does not kill its processes when it
// is closed, for they may go on in the background.
func newJob(leader *os.Process) job {
	j := job{leader: leader}
	object, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return j
	}
	var assignErr error
	err = leader.WithHandle(func(process uintptr) {
		assignErr = windows.AssignProcessToJobObject(object, windows.Handle(process))
	})
	if err != nil || assignErr != nil {
		windows.CloseHandle(object)
		return j
	}
	j.object = object
	return j
}

// terminate ends all processes of the job; just the leader, if there is no job.
func (j job) terminate() {
	if j.object == 0 {
		j.leader.Kill()
		return
	}
	windows.TerminateJobObject(j.object, 1)
}

func (j job) close() {
	if j.object != 0 {
		windows.CloseHandle(j.object)
	}
}
