package engine

import (
	"cmp"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules"
)

// conditions returns the conditions of a plan's definitions, compiled when they
// are first needed; nil if there are none.
func (p *Plan) conditions() *rules.Set {
	p.compileOnce.Do(func() {
		if slices.ContainsFunc(p.entries, func(e *entry) bool { return e.def.Conditions != nil || e.def.Rule != nil }) {
			p.compiled = rules.New(p.Hooks())
		}
	})
	return p.compiled
}

// decide compares the event with the conditions of all definitions. It notes
// what rules say, keeps the hooks that are to run, and returns the event as
// these will see it.
func (x *execution) decide(ev hook.Event) hook.Event {
	if x.rules == nil {
		return ev
	}
	was := ev
	var hooks []*entry
	for _, v := range x.rules.Decide(rules.NewEvent(ev)) {
		e := x.planned[v.Definition]
		if e.def.Rule == nil {
			hooks = append(hooks, e)
			continue
		}
		answer, ok := x.rules.Answer(rules.NewEvent(ev), v)
		if !ok {
			continue
		}
		x.answered(e, v.Definition, answer)
		if answer.Meaning != nil && !e.def.Observe {
			ev = x.engine.contract.NextEvent(ev, answer.Meaning)
		}
	}
	if changed(was, ev) {
		x.recheck(ev)
	}
	x.planned = hooks
	return ev
}

// changed reports whether an event has other fields than before.
func changed(was, is hook.Event) bool {
	for key, value := range is.Fields {
		if old := was.Fields[key]; len(old) != len(value) || len(old) > 0 && &old[0] != &value[0] {
			return true
		}
	}
	return false
}

// answered adds what a rule says as the call of a hook that ran well.
func (x *execution) answered(e *entry, index int, answer dialect.Answer) {
	c := &call{entry: e, result: e.notRun, rule: index}
	c.result.StartMs = milliseconds(time.Since(x.begun))
	c.result.Success, c.result.ExitCode = true, 0
	x.understand(c, answer)
	x.calls = append(x.calls, c)
}

// recheck asks the rules that restrict once more, about an event that was
// rewritten: what runs must have passed them. It reports whether one of them
// objects that did not before.
func (x *execution) recheck(ev hook.Event) (objects bool) {
	if x.rules == nil {
		return false
	}
	now := rules.NewEvent(ev)
	n := len(x.calls)
	for _, v := range x.rules.Decide(now) {
		e := x.all[v.Definition]
		if e.def.Rule == nil || !e.def.Rule.Effect.Restricts() || x.hasAnswered(v.Definition) {
			continue
		}
		if answer, ok := x.rules.Answer(now, v); ok {
			x.answered(e, v.Definition, answer)
		}
	}
	slices.SortStableFunc(x.calls, func(a, b *call) int { return cmp.Compare(a.place(), b.place()) })
	return len(x.calls) > n
}

// recheckOutcome is recheck for what hooks made of a tool's input.
func (x *execution) recheckOutcome(ev hook.Event, out hook.Outcome) (objects bool) {
	if x.rules == nil || out.ToolInput == nil || len(x.planned) == 0 {
		return false
	}
	return x.recheck(rules.WithInput(ev, out.ToolInput))
}

func (x *execution) hasAnswered(rule int) bool {
	return slices.ContainsFunc(x.calls, func(c *call) bool { return c.def.Rule != nil && c.rule == rule })
}

// place is where a call is among all: rules in their order, then hooks.
func (c *call) place() int {
	if c.def.Rule == nil {
		return 1 << 30
	}
	return c.rule
}

// WithFacts returns an event with what hooks of a contract are told about a tool
// call beside its input.
func WithFacts(c Contract, ev hook.Event) hook.Event {
	if c.Rules().Facts {
		ev.Fields = ev.Fields.Overlay(rules.New(nil).Facts(rules.NewEvent(ev)))
	}
	return ev
}
