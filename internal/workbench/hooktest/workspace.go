package hooktest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/rogpeppe/go-internal/txtar"
)

// Limits of what is copied for a test. A project beyond them names the parts
// that its hooks need.
const (
	maxFiles = 10_000
	maxBytes = 100 << 20
)

// workspace is the directory that a test runs in: a copy of the project with
// the test's files over it.
type workspace struct {
	temp    string // holds the copy
	dir     string // the copy, named like the project
	project string // what was copied; "" for an archive
}

// newWorkspace prepares the directory for a test.
func newWorkspace(t *Test) (*workspace, error) {
	temp, err := os.MkdirTemp("", workspacePrefix)
	if err != nil {
		return nil, err
	}
	// Hooks ask the system where they are, and get names without links.
	if real, err := filepath.EvalSymlinks(temp); err == nil {
		temp = real
	}
	w := &workspace{temp: temp, dir: filepath.Join(temp, "project"), project: t.File.Project}
	if w.project != "" && filepath.Dir(w.project) != w.project {
		w.dir = filepath.Join(temp, filepath.Base(w.project))
	}
	if err := w.fill(t); err != nil {
		w.remove()
		return nil, fmt.Errorf("prepare the directory of the test: %w", err)
	}
	return w, nil
}

func (w *workspace) remove() { _ = os.RemoveAll(w.temp) } // it is in the temporary directory

// inside returns where a path of the project is in the copy. Others stay where
// they are; those of an archive are relative to it.
func (w *workspace) inside(path string) string {
	if w.project == "" {
		return filepath.Join(w.dir, filepath.FromSlash(path))
	}
	rel, err := filepath.Rel(w.project, path)
	if err != nil || !filepath.IsLocal(rel) {
		return path
	}
	return filepath.Join(w.dir, rel)
}

func (w *workspace) fill(t *Test) error {
	if err := os.Mkdir(w.dir, 0o755); err != nil {
		return err
	}
	// Through a Root, a link in the project cannot lead writing out of the copy.
	root, err := os.OpenRoot(w.dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if w.project != "" {
		from, err := filepath.EvalSymlinks(w.project)
		if err != nil {
			return err
		}
		c := copier{from: from, to: root}
		if err := c.copyProject(t.File); err != nil {
			return err
		}
	}
	for _, list := range [][]txtar.File{t.File.archive, t.setup.files} {
		for _, f := range list {
			if err := write(root, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// write creates a file that a test file holds. Neither YAML nor archives know
// of modes; what begins with #! is meant to be run.
func write(root *os.Root, f txtar.File) error {
	name := filepath.FromSlash(f.Name)
	if err := root.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if bytes.HasPrefix(f.Data, []byte("#!")) {
		mode = 0o755
	}
	if err := unforked(func() error { return root.WriteFile(name, f.Data, mode) }); err != nil {
		return err
	}
	return root.Chmod(name, mode) // it may have been there
}

// unforked writes a file while this process starts no other. A hook that
// another test starts in that moment would inherit the open file, and the
// system does not execute what somebody has open for writing.
func unforked(write func() error) error {
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	return write()
}

// copier copies a project.
type copier struct {
	from  string
	to    *os.Root
	files int
	bytes int64
}

// copyProject copies all of the project, or the parts that the test file names
// and its configuration.
func (c *copier) copyProject(f *File) error {
	if f.copyOnly == nil {
		return c.copyTree(".")
	}
	parts := slices.Clone(f.copyOnly)
	for _, path := range f.config {
		if rel, err := filepath.Rel(f.Project, path); err == nil && filepath.IsLocal(rel) {
			parts = append(parts, rel)
		}
	}
	for _, part := range parts {
		part = filepath.Clean(filepath.FromSlash(part))
		if err := c.to.MkdirAll(filepath.Dir(part), 0o755); err != nil {
			return err
		}
		if err := c.copyTree(part); err != nil {
			return err
		}
	}
	return nil
}

func (c *copier) copyTree(part string) error {
	return filepath.WalkDir(filepath.Join(c.from, part), func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(c.from, path)
		if err != nil {
			return err
		}
		switch {
		case rel == ".":
			return nil
		case entry.IsDir() && slices.Contains(installed, entry.Name()):
			_ = c.to.Symlink(path, rel) // where links are not to be had, hooks do without
			return fs.SkipDir
		case isForeign(entry.Name()):
			return skip(entry)
		}
		return c.copyEntry(path, rel, entry)
	})
}

func skip(entry fs.DirEntry) error {
	if entry.IsDir() {
		return fs.SkipDir
	}
	return nil
}

func (c *copier) copyEntry(path, rel string, entry fs.DirEntry) error {
	info, err := entry.Info()
	if err != nil {
		return err
	}
	c.files++
	if c.files > maxFiles || c.bytes+info.Size() > maxBytes {
		return fmt.Errorf("%s has more than %d files or %d MiB; name the parts that the hooks need, such as \"copy: [.llxprt, scripts]\"",
			c.from, maxFiles, maxBytes>>20)
	}
	switch mode := info.Mode(); {
	case mode.IsDir():
		// Its owner must be able to write into it, or there is no copy.
		if err := c.to.Mkdir(rel, mode.Perm()|0o700); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	case mode&fs.ModeSymlink != 0:
		target, err := os.Readlink(path)
		if err != nil {
			return err
		}
		if err := c.to.Symlink(target, rel); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	case mode.IsRegular():
		c.bytes += info.Size()
		return c.copyFile(path, rel, mode.Perm())
	}
	return nil // sockets and the like are not part of a project
}

func (c *copier) copyFile(path, rel string, mode fs.FileMode) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	return unforked(func() error {
		out, err := c.to.OpenFile(rel, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode|0o200)
		if err != nil {
			return err
		}
		_, err = io.Copy(out, in)
		return errors.Join(err, out.Close())
	})
}
