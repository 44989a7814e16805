// Package project finds the directory that a project begins at.
package project

import (
	"os"
	"path/filepath"
)

// Files are the names under which a project has its native file, relative to its
// root, in the order in which they count.
func Files() []string {
	return []string{"grapnel.yaml", filepath.Join(".grapnel", "grapnel.yaml")}
}

// Root returns the root of the project that a directory belongs to: the nearest
// directory upwards that has a native file, else the root of the repository,
// else the directory itself. It looks neither above the root of the repository
// nor above the home directory.
func Root(dir, home string) string {
	for at := dir; ; at = filepath.Dir(at) {
		if hasAny(at, Files()) || hasAny(at, []string{".git"}) {
			return at
		}
		if at == home || at == filepath.Dir(at) {
			return dir
		}
	}
}

func hasAny(dir string, names []string) bool {
	for _, name := range names {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			return true
		}
	}
	return false
}
