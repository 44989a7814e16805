package all

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/internal/source"
)

// Choice is a dialect and why it was chosen, as the end of a sentence that
// begins with "because".
type Choice struct {
	Dialect dialect.Dialect
	Why     string
}

// Detect returns the dialect that the configuration at a place is written for:
// by the files the user named, else by those in the project, else by any that
// exist. Without a sign it is the default.
func Detect(place dialect.Place) dialect.Dialect { return Explain(place, "").Dialect }

// Explain is Detect with the reason. If event is not empty and there is more
// than one configuration, one for a dialect that has the event is preferred.
func Explain(place dialect.Place, event string) Choice {
	for _, path := range place.Files {
		if c, ok := recognize(path); ok {
			return c
		}
	}
	if len(place.Files) == 0 {
		for _, within := range []string{place.Project, ""} {
			if found := Configured(place, within); len(found) > 0 {
				return found[max(0, slices.IndexFunc(found, func(c Choice) bool { return dialect.HasEvent(c.Dialect, event) }))]
			}
		}
	}
	d, _ := ByName(Default)
	return Choice{d, "nothing says otherwise"}
}

// Configured returns the dialects that have configuration below a directory, or
// in a variable; "" is everywhere. Those with hooks come before the others:
// agents keep more than hooks in their settings.
func Configured(place dialect.Place, within string) []Choice {
	var found []Choice
	for _, d := range dialects {
		if there := existing(d, place, within); len(there) > 0 {
			found = append(found, Choice{d, fmt.Sprintf("%s is where %s looks for hooks", there[0].Path, d.Name())})
		}
	}
	if len(found) < 2 {
		return found
	}
	var with, without []Choice
	for _, c := range found {
		if mayHaveHooks(c.Dialect, place, within) {
			with = append(with, c)
		} else {
			without = append(without, c)
		}
	}
	return append(with, without...)
}

// recognize returns the dialect that a file is for: by its place and name, which
// say where agents look for it, else by what stands in it. Files that cannot be
// read are somebody else's error to report.
func recognize(path string) (c Choice, ok bool) {
	if d := atItsPlace(path); d != nil {
		return Choice{d, fmt.Sprintf("that is where %s looks for hooks", d.Name())}, true
	}
	text, err := source.ReadNamed(path)
	if err != nil {
		return c, false
	}
	candidates := dialects
	if isYAML(path) {
		candidates = withYAML(path)
	}
	if doc, err := parse(path, text); err == nil {
		for _, d := range candidates {
			if sign := d.Recognizes(doc); sign != "" {
				return Choice{d, sign}, true
			}
		}
	}
	if isYAML(path) && len(candidates) > 0 {
		return Choice{candidates[0], fmt.Sprintf("its name ends in %s", filepath.Ext(path))}, true
	}
	return c, false
}

func parse(path string, text []byte) (*source.Value, error) {
	if isYAML(path) {
		return source.ParseYAML(path, text)
	}
	return source.ParseJSON(path, text)
}

// atItsPlace returns the dialect that looks for a file of this path in its
// project, or nil.
func atItsPlace(path string) dialect.Dialect {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil
	}
	place := dialect.Place{
		Project: filepath.Dir(filepath.Dir(path)),
		Getenv:  func(string) string { return "" },
	}
	for _, d := range dialects {
		locations, _ := d.Locations(place)
		if slices.ContainsFunc(locations, func(l dialect.Location) bool { return l.Text == nil && l.Path == path }) {
			return d
		}
	}
	return nil
}

// withYAML returns the dialects whose files are YAML.
func withYAML(path string) []dialect.Dialect {
	return slices.DeleteFunc(slices.Clone(dialects), func(d dialect.Dialect) bool {
		locations, _ := d.Locations(dialect.Place{Files: []string{path}})
		return len(locations) == 0 || locations[0].Format != dialect.YAML
	})
}

func isYAML(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".yaml" || ext == ".yml"
}

// existing returns the configuration that a dialect has below a directory.
func existing(d dialect.Dialect, place dialect.Place, within string) []dialect.Location {
	locations, _ := d.Locations(place)
	return slices.DeleteFunc(locations, func(l dialect.Location) bool {
		if l.Text != nil {
			return false
		}
		if within != "" && !below(within, l.Path) {
			return true
		}
		_, err := os.Stat(l.Path)
		return err != nil
	})
}

func below(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// mayHaveHooks reports whether there is a hook in the configuration of a
// dialect. What cannot be read must not go unnoticed, so it might have some.
func mayHaveHooks(d dialect.Dialect, place dialect.Place, within string) bool {
	return slices.ContainsFunc(existing(d, place, within), func(l dialect.Location) bool {
		text, err := l.Text, error(nil)
		if text == nil {
			text, err = source.ReadFile(l.Path)
		}
		if err != nil {
			return true
		}
		doc, err := parse(l.Path, text)
		if err != nil {
			return !errors.Is(err, source.ErrEmpty)
		}
		c, err := d.ReadConfig(doc, l, place)
		return err != nil || len(c.Definitions)+len(c.LeftOut)+len(c.Diagnostics) > 0
	})
}
