package apply

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
)

// Consent is what came of asking the user about a tool call.
type Consent int

// The user says no or yes, there is nobody who could be asked, or the answer
// comes later, with the same call.
const (
	Refused Consent = iota
	Given
	Nobody
	Pending
)

// Tool is a tool call on its way through its hooks.
type Tool struct {
	Name, ID string
	// Input is what the tool gets: what the model said, or what hooks made of it.
	Input json.RawMessage
	// Refusal is why the tool must not run, for the model; "" if it may.
	Refusal string
	// Canceled says that the call was given up before all hooks had answered.
	Canceled bool
	// Pending says that the user has to answer first, and Refusal is "".
	Pending bool
	// Approved says that hooks have allowed the call where that counts as
	// permission, or that the user has. Nobody needs to be asked again.
	Approved bool

	hooks       *grapnel.System
	before      hook.Outcome
	asked       bool // the user has read the reason
	diagnostics []hook.Diagnostic
}

// Ask asks the user whether a tool may run. reason is the hook's; it may be
// empty.
type Ask func(ctx context.Context, t Tool, reason string) Consent

// BeforeTool fires the event before a tool runs and decides by its outcome. ask
// is called if a hook wants the user to decide.
func BeforeTool(ctx context.Context, hooks *grapnel.System, name, id string, input json.RawMessage, ask Ask) Tool {
	t := NewTool(hooks, name, id, input)
	t.before = hooks.Tool(ctx, hook.ToolBefore, hook.BeforeTool(name, id, input))
	if t.before.Blocked {
		t.Canceled = canceled(ctx, t.before)
		t.Refusal = blockedReason(t.before)
		return t
	}
	if t.before.ToolInput != nil {
		t.Input = t.before.ToolInput
	}
	switch t.before.Decision {
	case hook.Allow:
		t.Approved = hooks.AllowApproves()
	case hook.Ask:
		t.confirm(ctx, ask)
	}
	return t
}

// NewTool returns a tool call whose hooks nobody has asked before it ran.
func NewTool(hooks *grapnel.System, name, id string, input json.RawMessage) Tool {
	return Tool{Name: name, ID: id, Input: input, hooks: hooks}
}

// HookStopped is what the model is told about a call that did not run because a
// hook stopped the agent.
const HookStopped = "The tool did not run: a hook stopped the agent."

func blockedReason(out hook.Outcome) string {
	if out.Stop && out.Decision != hook.Deny {
		return HookStopped
	}
	return out.Reason
}

// confirm asks the user. Where nobody can be asked, the dialect decides. The
// model is not told the hook's reason, which is for the user.
func (t *Tool) confirm(ctx context.Context, ask Ask) {
	switch t.consent(ctx, ask) {
	case Given:
		t.asked, t.Approved = true, true
	case Refused:
		t.asked, t.Refusal = true, "The user did not confirm this tool call."
	case Pending:
		t.asked, t.Pending = true, true
	case Nobody:
		if t.hooks.AskNeedsUser() {
			t.Refusal = "A hook wants the user to confirm this tool call, but there is no user to ask."
		}
	}
}

// canceled reports whether an operation is blocked only because its event was
// canceled: no hook has said no.
func canceled(ctx context.Context, out hook.Outcome) bool {
	return ctx.Err() != nil && out.Decision != hook.Deny && !out.Stop
}

// consent asks the user. Nobody has agreed to anything if that panics.
func (t *Tool) consent(ctx context.Context, ask Ask) (answer Consent) {
	defer func() {
		if p := recover(); p != nil {
			answer = Refused
			t.diagnostics = append(t.diagnostics, diag.Errorf("ask-failed", "asking the user about tool %q failed, which counts as no: %v", t.Name, p))
		}
	}()
	return ask(ctx, *t, t.before.Reason)
}

// Said returns what hooks said about a tool that did not run.
func (t Tool) Said() Said { return t.said(hook.Outcome{}) }

// After fires the event after the tool ran and returns what hooks said before
// and after it. They cannot change the result itself. problem is what went wrong
// with the tool, or ""; response returns the result as hooks see it, and is only
// called if there are hooks for it.
func (t Tool) After(ctx context.Context, problem string, response func() json.RawMessage) Said {
	data := hook.AfterTool(t.Name, t.ID, t.Input, nil)
	if problem != "" && t.hooks.Supports(hook.ToolFailure) {
		data = hook.FailedTool(t.Name, t.ID, t.Input, nil, problem)
	}
	if t.hooks.HasHooksFor(data.Kind, t.Name) {
		data.ToolResponse = response()
	}
	said := t.said(t.hooks.Tool(ctx, data.Kind, data))
	// Hooks that were cut short might have hidden the result.
	said.Hidden = said.Hidden || ctx.Err() != nil
	return said
}

// Said is what hooks said about a tool call, by who is to get it.
type Said struct {
	InResult string         // for the model, at the end of the tool's result
	Beside   []hook.Context // for the model, outside of the result
	ToUser   []string
	Hidden   bool // the user is not to be shown the result
	Stop     Stop
	// Diagnostics are for whoever maintains the hooks.
	Diagnostics []hook.Diagnostic
}

// said sorts what hooks said before and after the tool ran. Several texts of one
// sort are joined by newlines.
func (t Tool) said(after hook.Outcome) Said {
	said := Said{
		ToUser:      slices.Concat(t.messagesBefore(), UserMessages(after)),
		Hidden:      after.SuppressOutput,
		Stop:        JoinStops([]Stop{StopOf(t.before), StopOf(after)}),
		Diagnostics: slices.Concat(t.before.Diagnostics, t.diagnostics, after.Diagnostics),
	}
	var inResult []string
	for _, c := range slices.Concat(t.before.Context, after.Context) {
		switch c.Placement {
		case "": // it came at an event that cannot add any
		case hook.InToolResult:
			inResult = append(inResult, c.Text)
		default:
			said.Beside = append(said.Beside, c)
		}
	}
	for _, m := range after.Messages {
		if m.To == hook.ToModel && m.Kind == hook.ReasonMessage {
			said.Beside = append(said.Beside, hook.Context{Text: m.Text, Placement: hook.InUserMessage, Hook: m.Hook})
		}
	}
	if len(inResult) > 0 {
		said.InResult = "\n\n" + strings.Join(inResult, "\n")
	}
	if texts := slices.Concat(SystemMessages(t.before), SystemMessages(after)); len(texts) > 0 {
		said.InResult += "\n\n" + system(texts)
	}
	return said
}

// messagesBefore returns what hooks said to the user before the tool ran,
// without the reason that the user has read with the question.
func (t Tool) messagesBefore() []string {
	return messages(t.before, func(m hook.Message) bool {
		return m.To == hook.ToUser && m.Kind != hook.StopMessage && (m.Kind != hook.ReasonMessage || !t.asked)
	})
}

// NotRun is what the model is told about a call that the turn did not get to.
const NotRun = "The tool did not run: the turn had ended before."

// Question is what a user interface may show to ask about a tool call: the
// hook's reason, or a text in its place.
func Question(tool, reason string) string {
	if reason == "" {
		return fmt.Sprintf("A hook asks whether the tool %q may run.", tool)
	}
	return reason
}

// Permission is the moment when the user is asked about a tool call.
func Permission(tool string, input json.RawMessage, reason string) hook.Data {
	details := hook.Object{"tool_input": input}
	if len(input) == 0 {
		delete(details, "tool_input")
	}
	details.Set("tool_name", tool)
	return hook.Notify("ToolPermission", Question(tool, reason), details.Raw())
}
