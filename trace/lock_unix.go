//go:build unix

package trace

import (
	"os"

	"golang.org/x/sys/unix"
)

// tryLock takes the lock of a file, which ends when the file is closed. It
// returns false only if trying again makes sense: file systems without locks
// have to do without.
func tryLock(file *os.File) bool {
	err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	return err != unix.EWOULDBLOCK && err != unix.EINTR
}
