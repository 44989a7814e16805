package engine

import (
	"context"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/engine/joint"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// neutral is a contract that can say what an event is about in neutral words, so
// that hooks of other contracts can be told of it. Answer is the merged output
// of an outcome.
type neutral interface {
	Data(hook.Event) hook.Data
	Answer(hook.Outcome) hook.Object
}

// FireKind fires the event of a kind, whichever that is.
func (e *Engine) FireKind(ctx context.Context, kind hook.Kind, data hook.Data) hook.Outcome {
	switch kind {
	case hook.ToolBefore, hook.ToolAfter, hook.ToolFailure:
		return e.FireTool(ctx, kind, data)
	}
	return e.FireLifecycle(ctx, kind, data)
}

// join adds what hooks of other contracts say about an event.
func (e *Engine) join(ctx context.Context, ev hook.Event, out hook.Outcome) hook.Outcome {
	contract, ok := e.contract.(neutral)
	if !ok {
		return out
	}
	own, input := len(out.Hooks), out.ToolInput
	joint.Fire(ctx, &out, joint.Event{Kind: ev.Type.Kind, Agent: ev.Session.Agent, Data: contract.Data(ev)}, e.parts)
	if out.ToolInput != nil && !jsonx.Equal(out.ToolInput, input) {
		e.recheckJoined(rules.WithInput(ev, out.ToolInput), &out)
	}
	if len(out.Hooks) > own {
		out.Output = contract.Answer(out)
	}
	if len(out.Hooks) > 0 {
		e.tell(ctx, ev, &out)
	}
	return out
}

// recheckJoined asks the rules about an event that hooks of other contracts have
// rewritten, and adds what they say if that is stricter.
func (e *Engine) recheckJoined(ev hook.Event, out *hook.Outcome) {
	subject, _ := ev.Subject()
	plan := PlanFor(e.registry, ev.Type.Name, subject)
	if plan == nil {
		return
	}
	x := e.newExecution(plan, time.Now())
	if !x.recheck(ev) {
		return
	}
	results, diagnostics := x.results()
	said := merge(e.contract, ev, plan, results, x.readings(results))
	said.Diagnostics = append(said.Diagnostics, diagnostics...)
	if said.Decision.Outranks(out.Decision) || said.Stop && !out.Stop {
		joint.Add(out, said)
	}
}
