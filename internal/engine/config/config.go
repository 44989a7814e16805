// Package config finds configuration files, reads them, and puts what they say
// into one list of hooks.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Set is the configuration in force.
type Set struct {
	Enabled     bool
	EnabledAt   hook.Position // where a file says so; zero if none does
	Definitions []hook.Definition
	Diagnostics []hook.Diagnostic
	Files       []string // that were read
	// Skipped are hooks that are configured but do not count at this place.
	Skipped []dialect.Skipped
	// Ignored are files that were not read because an earlier one counts alone.
	Ignored []string
	// Err joins the errors of files that could not be used at all. The other
	// files still count.
	Err error
}

// Load reads the configuration of a dialect at a place. Files that the user
// named are consent to run their hooks: they are on unless one says otherwise.
func Load(d dialect.Dialect, env dialect.Environment) Set {
	return LoadWith(d, env, nil)
}

// Inspect is shown the documents of a configuration. The value is nil if the
// text cannot be parsed.
type Inspect func(from dialect.Location, text []byte, doc *document.Value)

// LoadWith is Load for those who also want to see the documents; inspect may be
// nil.
func LoadWith(d dialect.Dialect, env dialect.Environment, inspect Inspect) Set {
	var set Set
	var locations []dialect.Location
	locations, set.Diagnostics = d.Locations(env)
	rules := d.Rules()
	var enabled *bool
	var off []dialect.Disabled
	var files []layered
	for i, from := range locations {
		one, found, err := read(d, from, env, inspect)
		if from.Untrusted != "" {
			set.leaveOut(from, one, err)
			continue
		}
		if err != nil && rules.InvalidDisables {
			return disabled(from, err)
		}
		if err != nil {
			set.Err = errors.Join(set.Err, err)
		}
		if err != nil || !found {
			continue
		}
		if from.IfHooks && len(one.Definitions) == 0 {
			set.Diagnostics = append(set.Diagnostics, one.Diagnostics...)
			continue
		}
		set.Files = append(set.Files, from.Path)
		files = append(files, layered{from.Layer, one.Definitions, one.Off})
		set.Diagnostics = append(set.Diagnostics, one.Diagnostics...)
		set.Skipped = append(set.Skipped, one.Skipped...)
		off = append(off, one.Disabled...)
		if enabled == nil && one.Enabled != nil {
			enabled, set.EnabledAt = one.Enabled, one.EnabledAt
		}
		if rules.FirstSourceWins {
			set.Ignored = existing(locations[i+1:])
			break
		}
	}
	set.switchOff(files)
	set.disable(off)
	set.Enabled = len(env.Files) > 0 || rules.OnByDefault
	if enabled != nil {
		set.Enabled = *enabled
	}
	return set
}

// existing returns the names of the locations that there are.
func existing(locations []dialect.Location) []string {
	var names []string
	for _, l := range locations {
		if _, err := os.Stat(l.Path); l.Text != nil || err == nil {
			names = append(names, l.Path)
		}
	}
	return names
}

// read reads one location.
func read(d dialect.Dialect, from dialect.Location, env dialect.Environment, inspect Inspect) (c dialect.Config, found bool, err error) {
	if from.Err != nil {
		return c, false, from.Err
	}
	text := from.Text
	switch {
	case text != nil:
	case from.Required:
		text, err = document.ReadNamed(from.Path)
	default:
		text, err = document.ReadFile(from.Path)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) && from.Required:
		return c, false, &unusable{"hooks config file not found", fmt.Errorf("read hooks: %s does not exist", from.Path)}
	case errors.Is(err, fs.ErrNotExist):
		return c, false, nil
	case err != nil:
		return c, false, fmt.Errorf("read hooks: %w", err)
	}
	doc, err := parse(from, text)
	if inspect != nil {
		inspect(from, text, doc)
	}
	if errors.Is(err, document.ErrEmpty) && !d.Rules().InvalidDisables {
		empty := diag.Warnf("empty-file", "the file is empty and counts as {}").Fixf("write hooks into it, or remove it")
		c.Diagnostics = []hook.Diagnostic{empty.At(hook.Position{File: from.Path})}
		return c, true, nil
	}
	if err != nil {
		return c, false, &unusable{"invalid " + formatName(from.Format), err}
	}
	c, err = d.ReadConfig(doc, from, env)
	return c, true, err
}

func parse(from dialect.Location, text []byte) (*document.Value, error) {
	switch from.Format {
	case dialect.YAML:
		return document.ParseYAML(from.Path, text)
	case dialect.StrictJSON:
		return document.ParseStrictJSON(from.Path, text)
	}
	return document.ParseJSON(from.Path, text)
}
