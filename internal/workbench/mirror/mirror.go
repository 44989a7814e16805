// Package mirror copies projects, so that hooks and tools can work on one
// without changing it.
package mirror

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// Limits of what is copied; ErrTooLarge names them.
const (
	maxFiles = 10_000
	maxBytes = 100 << 20
)

// ErrTooLarge says that there is more than is copied, as the end of a sentence
// that begins with the project and "has".
var ErrTooLarge = errors.New("more than 10000 files or 100 MiB")

// Copy is a copy in the making.
type Copy struct {
	To *os.Root

	files int
	bytes int64
}

// Add copies the entry of a directory at path to rel: a file with its mode, a
// link as it is, a directory without what is in it. What else there may be, such
// as sockets, is not part of a project.
func (c *Copy) Add(path, rel string, entry fs.DirEntry) error {
	info, err := entry.Info()
	if err != nil {
		return err
	}
	c.files++
	if c.files > maxFiles || c.bytes+info.Size() > maxBytes {
		return ErrTooLarge
	}
	switch mode := info.Mode(); {
	case mode.IsDir():
		// Its owner must be able to write into it, or there is no copy.
		err = c.To.Mkdir(rel, mode.Perm()|0o700)
	case mode&fs.ModeSymlink != 0:
		err = c.link(path, rel)
	case mode.IsRegular():
		c.bytes += info.Size()
		err = c.file(path, rel, mode.Perm())
	}
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

func (c *Copy) link(path, rel string) error {
	target, err := os.Readlink(path)
	if err != nil {
		return err
	}
	return c.To.Symlink(target, rel)
}

func (c *Copy) file(path, rel string, mode fs.FileMode) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	return Unforked(func() error {
		out, err := c.To.OpenFile(rel, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode|0o200)
		if err != nil {
			return err
		}
		_, err = io.Copy(out, in)
		return errors.Join(err, out.Close())
	})
}

// Unforked writes a file while this process starts no other. A hook that is
// started elsewhere in that moment would inherit the open file, and the system
// does not execute what somebody has open for writing.
func Unforked(write func() error) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	return write()
}
