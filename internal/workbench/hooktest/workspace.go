package hooktest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/grapnel-hooks/grapnel/internal/workbench/mirror"
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
		c := copier{from: from, to: mirror.Copy{To: root}}
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
	if err := mirror.Unforked(func() error { return root.WriteFile(name, f.Data, mode) }); err != nil {
		return err
	}
	return root.Chmod(name, mode) // it may have been there
}

// copier copies a project.
type copier struct {
	from string
	to   mirror.Copy
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
		if err := c.to.To.MkdirAll(filepath.Dir(part), 0o755); err != nil {
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
			_ = c.to.To.Symlink(path, rel) // where links are not to be had, hooks do without
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

// copyEntry copies what is not left out. A project that is too large names the
// parts that its hooks need.
func (c *copier) copyEntry(path, rel string, entry fs.DirEntry) error {
	err := c.to.Add(path, rel, entry)
	if errors.Is(err, mirror.ErrTooLarge) {
		return fmt.Errorf("%s has %w; name the parts that the hooks need, such as \"copy: [.llxprt, scripts]\"", c.from, err)
	}
	return err
}
