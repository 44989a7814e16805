//go:build !unix

package trust

import "io/fs"

// isPrivate leaves it to the access rights of the user's profile.
func isPrivate(fs.FileInfo) bool { return true }
