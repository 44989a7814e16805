package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

// Change is what is to become of one file. Nothing happens before Apply.
type Change struct {
	File string // links are resolved: what a link leads to changes, the link stays
	// Before and After are its content; nil if there is no such file.
	Before, After []byte
	Executable    bool
	// Backup is the file that keeps Before, if that is to be kept. Restored is
	// a backup that has done its duty and goes.
	Backup, Restored string

	locked error // why it must not be changed
}

// IsNothing reports whether the file is already as it should be.
func (c Change) IsNothing() bool {
	return bytes.Equal(c.Before, c.After) && (c.Before == nil) == (c.After == nil) && c.Restored == ""
}

// open looks at a file that may have to be changed. What it returns has the
// content as Before and as After.
func open(file string) (Change, error) {
	target, err := resolve(file)
	if err != nil {
		return Change{}, err
	}
	c := Change{File: target}
	info, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return c, nil
	case err != nil:
		return Change{}, fmt.Errorf("look at the settings: %w", err)
	case !info.Mode().IsRegular():
		return Change{}, fmt.Errorf("%s is not a regular file", target)
	case info.Size() > document.MaxSize:
		return Change{}, fmt.Errorf("%s has %d bytes, more than the %d that settings may have", target, info.Size(), document.MaxSize)
	case info.Mode().Perm()&0o200 == 0:
		c.locked = fmt.Errorf("%s is read-only; if you manage it in another way, change Grapnel's entries there", target)
	case isOthers(info):
		c.locked = fmt.Errorf("%s belongs to another user; run this as that user", target)
	}
	c.Before, err = os.ReadFile(target)
	if err != nil {
		return Change{}, fmt.Errorf("read the settings: %w", err)
	}
	if c.Before == nil {
		c.Before = []byte{}
	}
	c.After, c.Executable = c.Before, info.Mode().Perm()&0o100 != 0
	return c, nil
}

// checked returns changes if all of them may be made, so that nothing is half
// done.
func checked(changes []Change) ([]Change, error) {
	for _, c := range changes {
		if c.locked != nil && !c.IsNothing() {
			return nil, c.locked
		}
	}
	return changes, nil
}

// resolve follows links, which people use to keep their settings elsewhere.
// A link that leads nowhere is an error: a file there would be a surprise.
func resolve(file string) (string, error) {
	if _, err := os.Lstat(file); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return file, nil
		}
		return "", fmt.Errorf("look at the settings: %w", err)
	}
	target, err := filepath.EvalSymlinks(file)
	if err != nil {
		return "", fmt.Errorf("follow the link %s: %w", file, err)
	}
	return target, nil
}

// Apply makes the change, or leaves the file as it is. The file is replaced as a
// whole, so that no agent ever reads half of it.
func (c Change) Apply() error {
	if c.IsNothing() {
		return nil
	}
	// Agents write their settings, too: what was not looked at must not be lost.
	now, err := os.ReadFile(c.File)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the settings: %w", err)
	}
	if !bytes.Equal(now, c.Before) {
		return fmt.Errorf("%s changed in the meantime; try again", c.File)
	}
	if c.Backup != "" {
		if err := replaceFile(c.Backup, c.Before, c.mode()); err != nil {
			return fmt.Errorf("keep a copy of the settings: %w", err)
		}
	}
	if err := c.write(); err != nil {
		return err
	}
	if c.Restored != "" {
		if err := os.Remove(c.Restored); err != nil {
			return fmt.Errorf("remove the copy of the settings: %w", err)
		}
	}
	return nil
}

func (c Change) write() error {
	if c.After == nil {
		if err := os.Remove(c.File); err != nil {
			return fmt.Errorf("remove the settings: %w", err)
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(c.File), 0o755); err != nil {
		return fmt.Errorf("write the settings: %w", err)
	}
	if err := replaceFile(c.File, c.After, c.mode()); err != nil {
		return fmt.Errorf("write the settings: %w", err)
	}
	return nil
}

// mode is that of the file as it is, or what a new one gets.
func (c Change) mode() fs.FileMode {
	if info, err := os.Stat(c.File); err == nil {
		return info.Mode().Perm()
	}
	if c.Executable {
		return 0o755
	}
	return 0o644
}

// replaceFile writes a file beside another and puts it in its place.
func replaceFile(file string, content []byte, mode fs.FileMode) (err error) {
	temporary, err := os.CreateTemp(filepath.Dir(file), ".grapnel-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = temporary.Close() // it may be closed already
			_ = os.Remove(temporary.Name())
		}
	}()
	if _, err = temporary.Write(content); err != nil {
		return err
	}
	if err = temporary.Chmod(mode); err != nil {
		return err
	}
	// Before the file takes its place its content must be on the disk, or a
	// power failure could leave an empty one.
	if err = temporary.Sync(); err != nil {
		return err
	}
	if err = temporary.Close(); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), file)
}
