//go:build unix

package trace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// openPrivate opens a file in a directory for reading and appending. Both are
// the user's alone afterwards, whatever their modes were; if that cannot be,
// because they belong to somebody else, it is an error. The file is opened by
// way of the open directory, so that neither can be exchanged for a symbolic
// link in between.
func openPrivate(dir, name string, create bool) (*os.File, error) {
	parent, err := openAt(unix.AT_FDCWD, dir, unix.O_DIRECTORY|unix.O_RDONLY, dir)
	if err != nil {
		return nil, err
	}
	defer parent.Close()
	if err := makePrivate(parent, 0o700); err != nil {
		return nil, err
	}
	flags := unix.O_RDWR | unix.O_APPEND
	if create {
		flags |= unix.O_CREAT
	}
	file, err := openAt(int(parent.Fd()), name, flags, filepath.Join(dir, name))
	if err != nil {
		return nil, err
	}
	if err := makePrivate(file, 0o600); err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// openReadOnly opens a segment for reading, unless it is a symbolic link or a
// pipe that could keep us waiting.
func openReadOnly(path string) (*os.File, error) {
	file, err := openAt(unix.AT_FDCWD, path, unix.O_RDONLY|unix.O_NONBLOCK, path)
	if err != nil {
		return nil, err
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(notRegular(path), err, file.Close())
	}
	return file, nil
}

func notRegular(path string) error {
	return fmt.Errorf("%s is not a regular file, as those of the journal are; remove it", path)
}

// openAt opens what is not a symbolic link.
func openAt(dir int, name string, flags int, path string) (*os.File, error) {
	for {
		fd, err := unix.Openat(dir, name, flags|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0o600)
		switch {
		case err == nil:
			return os.NewFile(uintptr(fd), path), nil
		case err == unix.EINTR:
		case isLink(path):
			return nil, fmt.Errorf("%s is a symbolic link, which the journal does not follow; remove it, or set GRAPNEL_STATE_DIR to the place it should be at", path)
		default:
			return nil, &fs.PathError{Op: "open", Path: path, Err: err}
		}
	}
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// makePrivate takes all rights from others. A directory that others must be
// able to write to, such as /tmp, is left alone.
func makePrivate(file *os.File, mode fs.FileMode) error {
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return notRegular(file.Name())
	}
	if info.Mode().Perm() == mode {
		return nil
	}
	if info.IsDir() && info.Mode()&fs.ModeSticky != 0 {
		return fmt.Errorf("%s is a directory that users share (mode %04o); the journal needs one of its own", file.Name(), info.Mode().Perm())
	}
	if err := file.Chmod(mode); errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%s has mode %04o and belongs to another user; remove it, or set GRAPNEL_STATE_DIR to a place of your own", file.Name(), info.Mode().Perm())
	} else if err != nil {
		return err
	}
	return nil
}
