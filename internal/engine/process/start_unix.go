//go:build linux || darwin

package process

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/base/lookpath"
)

// lookPath finds a program by its bare name in PATH. A path is left as it is:
// the new process itself resolves it, in its working directory.
func lookPath(name, _ string) (string, error) {
	if strings.Contains(name, "/") {
		return name, nil
	}
	return lookpath.Find(name)
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
