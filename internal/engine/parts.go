package engine

import (
	"context"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// join asks others about an event. What they rewrite must pass the rules here.
func (e *Engine) join(ctx context.Context, ev hook.Event, out hook.Outcome) hook.Outcome {
	input := out.ToolInput
	out = e.also(ctx, ev, out)
	if out.ToolInput != nil && !jsonx.Equal(out.ToolInput, input) {
		e.recheckJoined(rules.WithInput(ev, out.ToolInput), &out)
	}
	if len(out.Hooks) > 0 {
		e.tell(ctx, ev, &out)
	}
	return out
}

// recheckJoined asks the rules about an event that others have rewritten, and
// adds what they say if that is stricter.
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
	if !said.Decision.Outranks(out.Decision) && !said.Stop {
		return
	}
	out.Decision, out.Reason, out.Output = said.Decision, said.Reason, said.Output
	out.Stop, out.StopReason = out.Stop || said.Stop, said.StopReason
	if out.Blocked = out.Blocked || said.Blocked; out.Blocked {
		out.ToolInput = nil
	}
	for _, m := range said.Messages {
		m.Hook += len(out.Hooks)
		out.Messages = append(out.Messages, m)
	}
	for _, d := range append(said.Diagnostics, diagnostics...) {
		if d.Hook != hook.NoHook {
			d.Hook += len(out.Hooks)
		}
		out.Diagnostics = append(out.Diagnostics, d)
	}
	out.Hooks = append(out.Hooks, results...)
}
