// Package engine takes an event to an outcome: which hooks run, in what order,
// and what their answers mean together. It knows neither configuration files
// nor any particular dialect; what it needs of one is [Contract].
//
// A [Registry] holds the configured hooks, and an [Engine] fires events at them.
// An event goes through a [Plan] (matching hooks, without duplicates, in order),
// an execution (one process or worker call for each hook), and a merge into one
// [hook.Outcome].
package engine

import (
	"cmp"
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
	contract Contract
	events   map[string]*eventHooks
	kinds    [hook.Kinds]*eventHooks // the first event of each kind; nil if there is none
	total    int
}

// eventHooks are the hooks of one event, those that run first at the front.
type eventHooks struct {
	event   hook.EventType
	entries []*entry
	plans   planCache

	// Matchers are compiled when the event is first planned. What is wrong with
	// them is part of every outcome from then on: a guard that does not run
	// because of that is in no plan that could say so.
	compileOnce sync.Once
	diagnostics []hook.Diagnostic
}

// entry is one hook ready to be planned. What is costly to prepare is prepared
// when the hook is first needed.
type entry struct {
	def     hook.Definition
	notRun  hook.Result   // what is known before the hook runs
	matcher match.Matcher // once the event's are compiled
	program atomic.Pointer[prepared]
}

// prepared is how to run a hook in a directory.
type prepared struct {
	dir     string
	program dialect.Program
	err     error
}

// NewRegistry indexes definitions. Those of events that the contract does not
// have are skipped.
func NewRegistry(c Contract, definitions []hook.Definition) *Registry {
	r := &Registry{contract: c, events: make(map[string]*eventHooks)}
	for _, e := range c.Events() {
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
	order := c.Rules().SourceOrder
	for _, hooks := range r.events {
		slices.SortStableFunc(hooks.entries, func(a, b *entry) int { return runsBefore(order, a.def, b.def) })
	}
	return r
}

// runsBefore is less than 0 if a runs before b: rules before hooks, hooks by
// their order, and those with the same one by their source.
func runsBefore(sources []hook.Source, a, b hook.Definition) int {
	switch {
	case (a.Rule == nil) != (b.Rule == nil):
		if a.Rule != nil {
			return -1
		}
		return 1
	case a.Order != b.Order:
		return cmp.Compare(a.Order, b.Order)
	}
	return slices.Index(sources, a.Source) - slices.Index(sources, b.Source)
}

func newEntry(def hook.Definition) *entry {
	return &entry{def: def, notRun: hook.Result{
		Name: def.DisplayName(), Type: def.Type, Command: def.Command,
		Source: def.Source, Origin: def.Origin.String(), ExitCode: -1, Observed: def.Observe,
	}}
}

// ofKind returns the hooks of a moment, or nil if the contract has no event
// for it.
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

// Diagnostics says what is wrong with the hooks' matchers.
func (r *Registry) Diagnostics() []hook.Diagnostic {
	var list []hook.Diagnostic
	for _, e := range r.contract.Events() {
		hooks := r.events[e.Name]
		hooks.compile(r.contract)
		list = append(list, hooks.diagnostics...)
	}
	return list
}

func (h *eventHooks) compile(c Contract) {
	h.compileOnce.Do(func() {
		for _, e := range h.entries {
			var err error
			if e.matcher, err = c.Matcher(h.event, e.def); err != nil {
				h.diagnostics = append(h.diagnostics, diag.Warnf("bad-matcher", "%v", err).At(e.def.Origin))
			}
		}
		h.diagnostics = slices.Clip(h.diagnostics) // appending copies
	})
}

// prepare returns how to run the hook in dir. The answer is kept, because an
// agent hardly ever changes its directory.
func (e *entry) prepare(c Contract, dir string) (dialect.Program, error) {
	if p := e.program.Load(); p != nil && p.dir == dir {
		return p.program, p.err
	}
	p := &prepared{dir: dir}
	p.program, p.err = c.Program(e.def, dir)
	e.program.Store(p)
	return p.program, p.err
}
