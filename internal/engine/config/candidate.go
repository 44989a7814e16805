package config

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Dialect is what choosing one of several dialects needs of each.
type Dialect interface {
	Source
	Name() string
	Events() []hook.EventType
	Detect(doc *document.Value) (sign string)
}

// Candidate is a dialect that has configuration at a place.
type Candidate[D Dialect] struct {
	Dialect   D
	InProject bool // some of it is in the project, or in a variable
	env       dialect.Environment
	there     []dialect.Location
}

// Configured returns the dialects that have configuration at a place. Those
// that have it in the project, or in a variable, come first.
func Configured[D Dialect](dialects []D, env dialect.Environment) []Candidate[D] {
	var found, elsewhere []Candidate[D]
	for _, d := range dialects {
		c := Candidate[D]{Dialect: d, env: env, there: existingOf(d, env)}
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

func (c Candidate[D]) isInProject(l dialect.Location) bool {
	return l.Text != nil || below(c.env.Project, l.Path)
}

// Why says which file makes the dialect a candidate: one in the project, if
// there is one.
func (c Candidate[D]) Why() string {
	return fmt.Sprintf("%s is where %s looks for hooks", c.first().Path, c.Dialect.Name())
}

// first is the first location that exists: one in the project, if there is one.
func (c Candidate[D]) first() dialect.Location {
	return c.there[max(0, slices.IndexFunc(c.there, c.isInProject))]
}

// existingOf returns the locations of a dialect that exist. A link to nothing
// does exist: it is configuration that cannot be read.
func existingOf(s Source, env dialect.Environment) []dialect.Location {
	locations, _ := s.Locations(env)
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
func (c Candidate[D]) HasHooks() bool {
	has, _ := c.hooks("")
	return has > noHooks
}

// hooks says whether there are hooks for an event, or for any if that is empty,
// and in which file. Those that are not trusted are not counted, and those that
// are switched off are for no event. What cannot be read must not go unnoticed,
// so it counts as if it had hooks for the event.
func (c Candidate[D]) hooks(event string) (has amount, file string) {
	if meant, ok := dialect.FindEvent(c.Dialect, event); ok {
		event = meant.Name
	}
	l := &loader{source: c.Dialect, rules: c.Dialect.Rules(), env: c.env}
	set := l.load(c.there)
	file, broken := c.mistake(set)
	if broken {
		has = hooksForEvent
	} else {
		has, file = c.most(set.Definitions, event)
	}
	switchedOff := !set.Enabled && (!broken || set.EnabledAt.File != "")
	if switchedOff && set.Err == nil {
		has = min(has, otherHooks)
	}
	return has, file
}

// includes returns the files of other dialects whose hooks run with this one's.
func (c Candidate[D]) includes() []string {
	l := &loader{source: c.Dialect, rules: c.Dialect.Rules(), env: c.env}
	var files []string
	for _, include := range l.load(c.there).Includes {
		files = append(files, include.File)
	}
	return files
}

// mistake reports whether something in the configuration cannot be used, and in
// which file.
func (c Candidate[D]) mistake(set Set) (file string, broken bool) {
	for _, d := range set.Diagnostics {
		if d.Level == hook.LevelError {
			return d.Position.File, true
		}
	}
	return c.there[0].Path, set.Err != nil
}

// most returns the amount of hooks for an event, and the first file that has
// them. Hooks that nobody configured count as if they were for another event.
func (c Candidate[D]) most(definitions []hook.Definition, event string) (most amount, file string) {
	for _, def := range definitions {
		has := otherHooks
		if (event == "" || def.Event == event) && !c.isFallback(def) {
			has = hooksForEvent
		}
		if has > most {
			most, file = has, def.Origin.File
		}
	}
	return most, file
}

func (c Candidate[D]) isFallback(def hook.Definition) bool {
	return slices.ContainsFunc(c.there, func(l dialect.Location) bool { return l.Fallback && l.Path == def.Origin.File })
}
