//go:build unix

package settings

import (
	"io/fs"
	"os"
	"syscall"
)

// isOthers reports whether a file belongs to somebody else. Replacing it would
// make it ours.
func isOthers(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) != os.Geteuid()
}
