package process

import (
	"path/filepath"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/base/lookpath"
)

// lookPath finds a program by its bare name in PATH. A relative path is relative
// to dir. Either may lack an extension listed in PATHEXT.
func lookPath(name, dir string) (string, error) {
	if strings.ContainsAny(name, `:\/`) && !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	return lookpath.Find(name)
}

// exists reports whether a program that could not be started is nevertheless
// there, for want of an interpreter. Windows has none.
func exists(string, string) bool { return false }
