package engine

import "github.com/grapnel-hooks/grapnel/hook"

// Reason is why a hook is not in a plan.
type Reason string

// The reasons of the planner.
const (
	ByEvent     Reason = "event"     // it is for another event
	ByMatcher   Reason = "matcher"   // its matcher does not match
	BySubject   Reason = "subject"   // it has a matcher, but the event lacks what that is tested against
	ByDuplicate Reason = "duplicate" // an earlier hook has the same command
	ByContent   Reason = "content"   // it is not meant for an event with this content
)

// LeftOut is a hook that is not in a plan.
type LeftOut struct {
	Hook   hook.Definition
	Reason Reason
	// First is the hook that this one is a duplicate of, if that is the reason.
	First hook.Definition
}

// Explanation is a plan and why all other hooks are not in it.
type Explanation struct {
	Hooks       []hook.Definition // in the order in which they run
	Sequential  bool
	LeftOut     []LeftOut // those of the event first
	Diagnostics []hook.Diagnostic
}

// leaveOut is told of the hooks that a plan goes without. A nil one does not
// listen.
type leaveOut func(e *entry, why Reason, first *entry)

func (l leaveOut) tell(e *entry, why Reason, first *entry) {
	if l != nil {
		l(e, why, first)
	}
}

// Explain plans an event like [Handler.Fire] and says what becomes of every
// hook. It runs none.
func (p *Planner) Explain(ev hook.Event) Explanation {
	var x Explanation
	tell := func(e *entry, why Reason, first *entry) {
		out := LeftOut{Hook: e.def, Reason: why}
		if first != nil {
			out.First = first.def
		}
		x.LeftOut = append(x.LeftOut, out)
	}
	if plan := p.explain(ev, tell); plan != nil {
		x.Hooks, x.Sequential, x.Diagnostics = plan.Hooks(), plan.Sequential, plan.diagnostics
	}
	for _, event := range p.registry.dialect.Events() {
		if event.Name == ev.Type.Name {
			continue
		}
		for _, e := range p.registry.events[event.Name].entries {
			tell(e, ByEvent, nil)
		}
	}
	return x
}

func (p *Planner) explain(ev hook.Event, tell leaveOut) (plan *Plan) {
	hooks, ok := p.registry.events[ev.Type.Name]
	if !ok {
		return nil
	}
	if subject, known := ev.Subject(); known {
		plan, _ = p.planSubject(hooks, subject, tell)
	} else {
		plan = p.planWithoutSubject(hooks, func(e *entry, why Reason, first *entry) {
			if why == ByMatcher {
				why = BySubject
			}
			tell(e, why, first)
		})
	}
	if plan == nil {
		return nil
	}
	return plan.applicable(p.registry.dialect, ev, tell)
}
