package engine

import (
	"context"
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/llm"
)

// FireBeforeTool fires the event before a tool runs. input is a JSON object.
func (h *Handler) FireBeforeTool(ctx context.Context, tool string, input json.RawMessage) hook.Outcome {
	return h.fire(ctx, hook.ToolBefore, tool, func() hook.Data {
		return hook.Data{Tool: tool, ToolInput: input}
	})
}

// FireAfterTool fires the event after a tool ran. response is a JSON object
// with llmContent, returnDisplay, metadata and error.
func (h *Handler) FireAfterTool(ctx context.Context, tool string, input, response json.RawMessage) hook.Outcome {
	return h.fire(ctx, hook.ToolAfter, tool, func() hook.Data {
		return hook.Data{Tool: tool, ToolInput: input, ToolResponse: response}
	})
}

// FireTool fires one of the events about a tool: before, after or failure.
func (h *Handler) FireTool(ctx context.Context, kind hook.Kind, data hook.Data) hook.Outcome {
	return h.fire(ctx, kind, data.Tool, func() hook.Data { return data })
}

// FireBeforeModel fires the event before the model is called. Hooks see the
// request in the stable format.
func (h *Handler) FireBeforeModel(ctx context.Context, request *llm.Request) hook.Outcome {
	return h.fire(ctx, hook.ModelBefore, "", func() hook.Data {
		return hook.Data{LLMRequest: encode(llm.ToHookRequest(request))}
	})
}

// FireAfterModel fires the event after the model has answered completely.
func (h *Handler) FireAfterModel(ctx context.Context, request *llm.Request, response *llm.Response) hook.Outcome {
	out := h.fire(ctx, hook.ModelAfter, "", func() hook.Data {
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
func (h *Handler) FireBeforeToolSelection(ctx context.Context, request *llm.Request) hook.Outcome {
	return h.fire(ctx, hook.ToolSelection, "", func() hook.Data {
		return hook.Data{LLMRequest: encode(llm.ToHookRequest(request))}
	})
}

// FireLifecycle fires one of the other events: session start and end, prompt
// submission, agent stop, compaction, notification.
func (h *Handler) FireLifecycle(ctx context.Context, kind hook.Kind, data hook.Data) hook.Outcome {
	subject := data.Source
	switch kind {
	case hook.SessionEnd:
		subject = data.Reason
	case hook.CompactBefore:
		subject = data.Trigger
	}
	return h.fire(ctx, kind, subject, func() hook.Data { return data })
}

// quoteInvalidJSON makes sure that what a host passed as JSON is JSON. Models produce
// broken arguments, and a guard should see even those: as a string.
func quoteInvalidJSON(d hook.Data) hook.Data {
	for _, raw := range []*json.RawMessage{&d.ToolInput, &d.ToolResponse, &d.Details} {
		if len(*raw) > 0 && !json.Valid(*raw) {
			*raw = hook.AppendString(nil, string(*raw))
		}
	}
	return d
}

func encode(v any) json.RawMessage {
	raw, err := hook.Marshal(v)
	if err != nil {
		panic("engine: encode model data: " + err.Error()) // caught by execute
	}
	return raw
}
