package all

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Candidate is a dialect that has configuration at a place.
type Candidate struct {
	Dialect   dialect.Dialect
	InProject bool // some of it is there, or in a variable
	env       dialect.Environment
	there     []dialect.Location
}

// Configured returns the dialects that have configuration at a place. Those
// that have it in the project, or in a variable, come first.
func Configured(env dialect.Environment) []Candidate {
	var found, elsewhere []Candidate
	for _, d := range dialects {
		c := Candidate{Dialect: d, env: env, there: existing(d, env)}
		c.InProject = slices.ContainsFunc(c.there, c.isInProject)
		switch {
		case c.InProject:
			found = append(found, c)
		case len(c.there) > 0:
			elsewhere = append(elsewhere, c)
		}
	}
	return append(found, elsewhere...)
}

func (c Candidate) isInProject(l dialect.Location) bool {
	return l.Text != nil || below(c.env.Project, l.Path)
}

// Why says by which file the dialect is a candidate: one in the project, if
// there is one.
func (c Candidate) Why() string {
	first := c.there[max(0, slices.IndexFunc(c.there, c.isInProject))]
	return fmt.Sprintf("%s is where %s looks for hooks", first.Path, c.Dialect.Name())
}

// Choose chooses one of several candidates for an event, which may be empty:
// one that has the event goes before one that has not, one with hooks for it
// before one with others, and those before one without. Their order decides
// between equals. Files are only read if there is a choice: agents keep more
// than hooks in their settings.
func Choose(found []Candidate, event string) Choice {
	able := slices.DeleteFunc(slices.Clone(found), func(c Candidate) bool { return !dialect.HasEvent(c.Dialect, event) })
	if len(able) > 0 {
		found = able
	}
	if len(found) == 1 {
		return Choice{Dialect: found[0].Dialect, Why: found[0].Why()}
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
	return Choice{Dialect: c.Dialect, Why: c.Why(), Passed: passed}
}

// existing returns the configuration that a dialect has. A link to nothing is
// some that cannot be read.
func existing(d dialect.Dialect, env dialect.Environment) []dialect.Location {
	locations, _ := d.Locations(env)
	return slices.DeleteFunc(locations, func(l dialect.Location) bool {
		_, err := os.Lstat(l.Path)
		return l.Text == nil && err != nil
	})
}

func below(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// amount is how many hooks a configuration has.
type amount uint8

const (
	noHooks amount = iota
	otherHooks
	hooksForEvent
)

// HasHooks reports whether there is a hook, for whichever event.
func (c Candidate) HasHooks() bool {
	has, _ := c.hooks("")
	return has > noHooks
}

// hooks says whether there are hooks for an event, or for any if that is empty,
// and in which file. Those that nobody trusts do not count, and those that are
// switched off are for no event.
func (c Candidate) hooks(event string) (most amount, file string) {
	var enabled *bool
	for _, l := range c.there {
		if l.Untrusted != "" {
			continue
		}
		has, on := c.hooksIn(l, event)
		if has > most {
			most, file = has, l.Path
		}
		if enabled == nil {
			enabled = on
		}
	}
	if enabled == nil && !c.Dialect.Rules().OnByDefault || enabled != nil && !*enabled {
		most = min(most, otherHooks)
	}
	return most, file
}

// hooksIn is hooks for one file, with what that says about whether hooks are on.
// What cannot be read must not go unnoticed, so it counts as if it had some for
// the event.
func (c Candidate) hooksIn(l dialect.Location, event string) (has amount, enabled *bool) {
	text, err := l.Text, error(nil)
	if text == nil {
		text, err = document.ReadFile(l.Path)
	}
	if err != nil {
		return hooksForEvent, new(true)
	}
	doc, err := parse(l.Path, text)
	if errors.Is(err, document.ErrEmpty) {
		return noHooks, nil
	}
	if err != nil {
		return hooksForEvent, new(true)
	}
	config, err := c.Dialect.ReadConfig(doc, l, c.env)
	isMistake := func(d hook.Diagnostic) bool { return d.Level == hook.LevelError }
	isForEvent := func(def hook.Definition) bool { return event == "" || def.Event == event }
	switch {
	case err != nil || slices.ContainsFunc(config.Diagnostics, isMistake):
		return hooksForEvent, cmp.Or(config.Enabled, new(true))
	case slices.ContainsFunc(config.Definitions, isForEvent):
		return hooksForEvent, config.Enabled
	case len(config.Definitions) > 0:
		return otherHooks, config.Enabled
	}
	return noHooks, config.Enabled
}
