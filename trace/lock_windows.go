package trace

import (
	"os"

	"golang.org/x/sys/windows"
)

// tryLock takes the lock of a file, which ends when the file is closed. It
// returns false only if trying again makes sense.
func tryLock(file *os.File) bool {
	// Locks bind here: the byte that is locked must be one that nobody reads or
	// writes.
	const exclusive = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(file.Fd()), exclusive, 0, 1, 0, &windows.Overlapped{OffsetHigh: 1 << 30})
	return err != windows.ERROR_LOCK_VIOLATION
}
