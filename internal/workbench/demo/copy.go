package demo

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// How large a project may be that is copied for a demonstration.
const (
	maxFiles = 20_000
	maxBytes = 200 << 20
)

// copyProject copies a project, with the modes of its files, but not what is
// neither a file, a directory nor a link.
func copyProject(ctx context.Context, to, from string) error {
	c := copier{ctx: ctx, to: to, from: from, files: maxFiles, bytes: maxBytes}
	if err := filepath.WalkDir(from, c.entry); err != nil {
		return fmt.Errorf("copy the project %s: %w", from, err)
	}
	return nil
}

// copier copies a tree within limits.
type copier struct {
	ctx      context.Context
	to, from string
	files    int   // that may still be copied
	bytes    int64 // likewise
}

var errTooLarge = errors.New("it is too large for a demo; put the configuration and its hooks into a directory with less beside them")

// entry copies one entry; it is an [fs.WalkDirFunc]. What cannot be read is left
// out: the user's hooks cannot need it either.
func (c *copier) entry(name string, entry fs.DirEntry, err error) error {
	switch {
	case c.ctx.Err() != nil:
		return c.ctx.Err()
	case errors.Is(err, fs.ErrPermission), errors.Is(err, fs.ErrNotExist): // or gone meanwhile
		return nil
	case err != nil:
		return err
	case entry.IsDir() && (name == c.to || entry.Name() == "node_modules"):
		return fs.SkipDir // the copy itself, if temporary files are in the project
	}
	if c.files--; c.files < 0 {
		return errTooLarge
	}
	below, err := filepath.Rel(c.from, name)
	if err != nil {
		return err
	}
	return c.one(name, filepath.Join(c.to, below), entry)
}

func (c *copier) one(from, to string, entry fs.DirEntry) error {
	switch mode := entry.Type(); {
	case mode.IsDir():
		return os.MkdirAll(to, 0o755)
	case mode&fs.ModeSymlink != 0:
		target, err := os.Readlink(from)
		if err != nil {
			return err
		}
		return os.Symlink(target, to)
	case mode.IsRegular():
		return c.file(from, to)
	}
	return nil
}

// file copies the contents and the mode of a file.
func (c *copier) file(from, to string) error {
	in, err := os.Open(from)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm()|0o600)
	if err != nil {
		return err
	}
	n, err := io.Copy(out, io.LimitReader(in, c.bytes+1))
	if c.bytes -= n; err == nil && c.bytes < 0 {
		err = errTooLarge
	}
	return errors.Join(err, out.Close())
}
