package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// projectNames returns the names of the project that a directory is in: agents
// may have been started in it with or without symbolic links in the name. The
// first is as people write it.
func projectNames(dir string) ([]string, error) {
	if err := checkDir(dir); err != nil {
		return nil, err
	}
	root := projectRoot(dir)
	if real, err := filepath.EvalSymlinks(root); err == nil && real != root {
		return []string{root, real}, nil
	}
	return []string{root}, nil
}

// projectRoot is the top of the project that a directory is in: the top of its
// repository, else the nearest directory with a configuration of hooks, else the
// directory itself. The user's home is not a project that others are in.
func projectRoot(dir string) string {
	env := config.Here(dir)
	for at := env.Project; at != env.Home; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			break
		}
	}
	if above, _, ok := config.Above(all.Dialects(), env); ok {
		return above
	}
	return env.Project
}

// checkDir reports an error if --cwd names something else than a directory; ""
// is the current one.
func checkDir(dir string) error {
	if dir == "" {
		return nil
	}
	info, err := os.Stat(dir)
	switch {
	case err != nil:
		return fmt.Errorf("--cwd: %w", err)
	case !info.IsDir():
		return fmt.Errorf("--cwd: %s is not a directory", dir)
	}
	return nil
}

// fromHome shortens a path in the user's home directory.
func fromHome(path string) string {
	home, err := os.UserHomeDir()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(home, path); err == nil && filepath.IsAbs(path) && filepath.IsLocal(rel) {
		return filepath.Join("~", rel)
	}
	return path
}
