//go:build !unix

package settings

import "io/fs"

// isOthers is not known here; whether the file can be written decides.
func isOthers(fs.FileInfo) bool { return false }
