// Package host is what an agent needs around hooks: it fires the events at the
// right moments and applies the outcomes, so that a block really blocks, a
// rewritten input is what the tool gets, and a stop ends the loop.
//
// [ExecuteTool] wraps one tool call, [Scheduler] the calls of one model turn,
// [Chat] a model call, and [Session] is the whole agent loop. Each can be used
// without the others.
package host

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// ToolResult is what a tool gives back: one side for the model, one for the
// user.
type ToolResult struct {
	LLMContent    string
	ReturnDisplay string
	Metadata      json.RawMessage // an object
	Error         *ToolError
	// SuppressDisplay says that the user is not to be shown the result. The
	// model still gets it.
	SuppressDisplay bool
	// Notes are what hooks have to say to the user.
	Notes []string
	// Context is what hooks add to the conversation outside of the result.
	Context []hook.Context
}

// ToolError says that, and how, a tool failed.
type ToolError struct {
	Message string `json:"message"`
	Type    string `json:"type,omitempty"`
}

// The types of errors that the host itself gives as results.
const (
	ErrorBlocked    = "blocked_by_hook"
	ErrorExecution  = "execution_failed"
	ErrorNotAllowed = "tool_not_allowed"
	ErrorUnknown    = "unknown_tool"
	ErrorArguments  = "invalid_arguments"
	ErrorNotRun     = "not_run"
)

// ToolFunc runs a tool. An error becomes a result that tells the model about
// it.
type ToolFunc func(ctx context.Context, input json.RawMessage) (ToolResult, error)

// Stop says that a hook ends the agent loop.
type Stop struct {
	Stopped bool
	Reason  string // for the user; may be empty
}

// Text is what to tell the user: the reason, or that there was none.
func (s Stop) Text() string {
	if s.Reason == "" {
		return "A hook stopped the agent."
	}
	return s.Reason
}

func stopOf(out hook.Outcome) Stop {
	return Stop{Stopped: out.Stop, Reason: out.StopReason}
}

// AskFunc asks the user whether a tool may run. reason is the hook's.
type AskFunc func(ctx context.Context, c Call, reason string) bool

// ExecuteTool runs a tool between its hooks: before, the tool, after. A blocked
// tool does not run, and its result tells the model why. A rewritten input is
// what the tool gets.
func ExecuteTool(ctx context.Context, hooks *grapnel.System, name string, input json.RawMessage, run ToolFunc) (ToolResult, Stop) {
	return executeCall(ctx, hooks, nil, Call{Name: name, Args: input}, run, nil)
}

// executeCall is ExecuteTool for a call of a model, with a user who may be
// asked, and in a turn that other calls may end.
func executeCall(ctx context.Context, hooks *grapnel.System, ask AskFunc, c Call, run ToolFunc, t *turn) (ToolResult, Stop) {
	data := hook.Data{Tool: c.Name, ToolCallID: c.ID, ToolInput: c.Args}
	before := hooks.Tool(ctx, hook.ToolBefore, data)
	canceled := ctx.Err() != nil && before.Decision != hook.Deny && !before.Stop
	if before.Blocked && !canceled {
		return BlockedResult(before), stopOf(before)
	}
	if before.ToolInput != nil {
		data.ToolInput, c.Args = before.ToolInput, before.ToolInput
	}
	if before.Decision == hook.Ask && (ask != nil || hooks.AskNeedsUser()) {
		if refusal := askUser(ctx, ask, c, before.Reason); refusal != "" {
			return failure(ErrorBlocked, refusal).With(before, hook.Outcome{}), Stop{}
		}
	}
	if t.over(ctx) { // perhaps in the middle of a hook that would have blocked
		return notRun().With(before, hook.Outcome{}), Stop{}
	}
	result := call(ctx, run, data.ToolInput)
	kind := hook.ToolAfter
	if result.Error != nil && hooks.Supports(hook.ToolFailure) {
		kind, data.ToolError = hook.ToolFailure, result.Error.Message
	}
	if !hooks.HasHooksFor(kind, c.Name) {
		return result.With(before, hook.Outcome{}), Stop{}
	}
	data.ToolResponse = result.Response()
	after := hooks.Tool(ctx, kind, data)
	result = result.With(before, after)
	// Hooks that were cut short might have hidden the result.
	result.SuppressDisplay = result.SuppressDisplay || ctx.Err() != nil
	return result, stopOf(after)
}

// notRun is the result of a call that the turn did not get to.
func notRun() ToolResult {
	return failure(ErrorNotRun, "The tool did not run: the turn had ended before.")
}

// askUser returns why the tool may not run, or "".
func askUser(ctx context.Context, ask AskFunc, c Call, reason string) string {
	why := "A hook wants the user to confirm this tool call, but there is no user to ask. "
	if ask != nil {
		if ask(ctx, c, reason) {
			return ""
		}
		why = "The user did not confirm this tool call. "
	}
	return strings.TrimSpace(why + reason)
}

// BlockedResult is the result of a tool that hooks kept from running: it tells
// the model why.
func BlockedResult(out hook.Outcome) ToolResult {
	reason := out.Reason
	if out.Decision != hook.Deny {
		reason = "The tool did not run: a hook stopped the agent."
	}
	return failure(ErrorBlocked, reason).With(out, hook.Outcome{})
}

// call runs the tool. Neither an error nor a panic of it gets any further.
func call(ctx context.Context, run ToolFunc, input json.RawMessage) (result ToolResult) {
	defer func() {
		if p := recover(); p != nil {
			result = failure(ErrorExecution, fmt.Sprintf("the tool crashed: %v", p))
		}
	}()
	result, err := run(ctx, input)
	if err != nil {
		return failure(ErrorExecution, err.Error())
	}
	return result
}

// failure is a result that tells the model that the tool failed.
func failure(errorType, message string) ToolResult {
	return ToolResult{
		LLMContent:    message,
		ReturnDisplay: message,
		Error:         &ToolError{Message: message, Type: errorType},
	}
}

// Response is the result as hooks see it after the tool ran.
func (r ToolResult) Response() json.RawMessage {
	fields := hook.Object{}
	fields.Set("llmContent", r.LLMContent)
	fields.Set("returnDisplay", r.ReturnDisplay)
	fields["metadata"] = json.RawMessage("{}")
	if jsonx.Valid(r.Metadata) {
		fields["metadata"] = r.Metadata
	}
	if r.Error != nil {
		fields.Set("error", r.Error)
	}
	return fields.Raw()
}

// With returns the result with what hooks said before and after the tool ran.
// They cannot change the result itself.
func (r ToolResult) With(before, after hook.Outcome) ToolResult {
	r.addContext(before)
	r.addContext(after)
	for _, m := range after.Messages {
		if m.To == hook.ToModel && m.Kind == hook.ReasonMessage {
			r.Context = append(r.Context, hook.Context{Text: m.Text, Placement: hook.InUserMessage, Hook: m.Hook})
		}
	}
	r.annotate(after)
	r.annotate(before)
	r.SuppressDisplay = r.SuppressDisplay || after.SuppressOutput
	return r
}

// addContext adds what hooks have to add to the conversation. Text without a
// place came at an event that cannot add any.
func (r *ToolResult) addContext(out hook.Outcome) {
	for _, c := range out.Context {
		switch c.Placement {
		case "":
		case hook.InToolResult:
			r.LLMContent += "\n\n" + c.Text
		default:
			r.Context = append(r.Context, c)
		}
	}
}

// annotate adds the messages of hooks: system messages for the model, and what
// the user is to be told.
func (r *ToolResult) annotate(out hook.Outcome) {
	for _, text := range systemMessages(out) {
		r.LLMContent += "\n\n[System] " + text
	}
	r.Notes = append(r.Notes, UserMessages(out)...)
}

// UserMessages returns what hooks have to say to the user. A stop reason is not
// among them: it is said when the loop ends.
func UserMessages(out hook.Outcome) []string {
	var texts []string
	for _, m := range out.Messages {
		if m.To == hook.ToUser && m.Kind != hook.StopMessage {
			texts = append(texts, m.Text)
		}
	}
	return texts
}

// systemMessages returns what hooks want the model to read beside the matter
// itself.
func systemMessages(out hook.Outcome) []string {
	var texts []string
	for _, m := range out.Messages {
		if m.To == hook.ToModel && (m.Kind == hook.SystemMessage || m.Kind == hook.WarningMessage) {
			texts = append(texts, strings.TrimSpace(m.Text))
		}
	}
	return texts
}
