package apply

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/llm"
)

// Selection is what hooks did before the model chooses among tools.
type Selection struct {
	ToolConfig     *llm.ToolChoice // nil if nobody changed it
	Stop           Stop
	SystemMessages []string
	Diagnostics    []hook.Diagnostic
}

// SelectTools fires the event before the model chooses among tools.
func SelectTools(ctx context.Context, hooks *grapnel.System, request *llm.Request) Selection {
	if request == nil {
		request = &llm.Request{}
	}
	out := hooks.BeforeToolSelection(ctx, request)
	selection := Selection{Stop: StopOf(out), SystemMessages: SystemMessages(out), Diagnostics: out.Diagnostics}
	if out.ToolConfig != nil {
		selection.ToolConfig = llm.ApplyToolConfig(request, *out.ToolConfig).ToolConfig
	}
	return selection
}

// Before is what hooks did before a model call.
type Before struct {
	Send           *llm.Request  // the request, as hooks left it
	Blocked        bool          // the model must not be called
	Reason         string        // why it must not
	Instead        *llm.Response // of the model's; may be nil
	Stop           Stop
	SystemMessages []string
	Diagnostics    []hook.Diagnostic
}

// BeforeModel fires the event before a model call.
func BeforeModel(ctx context.Context, hooks *grapnel.System, request *llm.Request) Before {
	out := hooks.BeforeModel(ctx, request)
	result := Before{
		Send: request, Blocked: out.Blocked, Reason: out.Reason, Instead: responseFrom(out.LLMResponse),
		Stop: StopOf(out), SystemMessages: SystemMessages(out), Diagnostics: out.Diagnostics,
	}
	if out.LLMRequest != nil {
		if edited, _, err := llm.ApplyRequest(request, out.LLMRequest); err == nil {
			result.Send = edited
		}
	}
	return result
}

// Prepared is a request that has been through all its hooks.
type Prepared struct {
	Before
	// Added are the system messages in the request, as contents. They belong
	// into the conversation, before the model's answer.
	Added []llm.Content
	// Unread are the system messages that the model has not got because it is
	// not called: they wait for the next request.
	Unread []string
}

// Prepare fires the events before a model call: tool selection, if the request
// has tools, and before model. waiting are the system messages that the model
// has not read yet. A restriction of tools stays, whatever the second event's
// hooks make of it.
func Prepare(ctx context.Context, hooks *grapnel.System, request *llm.Request, waiting []string) Prepared {
	if request == nil {
		request = &llm.Request{}
	}
	added := SystemContents(waiting)
	var selection Selection
	if len(request.Tools) > 0 {
		selection = SelectTools(ctx, hooks, with(request, added))
	}
	unread := slices.Concat(waiting, selection.SystemMessages)
	if selection.Stop.Stopped {
		stopped := Before{Send: request, Blocked: true, Stop: selection.Stop, Diagnostics: selection.Diagnostics}
		return Prepared{Before: stopped, Unread: unread}
	}
	added = append(added, SystemContents(selection.SystemMessages)...)
	shown := with(request, added)
	if selection.ToolConfig != nil {
		shown = shown.Clone()
		shown.ToolConfig = selection.ToolConfig
	}
	before := BeforeModel(ctx, hooks, shown)
	before.Diagnostics = slices.Concat(selection.Diagnostics, before.Diagnostics)
	if before.Blocked {
		return Prepared{Before: before, Unread: append(unread, before.SystemMessages...)}
	}
	before.restrict(selection.ToolConfig)
	own := SystemContents(before.SystemMessages)
	before.Send = with(before.Send, own)
	return Prepared{Before: before, Added: append(added, own...)}
}

// with returns the request with more contents at its end.
func with(request *llm.Request, contents []llm.Content) *llm.Request {
	if len(contents) == 0 {
		return request
	}
	request = request.Clone()
	request.Contents = append(request.Contents, contents...)
	return request
}

// restrict keeps a restriction of tools that hooks have set before.
func (b *Before) restrict(limit *llm.ToolChoice) {
	choice, widened := narrow(limit, b.Send.ToolConfig)
	if !widened {
		return
	}
	b.Send = b.Send.Clone()
	b.Send.ToolConfig = choice
	b.Diagnostics = append(b.Diagnostics, diag.Warnf("restriction-kept",
		"a BeforeModel hook tried to allow tools that a BeforeToolSelection hook had excluded; the restriction stays"))
}

// After is what hooks did after a model call.
type After struct {
	Response       *llm.Response // to store and process: theirs, or the original
	Modified       bool
	SuppressOutput bool // the user is not to be shown the response
	Stop           Stop
	SystemMessages []string // for the model, with the next request
	Diagnostics    []hook.Diagnostic
}

// AfterModel fires the event after a model has answered completely. request is
// the one that was sent.
func AfterModel(ctx context.Context, hooks *grapnel.System, request *llm.Request, response *llm.Response) After {
	if request == nil {
		request = &llm.Request{}
	}
	if response == nil {
		response = &llm.Response{}
	}
	out := hooks.AfterModel(ctx, request, response)
	result := After{
		Response: response, SuppressOutput: out.SuppressOutput,
		Stop: StopOf(out), SystemMessages: SystemMessages(out), Diagnostics: out.Diagnostics,
	}
	if edited := responseFrom(out.LLMResponse); edited != nil {
		if edited.UsageMetadata == nil {
			edited.UsageMetadata = response.UsageMetadata // what was spent stays spent
		}
		result.Response, result.Modified = edited, true
	}
	return result
}

// responseFrom reads a response as hooks write it. Without one it is nil.
func responseFrom(raw json.RawMessage) *llm.Response {
	if raw == nil {
		return nil
	}
	parsed, _, err := llm.ParseHookResponse(raw)
	if err != nil {
		return nil
	}
	return llm.FromHookResponse(parsed)
}
