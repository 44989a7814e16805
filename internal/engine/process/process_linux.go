package process

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// ownSession has a process start in a new session. That has no controlling
// terminal until it acquires one: the process behaves the same whether or not
// the caller has a terminal, and is not stopped for reading from it. Being the
// leader of a process group, too, it can be signalled along with its children.
//
// The process is killed when its parent is; launch says what that means.
func ownSession() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
}

// awaitExit blocks until the child process pid has exited, without reaping it.
func awaitExit(pid int) {
	for unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
}

// growPipe makes room for n bytes in a pipe, as far as that is allowed: 1 MiB is
// the system's default limit for unprivileged users. A pipe has 64 KiB at first.
func growPipe(fd uintptr, n int) {
	if n > 64<<10 {
		unix.FcntlInt(fd, unix.F_SETPIPE_SZ, min(n, 1<<20))
	}
}
