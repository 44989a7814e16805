package all

import (
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
func Detect(place dialect.Place) dialect.Dialect { return Explain(place).Dialect }

// Explain is Detect with the reason.
func Explain(place dialect.Place) Choice {
	for _, path := range place.Files {
		if c, ok := recognize(path); ok {
			return c
		}
	}
	if len(place.Files) == 0 {
		for _, within := range []string{place.Project, ""} {
			if found := Configured(place, within); len(found) > 0 {
				return found[0]
			}
		}
	}
	d, _ := ByName(Default)
	return Choice{d, "nothing says otherwise"}
}

// Configured returns the dialects that have configuration below a directory, or
// in a variable; "" is everywhere.
func Configured(place dialect.Place, within string) []Choice {
	var found []Choice
	for _, d := range dialects {
		if what := configured(d, place, within); what != "" {
			found = append(found, Choice{d, fmt.Sprintf("%s is where %s looks for hooks", what, d.Name())})
		}
	}
	return found
}

// recognize returns the dialect that a file is for: by its place and name, which
// say where agents look for it, else by what stands in it. Files that cannot be
// read are somebody else's error to report.
func recognize(path string) (c Choice, ok bool) {
	if d := atItsPlace(path); d != nil {
		return Choice{d, fmt.Sprintf("that is where %s looks for hooks", d.Name())}, true
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return c, false
	}
	doc, err := source.ParseJSON(path, text)
	if isYAML(path) {
		doc, err = source.ParseYAML(path, text)
	}
	if err != nil {
		return byFormat(path)
	}
	for _, d := range dialects {
		if sign := d.Recognizes(doc); sign != "" {
			return Choice{d, sign}, true
		}
	}
	return byFormat(path)
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

// byFormat returns the dialect whose files are YAML for a file that, by its
// name, is YAML too.
func byFormat(path string) (c Choice, ok bool) {
	if !isYAML(path) {
		return c, false
	}
	for _, d := range dialects {
		locations, _ := d.Locations(dialect.Place{Files: []string{path}})
		if len(locations) > 0 && locations[0].Format == dialect.YAML {
			return Choice{d, fmt.Sprintf("its name ends in %s", filepath.Ext(path))}, true
		}
	}
	return c, false
}

func isYAML(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".yaml" || ext == ".yml"
}

// configured returns the first configuration of a dialect below a directory, or
// "" if it has none.
func configured(d dialect.Dialect, place dialect.Place, within string) string {
	locations, _ := d.Locations(place)
	for _, l := range locations {
		if l.Text != nil {
			return l.Path
		}
		if !strings.HasPrefix(l.Path, within) {
			continue
		}
		if _, err := os.Stat(l.Path); err == nil {
			return l.Path
		}
	}
	return ""
}
