package hooktest

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// SwitchedOff returns the configuration files of projects whose hooks are
// switched off. Tests run them all the same, so that somebody has to say it.
func SwitchedOff(files []*File) []string {
	var list, seen []string
	for _, f := range files {
		if f.Project == "" || len(f.config) > 0 || slices.Contains(seen, f.Project) {
			continue
		}
		seen = append(seen, f.Project)
		env := dialect.Environment{Project: f.Project, Getenv: inProject{}.getenv}
		for _, c := range f.configured(f.Project, nil) {
			set := config.Load(c.Dialect, env)
			if set.Err == nil && !set.Enabled && len(set.Definitions) > 0 {
				list = append(list, set.Definitions[0].Origin.File)
			}
		}
	}
	return list
}
