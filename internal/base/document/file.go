package document

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"syscall"
)

// ReadFile reads a regular file of a reasonable size. Anything else, such as a
// pipe that nobody writes to, could keep the agent waiting for ever. A link to
// nothing is no file that does not exist: somebody wanted one there.
func ReadFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if _, missing := os.Lstat(path); missing == nil {
			return nil, fmt.Errorf("%s is a symbolic link to a file that does not exist", path)
		}
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	if info.Size() > MaxSize {
		return nil, fmt.Errorf("%s has %d bytes, more than the %d that are read", path, info.Size(), MaxSize)
	}
	return os.ReadFile(path)
}

// ReadNamed is ReadFile for a file that the user named. It may be a pipe, such
// as the <(command) of a shell. A pipe can be read only once, and configuration
// is looked at twice, for its dialect and for its hooks: so what it gave is kept.
func ReadNamed(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil || info.Mode()&fs.ModeNamedPipe == 0 {
		return ReadFile(path)
	}
	read, _ := pipes.LoadOrStore(path, sync.OnceValues(func() ([]byte, error) { return readPipe(path) }))
	return read.(func() ([]byte, error))()
}

// pipes has a function for every pipe that returns what it gave.
var pipes sync.Map

// readPipe reads a pipe to its end. Opening one that nobody writes to would
// wait for ever; this way, it is empty.
func readPipe(path string) ([]byte, error) {
	fd, err := syscall.Open(path, syscall.O_RDONLY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	err = syscall.SetNonblock(fd, false) // for reading, as writers may take their time
	pipe := os.NewFile(uintptr(fd), path)
	defer pipe.Close()
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	text, err := io.ReadAll(io.LimitReader(pipe, MaxSize+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) == 0:
		return nil, fmt.Errorf("the pipe %s is empty, or nobody writes to it", path)
	case len(text) > MaxSize:
		return nil, fmt.Errorf("%s gives more than the %d bytes that are read", path, MaxSize)
	}
	return text, nil
}
