package demo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/grapnel-hooks/grapnel/internal/workbench/mirror"
)

// copyProject copies a project to a directory that exists.
func copyProject(ctx context.Context, to, from string) error {
	root, err := os.OpenRoot(to)
	if err != nil {
		return fmt.Errorf("copy the project %s: %w", from, err)
	}
	defer root.Close()
	c := &copier{ctx: ctx, to: to, from: from, copy: mirror.Copy{To: root}}
	err = filepath.WalkDir(from, c.entry)
	if errors.Is(err, mirror.ErrTooLarge) {
		return fmt.Errorf("copy the project: %s has %w; put the configuration and its hooks into a directory with less beside them", from, err)
	}
	if err != nil {
		return fmt.Errorf("copy the project %s: %w", from, err)
	}
	return nil
}

// copier walks through a project.
type copier struct {
	ctx      context.Context
	to, from string
	copy     mirror.Copy
}

// entry copies one entry; it is an [fs.WalkDirFunc]. What cannot be read, or is
// gone meanwhile, is left out: hooks cannot need it either.
func (c *copier) entry(name string, entry fs.DirEntry, err error) error {
	if c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	if err == nil {
		err = c.add(name, entry)
	}
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func (c *copier) add(name string, entry fs.DirEntry) error {
	if entry.IsDir() && (name == c.to || entry.Name() == "node_modules") {
		return fs.SkipDir // the copy itself, if temporary files are in the project
	}
	below, err := filepath.Rel(c.from, name)
	if err != nil || below == "." {
		return err
	}
	return c.copy.Add(name, below, entry)
}
