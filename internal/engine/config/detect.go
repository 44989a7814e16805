package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Choice is a dialect and why it was chosen, as the end of a sentence that
// begins with "because".
type Choice[D Dialect] struct {
	Dialect D
	Why     string
	// Passed are dialects that have hooks for the event, too, which do not run
	// because this dialect was chosen.
	Passed []Passed
}

// Passed is a dialect that was not chosen, and the file that has its hooks.
type Passed struct{ Dialect, File string }

// Detect returns the dialect, of several, that the configuration at a place is
// written for: by the files the user named, else by those in the project, else
// by any that exist. Without a sign it is the first of the list. If there is
// more than one configuration, [Choose] chooses for the event, which may be
// empty.
func Detect[D Dialect](dialects []D, env dialect.Environment, event string) Choice[D] {
	for _, path := range env.Files {
		if c, ok := recognize(dialects, path); ok {
			return c
		}
	}
	if len(env.Files) == 0 {
		if found := Configured(dialects, env); len(found) > 0 {
			return Choose(found, event)
		}
	}
	return Choice[D]{Dialect: dialects[0], Why: "nothing says otherwise"}
}

// Choose chooses one of several candidates for an event, which may be empty:
// one that has the event goes before one that has not, one with hooks for it
// before one with others, and those before one without. Their order decides
// between equals. Files are only read if there is a choice: agents keep more
// than hooks in their settings.
func Choose[D Dialect](found []Candidate[D], event string) Choice[D] {
	able := slices.DeleteFunc(slices.Clone(found), func(c Candidate[D]) bool {
		_, has := dialect.FindEvent(c.Dialect, event)
		return !has
	})
	if len(able) > 0 {
		found = able
	}
	found = slices.Clone(found)
	slices.SortStableFunc(found, func(a, b Candidate[D]) int { // whose own name it is, first
		return btoi(dialect.HasEvent(b.Dialect, event)) - btoi(dialect.HasEvent(a.Dialect, event))
	})
	if len(found) == 1 {
		return Choice[D]{Dialect: found[0].Dialect, Why: found[0].Why()}
	}
	chosen, most := 0, noHooks
	var rivals []Passed
	for i, c := range found {
		has, file := c.hooks(event)
		if has > most {
			chosen, most = i, has
		}
		if has == hooksForEvent {
			rivals = append(rivals, Passed{c.Dialect.Name(), file})
		}
	}
	c := found[chosen]
	passed := slices.DeleteFunc(rivals, func(p Passed) bool { return p.Dialect == c.Dialect.Name() })
	if len(passed) > 0 {
		included := c.includes()
		passed = slices.DeleteFunc(passed, func(p Passed) bool { return slices.Contains(included, p.File) })
	}
	return Choice[D]{Dialect: c.Dialect, Why: c.Why(), Passed: passed}
}

func btoi(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// recognize returns the dialect that a file is for: by its place and name, which
// say where agents look for it, else by its content. Files that cannot be read
// are somebody else's error to report.
func recognize[D Dialect](dialects []D, path string) (c Choice[D], ok bool) {
	if i := atItsPlace(dialects, path); i >= 0 {
		return Choice[D]{Dialect: dialects[i], Why: fmt.Sprintf("that is where %s looks for hooks", dialects[i].Name())}, true
	}
	text, err := document.ReadNamed(path)
	if err != nil {
		return c, false
	}
	candidates, format := dialects, dialect.JSON
	if isYAML(path) {
		candidates, format = withYAML(dialects, path), dialect.YAML
	}
	if doc, err := parse(path, format, text); err == nil {
		for _, d := range candidates {
			if sign := d.Detect(doc); sign != "" {
				return Choice[D]{Dialect: d, Why: sign}, true
			}
		}
	}
	if isYAML(path) && len(candidates) > 0 {
		return Choice[D]{Dialect: candidates[0], Why: fmt.Sprintf("its name ends in %s", filepath.Ext(path))}, true
	}
	return c, false
}

// atItsPlace returns the index of the dialect that looks for a file of this path
// in its project, or -1.
func atItsPlace[D Dialect](dialects []D, path string) int {
	path, err := filepath.Abs(path)
	project := filepath.Dir(path)
	if isHidden(project) {
		project = filepath.Dir(project)
	} else if err != nil || !isYAML(path) {
		return -1
	}
	env := dialect.Environment{
		Project: project,
		Getenv:  func(string) string { return "" },
	}
	return slices.IndexFunc(dialects, func(d D) bool {
		locations, _ := d.Locations(env)
		return slices.ContainsFunc(locations, func(l dialect.Location) bool { return l.Text == nil && l.Path == path })
	})
}

// isHidden reports whether a directory is one in which agents keep their files.
// All do, except for YAML files, and asking each of them takes time.
func isHidden(dir string) bool { return strings.HasPrefix(filepath.Base(dir), ".") }

// withYAML returns the dialects whose files are YAML.
func withYAML[D Dialect](dialects []D, path string) []D {
	return slices.DeleteFunc(slices.Clone(dialects), func(d D) bool {
		locations, _ := d.Locations(dialect.Environment{Files: []string{path}})
		return len(locations) == 0 || locations[0].Format != dialect.YAML
	})
}

func isYAML(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".yaml" || ext == ".yml"
}
