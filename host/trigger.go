package host

import (
	"context"
	"encoding/json"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/apply"
	"github.com/grapnel-hooks/grapnel/llm"
)

// BeforeModelResult is what hooks did before a model call.
type BeforeModelResult struct {
	Blocked           bool // the model must not be called
	Reason            string
	SyntheticResponse *llm.Response // to use instead of the model's, if any
	ModifiedRequest   *llm.Request  // to send; the original if nobody changed it
	Stop              Stop
	SystemMessages    []string // for the model
	Diagnostics       []hook.Diagnostic
}

// BeforeModel fires the event before a model call. [Chat] does that, and all
// that follows from it.
func BeforeModel(ctx context.Context, hooks *grapnel.System, request *llm.Request) BeforeModelResult {
	before := apply.BeforeModel(ctx, hooks, request)
	return BeforeModelResult{
		Blocked: before.Blocked, Reason: before.Reason, SyntheticResponse: before.Instead, ModifiedRequest: before.Send,
		Stop: Stop(before.Stop), SystemMessages: before.SystemMessages, Diagnostics: before.Diagnostics,
	}
}

// AfterModelResult is what hooks did after a model call.
type AfterModelResult struct {
	Response       *llm.Response // to store and process: theirs, or the original
	Modified       bool
	SuppressOutput bool // the user is not to be shown the response
	Stop           Stop
	SystemMessages []string // for the model, with the next request
	Diagnostics    []hook.Diagnostic
}

// AfterModel fires the event after a model has answered completely. request is
// the one that was sent.
func AfterModel(ctx context.Context, hooks *grapnel.System, request *llm.Request, response *llm.Response) AfterModelResult {
	after := apply.AfterModel(ctx, hooks, request, response)
	return AfterModelResult{
		Response: after.Response, Modified: after.Modified, SuppressOutput: after.SuppressOutput,
		Stop: Stop(after.Stop), SystemMessages: after.SystemMessages, Diagnostics: after.Diagnostics,
	}
}

// BeforeToolSelectionResult is what hooks did before the model chooses tools.
type BeforeToolSelectionResult struct {
	ToolConfig     *llm.ToolChoice // to send; nil if nobody changed it
	Tools          json.RawMessage // the definitions, always as they were
	Stop           Stop
	SystemMessages []string // for the model
	Diagnostics    []hook.Diagnostic
}

// BeforeToolSelection fires the event before the model chooses among tools.
func BeforeToolSelection(ctx context.Context, hooks *grapnel.System, request *llm.Request) BeforeToolSelectionResult {
	selection := apply.SelectTools(ctx, hooks, request)
	result := BeforeToolSelectionResult{
		ToolConfig: selection.ToolConfig, Stop: Stop(selection.Stop),
		SystemMessages: selection.SystemMessages, Diagnostics: selection.Diagnostics,
	}
	if request != nil {
		result.Tools = request.Tools
	}
	return result
}
