// Package config finds configuration files, reads them, and puts what they say
// into one list of hooks.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/source"
)

// Request says what to read.
type Request struct {
	Dialect dialect.Dialect
	Place   dialect.Place
	// Files, if any, are read instead of what discovery would find; the first
	// has the highest priority. Naming a file is consent to run its hooks: they
	// are on unless it says otherwise, and it must exist.
	Files []string
}

// Set is the configuration in force.
type Set struct {
	Enabled     bool
	Definitions []hook.Definition
	Diagnostics []hook.Diagnostic
	Files       []string // that were read
	// Err joins the errors of files that could not be used at all. The other
	// files still count.
	Err error
}

// Load reads the configuration.
func Load(r Request) Set {
	var set Set
	locations := explicit(r.Files)
	if len(r.Files) == 0 {
		locations, set.Diagnostics = r.Dialect.Locations(r.Place)
	}
	var enabled *bool
	for _, from := range locations {
		one, found, err := read(r.Dialect, from)
		switch {
		case err != nil:
			set.Err = errors.Join(set.Err, err)
			continue
		case !found && len(r.Files) == 0:
			continue
		case !found:
			set.Err = errors.Join(set.Err, fmt.Errorf("read hooks: %s does not exist", from.Path))
			continue
		}
		set.Files = append(set.Files, from.Path)
		set.Definitions = append(set.Definitions, one.Definitions...)
		set.Diagnostics = append(set.Diagnostics, one.Diagnostics...)
		if enabled == nil {
			enabled = one.Enabled
		}
	}
	set.Enabled = len(r.Files) > 0 || r.Dialect.Rules().OnByDefault
	if enabled != nil {
		set.Enabled = *enabled
	}
	return set
}

func explicit(files []string) []dialect.Location {
	var locations []dialect.Location
	for _, path := range files {
		locations = append(locations, dialect.Location{Path: path, Source: hook.SourceProject})
	}
	return locations
}

// read reads one file.
func read(d dialect.Dialect, from dialect.Location) (c dialect.Config, found bool, err error) {
	text, err := readFile(from.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, false, nil
	}
	if err != nil {
		return c, false, fmt.Errorf("read hooks: %w", err)
	}
	doc, err := source.ParseJSON(from.Path, text)
	if errors.Is(err, source.ErrEmpty) {
		c.Diagnostics = []hook.Diagnostic{hook.Warnf("empty-file", "the file is empty and counts as {}").At(hook.Position{File: from.Path})}
		return c, true, nil
	}
	if err != nil {
		return c, false, err
	}
	c, err = d.ReadConfig(doc, from)
	return c, true, err
}

// readFile reads a regular file of a reasonable size. Anything else, such as a
// pipe that nobody writes to, could keep the agent waiting for ever.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", path)
	}
	if info.Size() > source.MaxSize {
		return nil, fmt.Errorf("%s has %d bytes, more than the %d that are read", path, info.Size(), source.MaxSize)
	}
	return os.ReadFile(path)
}
