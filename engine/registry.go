// Package engine takes an event to an outcome: which hooks are meant, in what
// order they run, and what their answers mean together. It knows neither
// configuration files nor any particular dialect.
package engine

import (
	"slices"
	"sync"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/match"
)

// Registry holds the configured hooks by event. It does not change once built.
type Registry struct {
	dialect dialect.Dialect
	events  map[string]*eventHooks
	types   map[hook.Kind]hook.EventType
	total   int
}

// eventHooks are the hooks of one event, those that run first at the front.
type eventHooks struct {
	event   hook.EventType
	entries []*entry
	plans   planCache
}

// entry is one hook ready to be planned. What is costly to prepare waits until
// the hook is first needed.
type entry struct {
	def hook.Definition

	matcherOnce sync.Once
	matcher     match.Matcher
	matcherErr  error

	programOnce sync.Once
	program     []string
	programErr  error
}

// NewRegistry indexes definitions. Those of events that the dialect does not
// have are left out.
func NewRegistry(d dialect.Dialect, definitions []hook.Definition) *Registry {
	r := &Registry{
		dialect: d,
		events:  make(map[string]*eventHooks),
		types:   make(map[hook.Kind]hook.EventType),
	}
	for _, e := range d.Events() {
		r.events[e.Name] = &eventHooks{event: e}
		if _, known := r.types[e.Kind]; !known {
			r.types[e.Kind] = e
		}
	}
	for _, def := range definitions {
		if hooks, ok := r.events[def.Event]; ok {
			hooks.entries = append(hooks.entries, &entry{def: def})
			r.total++
		}
	}
	for _, hooks := range r.events {
		slices.SortStableFunc(hooks.entries, func(a, b *entry) int {
			return priority(a.def.Source) - priority(b.def.Source)
		})
	}
	return r
}

// sources in the order in which their hooks run.
var sources = []hook.Source{hook.SourceProject, hook.SourceUser, hook.SourceSystem, hook.SourceExtensions}

func priority(s hook.Source) int {
	if i := slices.Index(sources, s); i >= 0 {
		return i
	}
	return len(sources)
}

// Total is the number of hooks.
func (r *Registry) Total() int { return r.total }

// Hooks returns the hooks of an event, those that run first at the front.
func (r *Registry) Hooks(event string) []hook.Definition {
	hooks, ok := r.events[event]
	if !ok {
		return nil
	}
	list := make([]hook.Definition, len(hooks.entries))
	for i, e := range hooks.entries {
		list[i] = e.def
	}
	return list
}

func (e *entry) match(d dialect.Dialect, event hook.EventType, subject string, budget *match.Budget) bool {
	e.matcherOnce.Do(func() { e.matcher, e.matcherErr = d.Matcher(event, e.def) })
	return e.matcher.Match(subject, budget)
}

// matchesAll reports whether the hook takes every subject, and so an unknown
// one too.
func (e *entry) matchesAll(d dialect.Dialect, event hook.EventType) bool {
	e.match(d, event, "", new(match.Budget))
	_, all := e.matcher.(match.All)
	return all
}

func (e *entry) argv(d dialect.Dialect) ([]string, error) {
	e.programOnce.Do(func() { e.program, e.programErr = d.Program(e.def) })
	return e.program, e.programErr
}
