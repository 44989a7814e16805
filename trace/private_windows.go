package trace

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// openPrivate opens a file in a directory for reading and appending. Who may
// read it is inherited from the user's profile.
func openPrivate(dir, name string, create bool) (*os.File, error) {
	for _, path := range []string{dir, filepath.Join(dir, name)} {
		if err := refuseLink(path); err != nil {
			return nil, err
		}
	}
	flags := os.O_RDWR | os.O_APPEND
	if create {
		flags |= os.O_CREATE
	}
	return os.OpenFile(filepath.Join(dir, name), flags, 0o600)
}

// openReadOnly opens a segment for reading, unless it is a symbolic link.
func openReadOnly(path string) (*os.File, error) {
	if err := refuseLink(path); err != nil {
		return nil, err
	}
	return os.Open(path)
}

func refuseLink(path string) error {
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return fmt.Errorf("%s is a symbolic link, which the journal does not follow; remove it", path)
	}
	return nil
}
