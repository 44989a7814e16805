// Package engine takes an event to an outcome: which hooks are meant, in what
// order they run, and what their answers mean together. It knows neither
// configuration files nor any particular dialect.
package engine

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Registry holds the configured hooks by event. It does not change once built.
type Registry struct {
	dialect dialect.Dialect
	events  map[string]*eventHooks
	kinds   [hook.Kinds]*eventHooks // the first event of each kind; nil if there is none
	total   int
}

// eventHooks are the hooks of one event, those that run first at the front.
type eventHooks struct {
	event   hook.EventType
	entries []*entry
	plans   planCache

	// Matchers wait to be compiled until the event is first planned. What is
	// wrong with them is part of every outcome from then on: a guard that does
	// not run because of that is in no plan that could say so.
	compileOnce sync.Once
	remarks     []hook.Diagnostic
}

// entry is one hook ready to be planned. What is costly to prepare waits until
// the hook is first needed.
type entry struct {
	def     hook.Definition
	notRun  hook.Result   // what there is to say of the hook before it runs
	matcher match.Matcher // once the event's are compiled
	program atomic.Pointer[prepared]
}

// prepared is how to run a hook in a directory.
type prepared struct {
	dir     string
	program dialect.Program
	err     error
}

// NewRegistry indexes definitions. Those of events that the dialect does not
// have are left out.
func NewRegistry(d dialect.Dialect, definitions []hook.Definition) *Registry {
	r := &Registry{dialect: d, events: make(map[string]*eventHooks)}
	for _, e := range d.Events() {
		hooks := &eventHooks{event: e}
		r.events[e.Name] = hooks
		if r.kinds[e.Kind] == nil && e.Kind != hook.Other { // which is many moments
			r.kinds[e.Kind] = hooks
		}
	}
	for _, def := range definitions {
		if hooks, ok := r.events[def.Event]; ok {
			hooks.entries = append(hooks.entries, newEntry(def))
			r.total++
		}
	}
	if order := d.Rules().SourceOrder; order != nil {
		for _, hooks := range r.events {
			slices.SortStableFunc(hooks.entries, func(a, b *entry) int {
				return slices.Index(order, a.def.Source) - slices.Index(order, b.def.Source)
			})
		}
	}
	return r
}

func newEntry(def hook.Definition) *entry {
	return &entry{def: def, notRun: hook.Result{
		Name: def.DisplayName(), Type: def.Type, Command: def.Command,
		Source: def.Source, Origin: def.Origin.String(), ExitCode: -1,
	}}
}

// ofKind returns the hooks of a moment, or nil if the dialect has no event
// there.
func (r *Registry) ofKind(kind hook.Kind) *eventHooks {
	if int(kind) >= len(r.kinds) {
		return nil
	}
	return r.kinds[kind]
}

// Total is the number of hooks.
func (r *Registry) Total() int { return r.total }

// Hooks returns the hooks of an event, those that run first at the front.
func (r *Registry) Hooks(event string) []hook.Definition {
	hooks, ok := r.events[event]
	if !ok {
		return nil
	}
	return definitions(hooks.entries)
}

func definitions(entries []*entry) []hook.Definition {
	list := make([]hook.Definition, len(entries))
	for i, e := range entries {
		list[i] = e.def
	}
	return list
}

// Remarks says what is wrong with the hooks' matchers.
func (r *Registry) Remarks() []hook.Diagnostic {
	var list []hook.Diagnostic
	for _, e := range r.dialect.Events() {
		hooks := r.events[e.Name]
		hooks.compile(r.dialect)
		list = append(list, hooks.remarks...)
	}
	return list
}

func (h *eventHooks) compile(d dialect.Dialect) {
	h.compileOnce.Do(func() {
		for _, e := range h.entries {
			var err error
			if e.matcher, err = d.Matcher(h.event, e.def); err != nil {
				h.remarks = append(h.remarks, diag.Warnf("bad-matcher", "%v", err).At(e.def.Origin))
			}
		}
		h.remarks = slices.Clip(h.remarks) // appending copies
	})
}

// prepare returns how to run the hook in dir. The answer is kept, because an
// agent hardly ever changes its directory.
func (e *entry) prepare(d dialect.Dialect, dir string) (dialect.Program, error) {
	if p := e.program.Load(); p != nil && p.dir == dir {
		return p.program, p.err
	}
	p := &prepared{dir: dir}
	p.program, p.err = d.Program(e.def, dir)
	e.program.Store(p)
	return p.program, p.err
}
