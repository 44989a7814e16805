package document

import (
	"bytes"
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
	return readAll(path, info.Size())
}

// Open opens a file that the user named, for reading: a regular one or a pipe,
// but not a device that never ends. It does not wait for a pipe to be written to.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() && info.Mode()&fs.ModeNamedPipe == 0 {
		return nil, fmt.Errorf("%s is neither a regular file nor a pipe", path)
	}
	return open(path)
}

func open(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
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

// readPipe reads a pipe to its end. One that nobody writes to is empty.
func readPipe(path string) ([]byte, error) {
	text, err := readAll(path, 0)
	if err == nil && len(text) == 0 {
		err = fmt.Errorf("the pipe %s is empty, or nobody writes to it", path)
	}
	return text, err
}

// readAll reads a file of about that size. It may grow or be exchanged for
// another meanwhile, even for one that never ends.
func readAll(path string, size int64) ([]byte, error) {
	file, err := open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var text bytes.Buffer
	text.Grow(int(size) + bytes.MinRead)
	_, err = text.ReadFrom(io.LimitReader(file, MaxSize+1))
	if err == nil && text.Len() > MaxSize {
		err = fmt.Errorf("%s gives more than the %d bytes that are read", path, MaxSize)
	}
	return text.Bytes(), err
}
