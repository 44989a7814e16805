package process

import "golang.org/x/sys/unix"

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
