package engine

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules"
)

// Reason is why a hook is not in a plan.
type Reason string

// The reasons why a hook is not in a plan.
const (
	ByEvent     Reason = "event"     // it is for another event
	ByMatcher   Reason = "matcher"   // its matcher does not match
	BySubject   Reason = "subject"   // it has a matcher, but the event lacks what that is tested against
	ByDuplicate Reason = "duplicate" // an earlier hook has the same command
	ByContent   Reason = "content"   // it is not for an event with this content
	ByCondition Reason = "condition" // one of its conditions does not hold
)

// Skipped is a hook that is not in a plan.
type Skipped struct {
	Hook   hook.Definition
	Reason Reason
	// Condition is the one that does not hold, if that is the reason.
	Condition string
	// First is the hook that this one is a duplicate of, if that is the reason.
	First hook.Definition
}

// Explanation is a plan and why all other hooks are not in it.
type Explanation struct {
	Hooks       []hook.Definition // in the order in which they run
	Sequential  bool
	Skipped     []Skipped // those of the event first
	Diagnostics []hook.Diagnostic
}

// skipFunc is told of the hooks that are not in a plan; it may be nil.
type skipFunc func(e *entry, why Reason, first *entry)

func (f skipFunc) tell(e *entry, why Reason, first *entry) {
	if f != nil {
		f(e, why, first)
	}
}

// Explain plans an event like [Engine.Fire] and says for every hook whether it
// would run. It runs none, so it knows the event's content only as it is before
// hooks change it.
func Explain(r *Registry, ev hook.Event) Explanation {
	var x Explanation
	tell := func(e *entry, why Reason, first *entry) {
		out := Skipped{Hook: e.def, Reason: why}
		if first != nil {
			out.First = first.def
		}
		if why == ByCondition {
			out.Condition = rules.WhyNot(e.def, rules.NewEvent(ev))
		}
		x.Skipped = append(x.Skipped, out)
	}
	if hooks, ok := r.events[ev.Type.Name]; ok {
		ev.Type = hooks.event
		if plan := r.explain(hooks, ev, tell); plan != nil {
			x.Hooks, x.Sequential, x.Diagnostics = plan.Hooks(), plan.Sequential, plan.diagnostics
		} else {
			x.Diagnostics = hooks.diagnostics
		}
	}
	for _, event := range r.contract.Events() {
		if event.Name == ev.Type.Name {
			continue
		}
		for _, e := range r.events[event.Name].entries {
			tell(e, ByEvent, nil)
		}
	}
	return x
}

func (r *Registry) explain(hooks *eventHooks, ev hook.Event, tell skipFunc) (plan *Plan) {
	if subject, known := ev.Subject(); known {
		plan, _ = r.planSubject(hooks, subject, tell)
	} else {
		plan = r.planWithoutSubject(hooks, func(e *entry, why Reason, first *entry) {
			if why == ByMatcher {
				why = BySubject
			}
			tell(e, why, first)
		})
	}
	if plan == nil {
		return nil
	}
	plan.entries = slices.DeleteFunc(plan.entries, func(e *entry) bool {
		switch {
		case !r.contract.MatchesContent(ev, e.def):
			tell(e, ByContent, nil)
		case rules.WhyNot(e.def, rules.NewEvent(ev)) != "":
			tell(e, ByCondition, nil)
		default:
			return false
		}
		return true
	})
	if len(plan.entries) == 0 {
		return nil
	}
	return plan
}
