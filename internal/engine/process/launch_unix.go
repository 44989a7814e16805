//go:build linux || darwin

package process

import (
	"os"
	"runtime"
)

// leader is the process of a run: it leads a process group and a session, which
// its descendants are in unless they found others.
type leader struct {
	process *os.Process
	mark    string        // in its environment, and in that of its descendants
	exited  chan struct{} // closed when it has exited; it is a zombie then
	guard   *watchdog
}

// launch starts the program at path in a new session.
//
// The goroutine that starts a process also waits for its end, and keeps its
// thread to itself for that long: what the system calls the death of the parent
// is that of the thread which started the process (see PR_SET_PDEATHSIG).
func launch(path string, c *Command, files []*os.File) (*leader, error) {
	l := &leader{mark: newMark(), exited: make(chan struct{})}
	attr := &os.ProcAttr{Dir: c.Dir, Env: withMark(c.Env, l.mark), Files: files, Sys: ownSession()}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		var err error
		l.process, err = os.StartProcess(path, c.Argv, attr)
		started <- err
		if err != nil {
			return
		}
		defer close(l.exited)
		awaitExit(l.process.Pid)
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	l.guard = watch(l.process.Pid, l.mark)
	return l, nil
}

func (l *leader) hasExited() bool {
	select {
	case <-l.exited:
		return true
	default:
		return false
	}
}
