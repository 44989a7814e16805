package process

import (
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ownSession has a process start in a new session, for the same reasons as on
// Linux. There is no signal at the death of its parent.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// awaitExit blocks until the child process pid has exited, without reaping it.
//
// It uses kqueue because waitid on Darwin also returns when the process is
// stopped, even if asked for WEXITED only (go.dev/issue/19314).
func awaitExit(pid int) {
	kq, err := unix.Kqueue()
	if err != nil { // out of descriptors
		pollExit(pid)
		return
	}
	defer unix.Close(kq)
	exit := []unix.Kevent_t{{Fflags: unix.NOTE_EXIT}}
	unix.SetKevent(&exit[0], pid, unix.EVFILT_PROC, unix.EV_ADD|unix.EV_ONESHOT)
	events := make([]unix.Kevent_t, 1)
	for {
		// A zombie cannot be added: it is ESRCH if the process has exited
		// already, be it as an error or in the event.
		n, err := unix.Kevent(kq, exit, events, nil)
		if n > 0 || err != nil && err != unix.EINTR {
			return
		}
	}
}

// pollExit is awaitExit without kqueue.
func pollExit(pid int) {
	for {
		if p, ok := lookup(pid); !ok || p.zombie {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// growPipe does nothing: a pipe on Darwin grows by itself, to 64 KiB.
func growPipe(uintptr, int) {}
