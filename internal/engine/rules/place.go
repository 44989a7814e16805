package rules

import (
	"os"

	"github.com/grapnel-hooks/grapnel/internal/base/project"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/paths"
)

// place is a directory in which a session works, with the patterns of a set
// compiled for it.
type place struct {
	dir     string
	project string
	space   *paths.Space
	globs   []*paths.Glob // nil where the pattern cannot be compiled
}

// newPlace finds out about a directory. That touches the file system, so a set
// keeps what it found.
func newPlace(dir string, patterns []string) *place {
	home, _ := os.UserHomeDir() // without one, ~ cannot be resolved
	p := &place{dir: dir, project: project.Root(dir, home)}
	p.space = paths.NewSpace(p.project, dir, home)
	p.globs = make([]*paths.Glob, len(patterns))
	for i, pattern := range patterns {
		p.globs[i], _ = p.space.Compile(pattern) // Check has reported it
	}
	return p
}
