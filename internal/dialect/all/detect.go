package all

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
type Choice struct {
	Dialect dialect.Dialect
	Why     string
	// Passed are dialects that have hooks for the event, too, which do not
	// count because this dialect was chosen.
	Passed []Passed
}

// Passed is a dialect that was not chosen, and the file that has its hooks.
type Passed struct{ Dialect, File string }

// Detect returns the dialect that the configuration at a place is written for:
// by the files the user named, else by those in the project, else by any that
// exist. Without a sign it is the default.
func Detect(env dialect.Environment) dialect.Dialect { return Explain(env, "").Dialect }

// Explain is Detect with the reason. If there is more than one configuration,
// those for dialects that have the event, unless that is empty, are preferred,
// and of these the ones with hooks for it.
func Explain(env dialect.Environment, event string) Choice {
	for _, path := range env.Files {
		if c, ok := recognize(path); ok {
			return c
		}
	}
	if len(env.Files) == 0 {
		if found := Configured(env); len(found) > 0 {
			return Choose(found, event)
		}
	}
	d, _ := ByName(Default)
	return Choice{Dialect: d, Why: "nothing says otherwise"}
}

// recognize returns the dialect that a file is for: by its place and name, which
// say where agents look for it, else by what is in it. Files that cannot be
// read are somebody else's error to report.
func recognize(path string) (c Choice, ok bool) {
	if d := atItsPlace(path); d != nil {
		return Choice{Dialect: d, Why: fmt.Sprintf("that is where %s looks for hooks", d.Name())}, true
	}
	text, err := document.ReadNamed(path)
	if err != nil {
		return c, false
	}
	candidates := dialects
	if isYAML(path) {
		candidates = withYAML(path)
	}
	if doc, err := parse(path, text); err == nil {
		for _, d := range candidates {
			if sign := d.Detect(doc); sign != "" {
				return Choice{Dialect: d, Why: sign}, true
			}
		}
	}
	if isYAML(path) && len(candidates) > 0 {
		return Choice{Dialect: candidates[0], Why: fmt.Sprintf("its name ends in %s", filepath.Ext(path))}, true
	}
	return c, false
}

func parse(path string, text []byte) (*document.Value, error) {
	if isYAML(path) {
		return document.ParseYAML(path, text)
	}
	return document.ParseJSON(path, text)
}

// atItsPlace returns the dialect that looks for a file of this path in its
// project, or nil.
func atItsPlace(path string) dialect.Dialect {
	path, err := filepath.Abs(path)
	if err != nil || !isHidden(filepath.Dir(path)) {
		return nil
	}
	env := dialect.Environment{
		Project: filepath.Dir(filepath.Dir(path)),
		Getenv:  func(string) string { return "" },
	}
	for _, d := range dialects {
		locations, _ := d.Locations(env)
		if slices.ContainsFunc(locations, func(l dialect.Location) bool { return l.Text == nil && l.Path == path }) {
			return d
		}
	}
	return nil
}

// isHidden reports whether a directory is one in which agents keep their files.
// All do, and asking each of them takes time.
func isHidden(dir string) bool { return strings.HasPrefix(filepath.Base(dir), ".") }

// withYAML returns the dialects whose files are YAML.
func withYAML(path string) []dialect.Dialect {
	return slices.DeleteFunc(slices.Clone(dialects), func(d dialect.Dialect) bool {
		locations, _ := d.Locations(dialect.Environment{Files: []string{path}})
		return len(locations) == 0 || locations[0].Format != dialect.YAML
	})
}

func isYAML(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".yaml" || ext == ".yml"
}
