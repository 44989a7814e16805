package host

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/grapnel-hooks/grapnel"
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
}

// BeforeModel fires the event before a model call.
func BeforeModel(ctx context.Context, hooks *grapnel.System, request *llm.Request) BeforeModelResult {
	out := hooks.BeforeModel(ctx, request)
	result := BeforeModelResult{
		Blocked: out.Blocked, Reason: out.Reason, ModifiedRequest: request,
		Stop: stopOf(out), SystemMessages: systemMessages(out),
	}
	if out.LLMResponse != nil {
		result.SyntheticResponse = responseFrom(out.LLMResponse)
	}
	if out.LLMRequest != nil {
		if edited, _, err := llm.ApplyRequest(request, out.LLMRequest); err == nil {
			result.ModifiedRequest = edited
		}
	}
	return result
}

// AfterModelResult is what hooks did after a model call.
type AfterModelResult struct {
	Response       *llm.Response // to store and process: theirs, or the original
	Modified       bool
	SuppressOutput bool // the user is not to be shown the response
	Stop           Stop
	SystemMessages []string // for the model, with the next request
}

// AfterModel fires the event after a model has answered completely. request is
// the one that was sent.
func AfterModel(ctx context.Context, hooks *grapnel.System, request *llm.Request, response *llm.Response) AfterModelResult {
	out := hooks.AfterModel(ctx, request, response)
	result := AfterModelResult{
		Response: response, SuppressOutput: out.SuppressOutput,
		Stop: stopOf(out), SystemMessages: systemMessages(out),
	}
	if out.LLMResponse == nil {
		return result
	}
	if edited := responseFrom(out.LLMResponse); edited != nil {
		if edited.UsageMetadata == nil {
			edited.UsageMetadata = response.UsageMetadata // what was spent stays spent
		}
		result.Response, result.Modified = edited, true
	}
	return result
}

// responseFrom reads a response in the stable format.
func responseFrom(raw json.RawMessage) *llm.Response {
	parsed, _, err := llm.ParseHookResponse(raw)
	if err != nil {
		return nil
	}
	return llm.FromHookResponse(parsed)
}

// BeforeToolSelectionResult is what hooks did before the model chooses tools.
type BeforeToolSelectionResult struct {
	ToolConfig     *llm.ToolChoice // to send; nil if nobody changed it
	Tools          json.RawMessage // the definitions, always as they were
	Stop           Stop
	SystemMessages []string // for the model
}

// BeforeToolSelection fires the event before the model chooses among tools.
func BeforeToolSelection(ctx context.Context, hooks *grapnel.System, request *llm.Request) BeforeToolSelectionResult {
	if request == nil {
		request = &llm.Request{}
	}
	out := hooks.BeforeToolSelection(ctx, request)
	result := BeforeToolSelectionResult{Tools: request.Tools, Stop: stopOf(out), SystemMessages: systemMessages(out)}
	if out.ToolConfig != nil {
		result.ToolConfig = llm.ApplyToolConfig(request, *out.ToolConfig).ToolConfig
	}
	return result
}

// SelectTools fires the event before the model chooses among tools, if the
// request has any, and returns the request with what hooks made of it.
func SelectTools(ctx context.Context, hooks *grapnel.System, request *llm.Request) (*llm.Request, BeforeToolSelectionResult) {
	if len(request.Tools) == 0 {
		return request, BeforeToolSelectionResult{}
	}
	selection := BeforeToolSelection(ctx, hooks, request)
	if selection.ToolConfig != nil {
		request = request.Clone()
		request.ToolConfig = selection.ToolConfig
	}
	return WithNotes(request, selection.SystemMessages), selection
}

// Allows reports whether a request lets the model call a tool. What the
// request declares is also enforced: a model may call what it was told not to.
func Allows(config *llm.ToolChoice, tool string) bool {
	switch {
	case config == nil:
		return true
	case config.Mode == llm.ModeNone:
		return false
	case config.AllowedFunctionNames == nil:
		return true
	}
	return slices.Contains(config.AllowedFunctionNames, tool)
}

// NotAllowed is what the model is told when it calls a tool that the request
// did not let it call.
func NotAllowed(tool string) string {
	return fmt.Sprintf("The tool %q may not be called now: a hook restricted the tools.", tool)
}
