// Package lookpath finds programs by their names. Unlike package os/exec it
// never looks into relative entries of PATH, such as "." or an empty one: there,
// a file of the project would be run in place of the shell that was meant, or
// would keep the shell from being found.
package lookpath

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Find returns the absolute path of the program with a bare name. A name with a
// separator is left to exec.LookPath. The error is an *exec.Error.
func Find(name string) (string, error) {
	if name == "" || strings.ContainsAny(name, separators) {
		return exec.LookPath(name)
	}
	for _, dir := range directories(os.Getenv("PATH")) {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}

// directories returns the absolute entries of a search path. If there are none,
// it is where the system keeps its programs: a shell that is not found would be
// a guard that does not run.
func directories(path string) []string {
	dirs := slices.DeleteFunc(filepath.SplitList(path), func(dir string) bool { return !filepath.IsAbs(dir) })
	if len(dirs) == 0 {
		return systemDirectories()
	}
	return dirs
}
