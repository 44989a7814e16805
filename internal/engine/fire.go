package engine

import (
	"context"
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
	"github.com/grapnel-hooks/grapnel/llm"
)

// FireBeforeTool fires the event before a tool runs. input is a JSON object.
func (e *Engine) FireBeforeTool(ctx context.Context, tool string, input json.RawMessage) hook.Outcome {
	return e.fire(ctx, hook.ToolBefore, tool, func() hook.Data {
		return hook.Data{Tool: tool, ToolInput: input}
	})
}

// FireAfterTool fires the event after a tool ran. response is a JSON object
// with llmContent, returnDisplay, metadata and error.
func (e *Engine) FireAfterTool(ctx context.Context, tool string, input, response json.RawMessage) hook.Outcome {
	return e.fire(ctx, hook.ToolAfter, tool, func() hook.Data {
		return hook.Data{Tool: tool, ToolInput: input, ToolResponse: response}
	})
}

// FireTool fires one of the events about a tool: before, after or failure.
func (e *Engine) FireTool(ctx context.Context, kind hook.Kind, data hook.Data) hook.Outcome {
	return e.fire(ctx, kind, data.Tool, func() hook.Data { return data })
}

// FireBeforeModel fires the event before the model is called. Hooks see the
// request in the stable format.
func (e *Engine) FireBeforeModel(ctx context.Context, request *llm.Request) hook.Outcome {
	return e.fire(ctx, hook.ModelBefore, "", func() hook.Data {
		return hook.Data{LLMRequest: encode(llm.ToHookRequest(request))}
	})
}

// FireAfterModel fires the event after the model has answered completely.
func (e *Engine) FireAfterModel(ctx context.Context, request *llm.Request, response *llm.Response) hook.Outcome {
	out := e.fire(ctx, hook.ModelAfter, "", func() hook.Data {
		return hook.Data{
			LLMRequest:  encode(llm.ToHookRequest(request)),
			LLMResponse: encode(llm.ToHookResponse(response)),
		}
	})
	if out.LLMResponse != nil {
		out.Diagnostics = append(out.Diagnostics, droppedCalls(response)...)
	}
	return out
}

// FireBeforeToolSelection fires the event before the model chooses tools.
func (e *Engine) FireBeforeToolSelection(ctx context.Context, request *llm.Request) hook.Outcome {
	return e.fire(ctx, hook.ToolSelection, "", func() hook.Data {
		return hook.Data{LLMRequest: encode(llm.ToHookRequest(request))}
	})
}

// FireLifecycle fires one of the other events: session start and end, prompt
// submission, agent stop, compaction, notification.
func (e *Engine) FireLifecycle(ctx context.Context, kind hook.Kind, data hook.Data) hook.Outcome {
	subject := data.Source
	switch kind {
	case hook.SessionEnd:
		subject = data.Reason
	case hook.CompactBefore:
		subject = data.Trigger
	case hook.Notification:
		subject = data.Notification
	}
	return e.fire(ctx, kind, subject, func() hook.Data { return data })
}

// quoteInvalidJSON makes sure that what a host passed as JSON is JSON. Models produce
// broken arguments, and a guard should see even those: as a string.
func quoteInvalidJSON(d hook.Data) hook.Data {
	for _, raw := range []*json.RawMessage{&d.ToolInput, &d.ToolResponse, &d.Details} {
		if len(*raw) > 0 && !jsonx.Valid(*raw) {
			*raw = jsonx.AppendString(nil, string(*raw))
		}
	}
	return d
}

func encode(v any) json.RawMessage {
	raw, err := jsonx.Marshal(v)
	if err != nil {
		panic("engine: encode model data: " + err.Error()) // caught by execute
	}
	return raw
}
