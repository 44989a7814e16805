//go:build unix

package trust

import (
	"io/fs"
	"os"
	"syscall"
)

// isPrivate reports whether only the user, or root, can write a file.
func isPrivate(info fs.FileInfo) bool {
	owner, ok := info.Sys().(*syscall.Stat_t)
	mine := ok && (owner.Uid == 0 || int(owner.Uid) == os.Getuid())
	return mine && info.Mode().Perm()&0o022 == 0
}
