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
	if h := s.handler(); h != nil {
		return h.FireBeforeTool(ctx, tool, input)
	}
	return s.unavailable()
}

// AfterTool fires the event after a tool ran. response is a JSON object with
// the tool's llmContent, returnDisplay, metadata and error. The outcome's Context
// and Messages say what to add to the tool's result.
func (s *System) AfterTool(ctx context.Context, tool string, input, response json.RawMessage) hook.Outcome {
	if h := s.handler(); h != nil {
		return h.FireAfterTool(ctx, tool, input, response)
	}
	return s.unavailable()
}

// Tool fires one of the events about a tool with all that is known: before,
// after, or failure.
func (s *System) Tool(ctx context.Context, kind hook.Kind, data hook.Data) hook.Outcome {
	if h := s.handler(); h != nil {
		return h.FireTool(ctx, kind, data)
	}
	return s.unavailable()
}

// BeforeModel fires the event before the model is called. Package host applies
// the outcome to the request.
func (s *System) BeforeModel(ctx context.Context, request *llm.Request) hook.Outcome {
	if h := s.handler(); h != nil {
		return h.FireBeforeModel(ctx, request)
	}
	return s.unavailable()
}

// AfterModel fires the event after the model has answered completely. It must
// not be fired for answers that broke off.
func (s *System) AfterModel(ctx context.Context, request *llm.Request, response *llm.Response) hook.Outcome {
	if h := s.handler(); h != nil {
		return h.FireAfterModel(ctx, request, response)
	}
	return s.unavailable()
}

// BeforeToolSelection fires the event before the model chooses among tools.
func (s *System) BeforeToolSelection(ctx context.Context, request *llm.Request) hook.Outcome {
	if h := s.handler(); h != nil {
		return h.FireBeforeToolSelection(ctx, request)
	}
	return s.unavailable()
}

// Lifecycle fires another moment of the agent's life, such as
// [hook.SessionStart] or [hook.PromptSubmit]. WaitsFor says whether to wait for
// the outcome.
func (s *System) Lifecycle(ctx context.Context, kind hook.Kind, data hook.Data) hook.Outcome {
	if h := s.handler(); h != nil {
		return h.FireLifecycle(ctx, kind, data)
	}
	return s.unavailable()
}

// Fire fires an event whose fields already have the dialect's names. It is for
// programs that pass on the events of others; agents use the methods above.
func (s *System) Fire(ctx context.Context, ev hook.Event) hook.Outcome {
	if h := s.handler(); h != nil {
		return h.Fire(ctx, ev)
	}
	return s.unavailable()
}

// unavailable is the outcome where there is nothing to fire at. (The methods above
// do not share a function that fires: one more copy of the outcome would double
// what an event without hooks costs.)
func (s *System) unavailable() hook.Outcome {
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
