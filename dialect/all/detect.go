package all

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/internal/source"
)

// Detect returns the dialect that the configuration at a place is written for:
// by the files the user named, else by those in the project, else by any that
// exist. Without a sign it is the default.
func Detect(place dialect.Place) dialect.Dialect {
	for _, path := range place.Files {
		if d := recognize(path); d != nil {
			return d
		}
	}
	if len(place.Files) == 0 {
		for _, within := range []string{place.Project, ""} {
			for _, d := range dialects {
				if configured(d, place, within) {
					return d
				}
			}
		}
	}
	d, _ := ByName(Default)
	return d
}

// recognize returns the dialect that a file looks written for, or nil. Files
// that cannot be read are somebody else's error to report.
func recognize(path string) dialect.Dialect {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	doc, err := source.ParseJSON(path, text)
	if isYAML(path) {
		doc, err = source.ParseYAML(path, text)
	}
	if err != nil {
		return nil
	}
	for _, d := range dialects {
		if d.Recognizes(doc) {
			return d
		}
	}
	return nil
}

func isYAML(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".yaml" || ext == ".yml"
}

// configured reports whether a dialect has configuration below a directory, or
// in a variable; "" is everywhere.
func configured(d dialect.Dialect, place dialect.Place, within string) bool {
	locations, _ := d.Locations(place)
	for _, l := range locations {
		if l.Text != nil {
			return true
		}
		if !strings.HasPrefix(l.Path, within) {
			continue
		}
		if _, err := os.Stat(l.Path); err == nil {
			return true
		}
	}
	return false
}
