package trust

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Store is the directory with approvals: a file for each project, which is the
// user's alone.
type Store struct{ dir string }

// Open returns the store in a directory, which need not exist yet.
func Open(dir string) Store { return Store{dir} }

// Default returns the user's store: trust in $XDG_CONFIG_HOME/grapnel, or in
// ~/.config/grapnel.
func Default(home string, getenv func(string) string) (Store, error) {
	if config := getenv("XDG_CONFIG_HOME"); filepath.IsAbs(config) {
		return Store{filepath.Join(config, "grapnel", "trust")}, nil
	}
	if home == "" {
		return Store{}, errors.New("there is no home directory to keep approvals in; set HOME")
	}
	return Store{filepath.Join(home, ".config", "grapnel", "trust")}, nil
}

// Canonical is the path by which a project is known, however it is reached.
func Canonical(project string) string {
	if real, err := filepath.EvalSymlinks(project); err == nil {
		return real
	}
	return project
}

func (s Store) file(project string) string {
	sum := sha256.Sum256([]byte(Canonical(project)))
	return filepath.Join(s.dir, hex.EncodeToString(sum[:16])+".json")
}

// Load returns what is approved in a project; nothing, if there is no approval.
func (s Store) Load(project string) (Approval, error) {
	a, err := read(s.file(project))
	if errors.Is(err, fs.ErrNotExist) {
		return Approval{}, nil
	}
	if err == nil && a.Project != Canonical(project) {
		return Approval{}, fmt.Errorf("read the approval of %s: it is of %s", project, a.Project)
	}
	return a, err
}

func read(path string) (a Approval, err error) {
	if info, err := os.Stat(path); err == nil && !isPrivate(info) {
		return a, fmt.Errorf("%s can be changed by others, so it approves nothing; remove it and run: grapnel trust", path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return a, fmt.Errorf("read an approval: %w", err)
	}
	if err := json.Unmarshal(text, &a); err != nil {
		return a, fmt.Errorf("%s is not an approval; remove it and run: grapnel trust: %w", path, err)
	}
	if a.Version != version {
		return a, fmt.Errorf("%s has version %d, and this grapnel knows version %d", path, a.Version, version)
	}
	return a, nil
}

// Save keeps an approval in place of the project's earlier one.
func (s Store) Save(a Approval) error {
	a.Project = Canonical(a.Project)
	text, err := json.MarshalIndent(a, "", "  ")
	if err == nil {
		err = s.write(s.file(a.Project), append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keep the approval: %w", err)
	}
	return nil
}

// write replaces a file as a whole.
func (s Store) write(path string, text []byte) error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	temporary, err := os.CreateTemp(s.dir, ".new-*") // with mode 0600
	if err != nil {
		return err
	}
	_, err = temporary.Write(text)
	if err = cmp.Or(err, temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), path)
	}
	if err != nil {
		os.Remove(temporary.Name())
	}
	return err
}

// Revoke forgets the approval of a project, and reports whether there was one.
func (s Store) Revoke(project string) (was bool, err error) {
	err = os.Remove(s.file(project))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// List returns all approvals, by the paths of their projects. Those that cannot
// be read are in the error.
func (s Store) List() ([]Approval, error) {
	files, err := filepath.Glob(filepath.Join(s.dir, "*.json"))
	var list []Approval
	for _, path := range files {
		a, readErr := read(path)
		if readErr != nil {
			err = errors.Join(err, readErr)
			continue
		}
		list = append(list, a)
	}
	slices.SortFunc(list, func(a, b Approval) int { return cmp.Compare(a.Project, b.Project) })
	return list, err
}
