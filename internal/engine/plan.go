package engine

import (
	"maps"
	"sync"
	"sync/atomic"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules"
)

// Plan says which hooks run for an event, in which order, and whether one
// after the other.
type Plan struct {
	Event      hook.EventType
	Sequential bool

	entries     []*entry
	diagnostics []hook.Diagnostic

	compileOnce sync.Once
	compiled    *rules.Set // see conditions
}

// Hooks returns the planned hooks in order.
func (p *Plan) Hooks() []hook.Definition { return definitions(p.entries) }

// PlanFor returns the plan for an event about subject, or nil if no hook runs.
// Plans are remembered by subject, so that an event about a known tool costs a
// map look-up however many hooks there are.
func PlanFor(r *Registry, event, subject string) *Plan {
	hooks, ok := r.events[event]
	if !ok {
		return nil
	}
	if plan, known := hooks.known(subject); known {
		return plan
	}
	return r.plan(hooks, subject)
}

// known returns the plan for a subject if that takes no work.
func (h *eventHooks) known(subject string) (plan *Plan, known bool) {
	if len(h.entries) == 0 {
		return nil, true
	}
	return h.plans.get(h.key(subject))
}

// key is what plans are remembered by: the subject, if the event has one.
func (h *eventHooks) key(subject string) string {
	if h.event.Subject == "" {
		return ""
	}
	return subject
}

// plan builds the plan for a subject and remembers it.
func (r *Registry) plan(hooks *eventHooks, subject string) *Plan {
	plan, certain := r.planSubject(hooks, subject, nil)
	if certain {
		hooks.plans.put(hooks.key(subject), plan)
	}
	return plan
}

// planSubject builds the plan for a subject. certain is false if matchers ran
// out of time: that depends on how busy the machine was.
func (r *Registry) planSubject(hooks *eventHooks, subject string, skip skipFunc) (plan *Plan, certain bool) {
	var budget match.Budget
	plan = r.build(hooks, skip, func(m match.Matcher) bool { return m.Match(subject, &budget) })
	if budget.Exhausted() {
		plan.diagnostics = append(plan.diagnostics, diag.Warnf("matcher-timeout",
			"matchers took too long on %q; those that ran out of time count as matching", shorten(subject)))
		return plan, false
	}
	return plan, true
}

// planWithoutSubject builds the plan for an event that lacks what matchers are
// tested against: only hooks without a matcher run.
func (r *Registry) planWithoutSubject(hooks *eventHooks, skip skipFunc) *Plan {
	return r.build(hooks, skip, func(m match.Matcher) bool {
		_, all := m.(match.All)
		return all
	})
}

// build is the one pass over the hooks of an event, for plans and for
// explanations of them.
func (r *Registry) build(hooks *eventHooks, skip skipFunc, matches func(match.Matcher) bool) *Plan {
	hooks.compile(r.contract)
	rules := r.contract.Rules()
	plan := &Plan{Event: hooks.event, Sequential: rules.Sequential, diagnostics: hooks.diagnostics}
	seen := make(map[string]*entry)
	for _, e := range hooks.entries {
		if !matches(e.matcher) {
			skip.tell(e, ByMatcher, nil)
			continue
		}
		if rules.Dedup && e.def.Command != "" {
			identity := e.def.Identity()
			if first := seen[identity]; first != nil {
				skip.tell(e, ByDuplicate, first)
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
