//go:build linux || darwin

package process

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// defaultPath is where programs are looked for without PATH.
var defaultPath = []string{"/usr/local/bin", "/usr/bin", "/bin"}

// lookPath finds a program by its bare name in PATH. A path is left as it is:
// the new process itself resolves it, in its working directory.
func lookPath(name, _ string) (string, error) {
	if strings.Contains(name, "/") {
		return name, nil
	}
	if os.Getenv("PATH") != "" {
		return exec.LookPath(name)
	}
	for _, dir := range defaultPath {
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", &exec.Error{Name: name, Err: exec.ErrNotFound}
}

// exists reports whether a program that could not be started is nevertheless
// there.
func exists(name, dir string) bool {
	path, err := lookPath(name, dir)
	if err != nil {
		return false
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	_, err = os.Stat(path)
	return err == nil
}
