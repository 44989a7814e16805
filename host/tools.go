package host

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/apply"
)

// ToolResult is what a tool gives back: one side for the model, one for the
// user. A [ToolFunc] fills in the first four members; the others are what hooks
// had to say.
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
	// Diagnostics are what was wrong with the hooks of this call, for whoever
	// maintains them.
	Diagnostics []hook.Diagnostic
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
// it. A tool that asks the user for permission first asks [IsApproved] whether
// that is still necessary.
type ToolFunc func(ctx context.Context, input json.RawMessage) (ToolResult, error)

// IsApproved reports whether the tool that runs with this context has been
// permitted already: by the user, whom a hook had asked, or by a hook itself, in
// dialects where "allow" is a permission. The tool need not ask again.
func IsApproved(ctx context.Context) bool { return apply.IsApproved(ctx) }

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

// AskFunc asks the user whether a tool may run. reason is the hook's. A panic
// counts as no.
type AskFunc func(ctx context.Context, c Call, reason string) bool

// ExecuteTool runs a tool between its hooks: before, the tool, after. A blocked
// tool does not run, and its result tells the model why. A rewritten input is
// what the tool gets. What hooks add to the result is in it already; what they
// say beside it is in the result's Notes and Context.
func ExecuteTool(ctx context.Context, hooks *grapnel.System, name string, input json.RawMessage, run ToolFunc) (ToolResult, Stop) {
	return caller{hooks: hooks}.execute(ctx, Call{Name: name, Args: input}, run)
}

// caller runs tools between their hooks.
type caller struct {
	hooks *grapnel.System
	ask   AskFunc              // may be nil: there is no user
	over  func() bool          // reports whether no further tool is to run; may be nil
	asked func(data hook.Data) // is told when the user is about to be asked; may be nil
}

// execute runs the tool that a call is for.
func (c caller) execute(ctx context.Context, call Call, run ToolFunc) (ToolResult, Stop) {
	tool := apply.BeforeTool(ctx, c.hooks, call.Name, call.ID, call.Args, c.confirm)
	switch {
	case tool.Refusal != "" && !tool.Canceled:
		said := tool.Said()
		return failure(ErrorBlocked, tool.Refusal).with(said), Stop(said.Stop)
	case tool.Canceled || ctx.Err() != nil || c.over != nil && c.over(): // perhaps while a hook was still deciding
		said := tool.Said()
		return failure(ErrorNotRun, apply.NotRun).with(said), Stop(said.Stop)
	}
	result := callTool(tool.Context(ctx), run, tool.Input)
	said := tool.After(ctx, result.problem(), result.response)
	return result.with(said), Stop(said.Stop)
}

// confirm asks the user, if there is one.
func (c caller) confirm(ctx context.Context, t apply.Tool, reason string) apply.Consent {
	if c.ask == nil {
		return apply.Nobody
	}
	if c.asked != nil {
		c.asked(apply.Permission(t.Name, t.Input, reason))
	}
	if c.ask(ctx, Call{ID: t.ID, Name: t.Name, Args: t.Input}, reason) {
		return apply.Given
	}
	return apply.Refused
}

// callTool runs the tool. Neither an error nor a panic of it gets any further.
func callTool(ctx context.Context, run ToolFunc, input json.RawMessage) (result ToolResult) {
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

// response is the result as hooks see it after the tool ran.
func (r ToolResult) response() json.RawMessage {
	return apply.ToolResponse(r.LLMContent, r.ReturnDisplay, r.Metadata, (*apply.ToolError)(r.Error))
}

// problem is what went wrong, or "".
func (r ToolResult) problem() string {
	if r.Error == nil {
		return ""
	}
	return r.Error.Message
}

// with returns the result with what hooks said about the call.
func (r ToolResult) with(said apply.Said) ToolResult {
	r.LLMContent += said.InResult
	r.SuppressDisplay = r.SuppressDisplay || said.Hidden
	r.Notes = append(r.Notes, said.ToUser...)
	r.Context = append(r.Context, said.Beside...)
	r.Diagnostics = append(r.Diagnostics, said.Diagnostics...)
	return r
}
