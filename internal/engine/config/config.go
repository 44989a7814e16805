// Package config finds configuration files, reads them, and puts what they say
// into one list of hooks. It also finds out which dialect the configuration at
// a place is written for. Reading configuration starts nothing.
package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Source is the part of a dialect that loading its configuration needs.
// [dialect.Dialect] says what each method promises.
type Source interface {
	Rules() dialect.Rules
	Locations(dialect.Environment) ([]dialect.Location, []hook.Diagnostic)
	ReadConfig(doc *document.Value, from dialect.Location, env dialect.Environment) (dialect.Config, error)
}

// Set is the configuration in force.
type Set struct {
	Enabled     bool
	EnabledAt   hook.Position // where a file says so; zero if none does
	Definitions []hook.Definition
	Diagnostics []hook.Diagnostic
	Files       []string // that were read
	// Skipped are hooks that are configured but do not run at this place.
	Skipped []dialect.Skipped
	// Includes are files of other dialects whose hooks run, too.
	Includes []dialect.Include
	// Ignored are files that were not read because an earlier one is the only
	// one that is used.
	Ignored []string
	// Err joins the errors of files that could not be used at all. The other
	// files are still used.
	Err error
}

// Active returns the hooks that run: none if hooks are switched off.
func (s Set) Active() []hook.Definition {
	if !s.Enabled {
		return nil
	}
	return s.Definitions
}

// Load reads the configuration of a dialect at a place. Naming a file is consent
// to run its hooks: they are on unless a file says otherwise.
func Load(s Source, env dialect.Environment) Set {
	return LoadWith(s, env, nil)
}

// Inspect is shown the documents of a configuration. The value is nil if the
// text cannot be parsed.
type Inspect func(from dialect.Location, text []byte, doc *document.Value)

// LoadWith is Load for those who also want to see the documents; inspect may be
// nil.
func LoadWith(s Source, env dialect.Environment, inspect Inspect) Set {
	locations, diagnostics := s.Locations(env)
	l := &loader{source: s, rules: s.Rules(), env: env, inspect: inspect}
	l.set.Diagnostics = append(missingPlaces(env), diagnostics...)
	return l.load(locations)
}

// loader collects what the locations of a configuration say.
type loader struct {
	source  Source
	rules   dialect.Rules
	env     dialect.Environment
	inspect Inspect

	set    Set
	layers layers

	policies policies
}

func (l *loader) load(locations []dialect.Location) Set {
	for i, from := range locations {
		used, err := l.add(from)
		if err != nil && l.rules.InvalidDisables {
			return disabled(from, err)
		}
		l.set.Err = errors.Join(l.set.Err, err)
		if used && l.rules.FirstSourceWins {
			l.set.Ignored = existing(locations[i+1:])
			break
		}
	}
	l.set.switchOff(&l.layers)
	l.set.disable(&l.layers)
	l.policies.apply(&l.set, l.rules.Policy, l.layers.of)
	l.set.switchHooks(&l.layers, len(l.env.Files) > 0 || l.rules.OnByDefault)
	if l.rules.Dedup {
		l.set.lengthen(&l.layers)
	}
	return l.set
}

// add adds what one location says. used is false if that is nothing.
func (l *loader) add(from dialect.Location) (used bool, err error) {
	one, found, err := l.read(from)
	switch {
	case from.Untrusted != "":
		l.set.skipUntrusted(from, one, err)
		return false, nil
	case err != nil || !found:
		return false, err
	case from.IfHooks && len(one.Definitions) == 0:
		l.set.Diagnostics = append(l.set.Diagnostics, one.Diagnostics...)
		return false, nil
	}
	l.set.Files = append(l.set.Files, from.Path)
	l.set.Diagnostics = append(l.set.Diagnostics, one.Diagnostics...)
	l.set.Skipped = append(l.set.Skipped, one.Skipped...)
	l.layers.add(from.Path, from.Layer, one)
	l.policies.add(from.Layer, one.Policy)
	l.set.Includes = append(l.set.Includes, one.Includes...)
	return true, nil
}

// read reads one location.
func (l *loader) read(from dialect.Location) (c dialect.Config, found bool, err error) {
	if from.Err != nil {
		return c, false, from.Err
	}
	text, err := readText(from)
	switch {
	case errors.Is(err, fs.ErrNotExist) && from.Required:
		return c, false, &unusable{"hooks config file not found", fmt.Errorf("read hooks: %s does not exist", from.Path)}
	case errors.Is(err, fs.ErrNotExist):
		return c, false, nil
	case err != nil:
		return c, false, fmt.Errorf("read hooks: %w", err)
	}
	doc, err := parse(from.Path, from.Format, text)
	if l.inspect != nil {
		l.inspect(from, text, doc)
	}
	if err != nil {
		return c, false, &unusable{"invalid " + formatName(from.Format), err}
	}
	if c, err = l.source.ReadConfig(doc, from, l.env); err == nil {
		err = checkConditions(&c)
	}
	return c, true, err
}

func readText(from dialect.Location) ([]byte, error) {
	switch {
	case from.Text != nil:
		return from.Text, nil
	case from.Required:
		return document.ReadNamed(from.Path)
	}
	return document.ReadFile(from.Path)
}

func parse(path string, format dialect.Format, text []byte) (*document.Value, error) {
	switch format {
	case dialect.YAML:
		return document.ParseYAML(path, text)
	case dialect.StrictJSON:
		return document.ParseStrictJSON(path, text)
	}
	return document.ParseJSON(path, text)
}

// existing returns the names of the locations that exist.
func existing(locations []dialect.Location) []string {
	var names []string
	for _, l := range locations {
		if _, err := os.Stat(l.Path); l.Text != nil || err == nil {
			names = append(names, l.Path)
		}
	}
	return names
}
