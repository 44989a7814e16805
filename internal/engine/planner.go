package engine

import (
	"maps"
	"sync"
	"sync/atomic"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
)

// Plan says which hooks run for an event, in which order, and whether one
// after the other.
type Plan struct {
	Event      hook.EventType
	Sequential bool

	entries     []*entry
	diagnostics []hook.Diagnostic
}

// Hooks returns the planned hooks in order.
func (p *Plan) Hooks() []hook.Definition { return definitions(p.entries) }

// Planner chooses hooks from a registry. Plans are remembered by subject, so
// that an event for a known tool costs a map look-up however many hooks there
// are.
type Planner struct{ registry *Registry }

// NewPlanner returns a planner for the registry's hooks.
func NewPlanner(r *Registry) *Planner { return &Planner{r} }

// Plan returns the plan for an event about subject, or nil if no hook is meant.
func (p *Planner) Plan(event, subject string) *Plan {
	hooks, ok := p.registry.events[event]
	if !ok {
		return nil
	}
	return p.plan(hooks, subject)
}

func (p *Planner) plan(hooks *eventHooks, subject string) *Plan {
	if len(hooks.entries) == 0 {
		return nil
	}
	if plan, known := hooks.plans.get(subject); known {
		return plan
	}
	plan, certain := p.planSubject(hooks, subject, nil)
	if certain {
		hooks.plans.put(subject, plan)
	}
	return plan
}

// planSubject builds the plan for a subject. certain is false if matchers ran
// out of time: that depends on how busy the machine was.
func (p *Planner) planSubject(hooks *eventHooks, subject string, leaveOut leaveOut) (plan *Plan, certain bool) {
	var budget match.Budget
	plan = p.build(hooks, leaveOut, func(m match.Matcher) bool { return m.Match(subject, &budget) })
	if budget.Exhausted() {
		plan.diagnostics = append(plan.diagnostics, diag.Warnf("matcher-timeout",
			"matchers took too long on %q; those that ran out of time count as matching", shorten(subject)))
		return plan, false
	}
	return plan, true
}

// planWithoutSubject builds the plan for an event that lacks what matchers are
// tested against: only hooks without a matcher run.
func (p *Planner) planWithoutSubject(hooks *eventHooks, leaveOut leaveOut) *Plan {
	return p.build(hooks, leaveOut, func(m match.Matcher) bool {
		_, all := m.(match.All)
		return all
	})
}

// build is the one pass over the hooks of an event, for plans and for
// explanations of them.
func (p *Planner) build(hooks *eventHooks, leaveOut leaveOut, wanted func(match.Matcher) bool) *Plan {
	hooks.compile(p.registry.dialect)
	rules := p.registry.dialect.Rules()
	plan := &Plan{Event: hooks.event, Sequential: rules.Sequential, diagnostics: hooks.remarks}
	seen := make(map[string]*entry)
	for _, e := range hooks.entries {
		if !wanted(e.matcher) {
			leaveOut.tell(e, ByMatcher, nil)
			continue
		}
		if rules.Dedup && e.def.Command != "" {
			identity := e.def.Identity()
			if first := seen[identity]; first != nil {
				leaveOut.tell(e, ByDuplicate, first)
				continue
			}
			seen[identity] = e
		}
		plan.entries = append(plan.entries, e)
		plan.Sequential = plan.Sequential || e.def.Sequential
	}
	if len(plan.entries) == 0 {
		return nil
	}
	return plan
}

func shorten(text string) string {
	if len(text) > 80 {
		return text[:80] + "…"
	}
	return text
}

// planCache remembers plans by subject. Reading takes no lock; writing copies,
// which is rare because an agent has few tools.
type planCache struct {
	plans atomic.Pointer[map[string]*Plan]
	write sync.Mutex
}

// Subjects come from outside: neither many nor long ones may fill the memory.
const (
	maxCachedPlans   = 1024
	maxCachedSubject = 256
)

func (c *planCache) get(subject string) (plan *Plan, known bool) {
	plans := c.plans.Load()
	if plans == nil {
		return nil, false
	}
	plan, known = (*plans)[subject]
	return plan, known
}

func (c *planCache) put(subject string, plan *Plan) {
	if len(subject) > maxCachedSubject {
		return
	}
	c.write.Lock()
	defer c.write.Unlock()
	next := map[string]*Plan{}
	if plans := c.plans.Load(); plans != nil && len(*plans) < maxCachedPlans {
		next = maps.Clone(*plans)
	}
	next[subject] = plan
	c.plans.Store(&next)
}
