package adk

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"strings"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/llm"
)

// beforeTool lets hooks block a tool, rewrite its input or ask the user.
func (h *hooked) beforeTool(ctx agent.Context, t tool.Tool, args map[string]any) (map[string]any, error) {
	r := h.run(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err // what is known of a run may be gone with its context
	}
	if refusal := refuse(r, ctx, t.Name()); refusal != "" {
		r.leave(ctx.FunctionCallID(), call{notRun: true})
		return failure(refusal), nil
	}
	if !r.hooks.HasHooksFor(hook.ToolBefore, t.Name()) {
		return nil, nil
	}
	input, err := toInput(args)
	if err != nil {
		return nil, fmt.Errorf("translate the input of tool %q for hooks: %w", t.Name(), err)
	}
	out := r.hooks.Tool(ctx, hook.ToolBefore, hook.Data{Tool: t.Name(), ToolCallID: ctx.FunctionCallID(), ToolInput: input})
	r.leave(ctx.FunctionCallID(), call{notRun: true})
	if err := ctx.Err(); err != nil {
		return nil, err // hooks that were cut short have not agreed
	}
	if out.Blocked {
		r.stopAt(ctx, out)
		return failure(r.pass(ctx, host.BlockedResult(out))), nil
	}
	if out.ToolInput != nil {
		if err := replace(args, input, out.ToolInput); err != nil {
			return nil, fmt.Errorf("use the input of tool %q that hooks rewrote: %w", t.Name(), err)
		}
	}
	if out.Decision == hook.Ask {
		if err := r.ask(ctx, t, args, out); err != nil {
			return nil, err
		}
	}
	r.leave(ctx.FunctionCallID(), call{before: out})
	return nil, nil
}

// refuse says why a tool may not run now whatever hooks say, if so.
func refuse(r *run, ctx agent.Context, name string) string {
	if r.stopped() {
		return host.BlockedResult(hook.Outcome{Stop: true}).LLMContent
	}
	var tools *llm.ToolChoice
	r.inTurn(speakerOf(ctx), func(t *turn) { tools = t.tools })
	if !host.Allows(tools, name) {
		return host.NotAllowed(name)
	}
	return ""
}

// stopAt stops the run if a hook said so at a tool.
func (r *run) stopAt(ctx agent.Context, out hook.Outcome) {
	if !out.Stop {
		return
	}
	r.halt(host.Stop{Stopped: true, Reason: out.StopReason})
	// A tool whose result ends the run would leave the user without the reason.
	ctx.Actions().SkipSummarization = false
}

// ask has the user confirm a tool call, the way ADK's own tools do: the call
// ends with an error now, and is made again when the user has answered. Hooks
// then say again what they say.
func (r *run) ask(ctx agent.Context, t tool.Tool, args map[string]any, before hook.Outcome) error {
	if answer := ctx.ToolConfirmation(); answer != nil {
		if !answer.Confirmed {
			return fmt.Errorf("tool %q: %w%s", t.Name(), tool.ErrConfirmationRejected, r.pass(ctx, host.ToolResult{}.With(before, hook.Outcome{})))
		}
		return nil
	}
	reason := before.Reason
	if reason == "" {
		reason = fmt.Sprintf("A hook asks whether the tool %q may run.", t.Name())
	}
	if err := ctx.RequestConfirmation(reason, nil); err != nil {
		return fmt.Errorf("ask whether tool %q may run: %w", t.Name(), err)
	}
	details, err := hook.Marshal(map[string]any{"tool_name": t.Name(), "tool_input": args})
	if err != nil {
		return fmt.Errorf("ask whether tool %q may run: %w", t.Name(), err)
	}
	r.events.Fire(hook.Notification, hook.Data{Notification: "ToolPermission", Message: reason, Details: details})
	return fmt.Errorf("tool %q: %w", t.Name(), tool.ErrConfirmationRequired)
}

// afterTool lets hooks add to a tool's result, or hide it.
func (h *hooked) afterTool(ctx agent.Context, t tool.Tool, args, result map[string]any, failed error) (map[string]any, error) {
	r := h.run(ctx)
	c := r.take(ctx.FunctionCallID())
	if c.notRun || ctx.Err() != nil || errors.Is(failed, tool.ErrConfirmationRequired) {
		return nil, nil
	}
	var after hook.Outcome
	unfinished := pending(t, result, failed)
	if !unfinished {
		var err error
		if after, err = r.fireAfter(ctx, t.Name(), args, result, failed); err != nil {
			return nil, err
		}
		r.stopAt(ctx, after)
	}
	said := host.ToolResult{}.With(c.before, after) // nothing of the tool's own
	if said.SuppressDisplay || ctx.Err() != nil {   // hooks that were cut short might have hidden it
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

// pass passes on what hooks said about a call beside its result: to the user, and
// to the model with its next request. It returns what is said in the result; in a
// live run that is all, because there are no requests.
func (r *run) pass(ctx agent.Context, said host.ToolResult) string {
	r.additions.tell(said.Notes)
	for _, c := range said.Context {
		if r.live {
			said.LLMContent += "\n\n" + c.Text
			continue
		}
		r.additions.add(speakerOf(ctx), &remark{text: c.Text, placement: c.Placement, call: ctx.FunctionCallID()})
	}
	return said.LLMContent
}

// fireAfter fires the event of a tool that ran or, if the dialect has one, that
// of a tool that failed.
func (r *run) fireAfter(ctx agent.Context, name string, args, result map[string]any, failed error) (hook.Outcome, error) {
	kind, problem := hook.ToolAfter, errorOf(result, failed)
	if problem != "" && r.hooks.Supports(hook.ToolFailure) {
		kind = hook.ToolFailure
	}
	if !r.hooks.HasHooksFor(kind, name) {
		return hook.Outcome{}, nil
	}
	input, err := toInput(args)
	if err != nil {
		return hook.Outcome{}, fmt.Errorf("translate the input of tool %q for hooks: %w", name, err)
	}
	own, err := toResult(result, failed)
	if err != nil {
		return hook.Outcome{}, fmt.Errorf("translate the result of tool %q for hooks: %w", name, err)
	}
	return r.hooks.Tool(ctx, kind, hook.Data{
		Tool: name, ToolCallID: ctx.FunctionCallID(), ToolInput: input, ToolResponse: own.Response(), ToolError: problem,
	}), nil
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

// toInput returns the arguments of a tool as JSON.
func toInput(args map[string]any) (json.RawMessage, error) {
	if args == nil {
		return json.RawMessage("{}"), nil
	}
	return hook.Marshal(args)
}

// replace makes args, in place, exactly the object that edited is. input is the
// object they were; members that did not change keep their Go values.
func replace(args map[string]any, input, edited json.RawMessage) error {
	if args == nil {
		return errors.New("the call has no arguments that could be replaced")
	}
	var before, after hook.Object
	if err := errors.Join(json.Unmarshal(input, &before), json.Unmarshal(edited, &after)); err != nil {
		return err
	}
	maps.DeleteFunc(args, func(key string, _ any) bool { return after[key] == nil })
	for key, raw := range after {
		if old, ok := before[key]; ok && hook.Equal(old, raw) {
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
