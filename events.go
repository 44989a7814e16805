package grapnel

import (
	"context"
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
	"github.com/grapnel-hooks/grapnel/llm"
)

// BeforeTool fires the event before a tool runs; input is a JSON object. If the
// outcome is blocked, the tool must not run and Reason is its result; if it has
// a ToolInput, the tool runs with that. If ctx ended before all hooks had
// answered, the outcome is blocked.
func (s *System) BeforeTool(ctx context.Context, tool string, input json.RawMessage) hook.Outcome {
	return s.fire(func(h *Handler) hook.Outcome { return h.FireBeforeTool(ctx, tool, input) })
}

// AfterTool fires the event after a tool ran. response is a JSON object with
// the tool's llmContent, returnDisplay, metadata and error. The outcome's Context
// and Messages say what to add to the tool's result.
func (s *System) AfterTool(ctx context.Context, tool string, input, response json.RawMessage) hook.Outcome {
	return s.fire(func(h *Handler) hook.Outcome { return h.FireAfterTool(ctx, tool, input, response) })
}

// Tool fires one of the events about a tool with all that is known: before,
// after, or failure.
func (s *System) Tool(ctx context.Context, kind hook.Kind, data hook.Data) hook.Outcome {
	return s.fire(func(h *Handler) hook.Outcome { return h.FireTool(ctx, kind, data) })
}

// BeforeModel fires the event before the model is called. Package host applies
// the outcome to the request.
func (s *System) BeforeModel(ctx context.Context, request *llm.Request) hook.Outcome {
	return s.fire(func(h *Handler) hook.Outcome { return h.FireBeforeModel(ctx, request) })
}

// AfterModel fires the event after the model has answered completely. It must
// not be fired for answers that broke off.
func (s *System) AfterModel(ctx context.Context, request *llm.Request, response *llm.Response) hook.Outcome {
	return s.fire(func(h *Handler) hook.Outcome { return h.FireAfterModel(ctx, request, response) })
}

// BeforeToolSelection fires the event before the model chooses among tools.
func (s *System) BeforeToolSelection(ctx context.Context, request *llm.Request) hook.Outcome {
	return s.fire(func(h *Handler) hook.Outcome { return h.FireBeforeToolSelection(ctx, request) })
}

// Lifecycle fires another moment of the agent's life, such as
// [hook.SessionStart] or [hook.PromptSubmit]. WaitsFor says whether to wait for
// the outcome.
func (s *System) Lifecycle(ctx context.Context, kind hook.Kind, data hook.Data) hook.Outcome {
	return s.fire(func(h *Handler) hook.Outcome { return h.FireLifecycle(ctx, kind, data) })
}

// Fire fires an event whose fields already have the dialect's names. It is for
// programs that pass on the events of others; agents use the methods above.
func (s *System) Fire(ctx context.Context, ev hook.Event) hook.Outcome {
	return s.fire(func(h *Handler) hook.Outcome { return h.Fire(ctx, ev) })
}

// fire fires an event, loading the configuration first if need be.
func (s *System) fire(event func(*Handler) hook.Outcome) hook.Outcome {
	if h := s.handler(); h != nil {
		return event(h)
	}
	out := hook.Proceed("", "")
	if err := s.Initialize(); err != nil {
		problem := config.Unusable(err)
		out.Diagnostics = append(out.Diagnostics, problem)
		if s.options.OnFailure != hook.NoDecision && s.options.OnFailure != hook.Allow {
			out.Blocked, out.Reason = true, problem.Problem
		}
	}
	return out
}

// handler returns what to fire at, loading it on first use; nil if there is
// nothing.
func (s *System) handler() *Handler {
	if s == nil {
		return nil
	}
	return s.ready().engine
}
