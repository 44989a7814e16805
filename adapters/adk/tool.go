package adk

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/apply"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
	"github.com/grapnel-hooks/grapnel/llm"
)

// beforeTool lets hooks block a tool, rewrite its input or ask the user.
func (h *hooked) beforeTool(ctx agent.Context, t tool.Tool, args map[string]any) (map[string]any, error) {
	r, id := h.run(ctx), ctx.FunctionCallID()
	if err := ctx.Err(); err != nil {
		return nil, err // what is known of a run may be gone with its context
	}
	r.leave(id, call{notRun: true})
	if refusal := refuse(r, ctx, t.Name()); refusal != "" {
		return failure(refusal), nil
	}
	var input json.RawMessage
	if r.hooks.HasHooksFor(hook.ToolBefore, t.Name()) {
		input = toInput(args)
	}
	guarded := apply.BeforeTool(ctx, r.hooks, t.Name(), id, input, h.asker(ctx, r))
	if err := ctx.Err(); err != nil {
		return nil, err // hooks that were cut short have not agreed
	}
	if refusal := refusalOf(guarded, r); refusal != "" {
		said := guarded.Said()
		r.stopAt(ctx, said.Stop)
		return failure(refusal + r.pass(ctx, said)), nil
	}
	if guarded.Pending {
		return nil, fmt.Errorf("tool %q: %w", t.Name(), tool.ErrConfirmationRequired)
	}
	if err := replace(args, input, guarded.Input); err != nil {
		return nil, fmt.Errorf("use the input of tool %q that hooks rewrote: %w", t.Name(), err)
	}
	r.leave(id, call{tool: &guarded})
	return nil, nil
}

// refusalOf says why a tool may not run, if so: because of what its hooks said,
// or because those of another call have stopped the run meanwhile.
func refusalOf(guarded apply.Tool, r *run) string {
	if guarded.Refusal == "" && r.stopped() {
		return apply.HookStopped
	}
	return guarded.Refusal
}

// refuse says why a tool may not run now whatever hooks say, if so.
func refuse(r *run, ctx agent.Context, name string) string {
	if r.stopped() {
		return apply.HookStopped
	}
	var tools *llm.ToolChoice
	r.inTurn(speakerOf(ctx), func(t *turn) { tools = t.tools })
	if !apply.Allows(tools, name) {
		return apply.NotAllowed(name)
	}
	return ""
}

// stopAt stops the run if a hook said so at a tool.
func (r *run) stopAt(ctx agent.Context, stop apply.Stop) {
	if !stop.Stopped {
		return
	}
	r.halt(ctx.FunctionCallID(), stop)
	// A tool whose result ends the run would leave the user without the reason.
	ctx.Actions().SkipSummarization = false
}

// asker has the user confirm a tool call, the way ADK's own tools do: the call
// ends with an error now, and is made again when the user has answered. Hooks
// then say again what they say.
func (h *hooked) asker(ctx agent.Context, r *run) apply.Ask {
	return func(_ context.Context, t apply.Tool, reason string) apply.Consent {
		if answer := ctx.ToolConfirmation(); answer != nil {
			if answer.Confirmed {
				return apply.Given
			}
			return apply.Refused
		}
		if r.live || !h.ask && !r.hooks.AskNeedsUser() {
			return apply.Nobody
		}
		if err := ctx.RequestConfirmation(apply.Question(t.Name, reason), nil); err != nil {
			return apply.Nobody
		}
		r.events.Fire(apply.Permission(t.Name, t.Input, reason))
		return apply.Pending
	}
}

// afterTool lets hooks add to a tool's result, or hide it.
func (h *hooked) afterTool(ctx agent.Context, t tool.Tool, args, result map[string]any, failed error) (map[string]any, error) {
	r := h.run(ctx)
	c := r.take(ctx.FunctionCallID())
	if c.notRun || ctx.Err() != nil || errors.Is(failed, tool.ErrConfirmationRequired) {
		return nil, nil
	}
	unfinished := pending(t, result, failed)
	said := r.said(ctx, c, t.Name(), args, result, failed, unfinished)
	r.stopAt(ctx, said.Stop)
	if said.Hidden {
		r.hide(ctx.FunctionCallID())
	}
	text := r.pass(ctx, said)
	switch {
	case text == "":
		return nil, nil
	case unfinished || isProtocol(t): // there is no result that it could be added to
		r.additions.add(speakerOf(ctx), &remark{text: strings.TrimSpace(text), placement: hook.InUserMessage, call: ctx.FunctionCallID()})
		return nil, nil
	}
	return annotate(result, failed, text), nil
}

// said returns what hooks said about a tool that ran. Of one whose result is
// still to come that is what they said before it.
func (r *run) said(ctx agent.Context, c call, name string, args, result map[string]any, failed error, unfinished bool) apply.Said {
	guarded := apply.NewTool(r.hooks, name, ctx.FunctionCallID(), nil)
	if c.tool != nil {
		guarded = *c.tool
	}
	if unfinished {
		return guarded.Said()
	}
	if r.hooks.HasHooksFor(hook.ToolAfter, name) || r.hooks.HasHooksFor(hook.ToolFailure, name) {
		guarded.Input = toInput(args)
	}
	return guarded.After(ctx, errorOf(result, failed), func() json.RawMessage { return toolResponse(result, failed) })
}

// pass passes on what hooks said about a call beside its result: to the user, and
// to the model with its next request. It returns what is said in the result; in a
// live run that is all, because there are no requests.
func (r *run) pass(ctx agent.Context, said apply.Said) string {
	r.additions.tell(said.ToUser)
	for _, c := range said.Beside {
		if r.live {
			said.InResult += "\n\n" + c.Text
			continue
		}
		r.additions.add(speakerOf(ctx), &remark{text: c.Text, placement: c.Placement, call: ctx.FunctionCallID()})
	}
	return said.InResult
}

// pending reports whether a tool has no result yet, but will get one from
// somewhere else.
func pending(t tool.Tool, result map[string]any, failed error) bool {
	if result != nil || failed != nil {
		return false
	}
	deferrer, ok := t.(interface{ DefersResponse() bool })
	return t.IsLongRunning() || ok && deferrer.DefersResponse()
}

// isProtocol reports whether the result of a tool is meant for ADK itself,
// which would not understand it with anything added.
func isProtocol(t tool.Tool) bool {
	return t.Name() == "set_model_response" || t.Name() == "finish_task"
}

// toInput returns the arguments of a tool as JSON. Hooks see even those that JSON
// has no form for, as text: a guard must not be blind to a call.
func toInput(args map[string]any) json.RawMessage {
	if args == nil {
		return json.RawMessage("{}")
	}
	return encodeAny(args)
}

// replace makes args, in place, exactly the object that edited is. input is the
// object they were; members that did not change keep their Go values.
func replace(args map[string]any, input, edited json.RawMessage) error {
	if bytes.Equal(input, edited) {
		return nil
	}
	if args == nil {
		return errors.New("the call has no arguments that could be replaced")
	}
	var before, after hook.Object
	if err := errors.Join(json.Unmarshal(input, &before), json.Unmarshal(edited, &after)); err != nil {
		return err
	}
	maps.DeleteFunc(args, func(key string, _ any) bool { return after[key] == nil })
	for key, raw := range after {
		if old, ok := before[key]; ok && jsonx.Equal(old, raw) {
			continue
		}
		var value any
		if err := json.Unmarshal(raw, &value); err != nil {
			return err
		}
		args[key] = value
	}
	return nil
}
