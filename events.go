package grapnel

import (
	"context"
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/llm"
)

// BeforeTool fires the event before a tool runs; input is a JSON object. If the
// outcome is blocked, the tool must not run and Reason is its result; if it has
// a ToolInput, the tool runs with that. An outcome after the end of ctx is no
// consent: the hooks had no time for it.
func (s *System) BeforeTool(ctx context.Context, tool string, input json.RawMessage) hook.Outcome {
	if h := s.handler(); h != nil {
		return h.FireBeforeTool(ctx, tool, input)
	}
	return s.nothing()
}

// Tool fires one of the events about a tool with all that is known: before,
// after, or failure.
func (s *System) Tool(ctx context.Context, kind hook.Kind, data hook.Data) hook.Outcome {
	if h := s.handler(); h != nil {
		return h.FireTool(ctx, kind, data)
	}
	return s.nothing()
}

// AfterTool fires the event after a tool ran. response is a JSON object with
// the tool's llmContent, returnDisplay, metadata and error.
func (s *System) AfterTool(ctx context.Context, tool string, input, response json.RawMessage) hook.Outcome {
	if h := s.handler(); h != nil {
		return h.FireAfterTool(ctx, tool, input, response)
	}
	return s.nothing()
}

// BeforeModel fires the event before the model is called.
func (s *System) BeforeModel(ctx context.Context, request *llm.Request) hook.Outcome {
	if h := s.handler(); h != nil {
		return h.FireBeforeModel(ctx, request)
	}
	return s.nothing()
}

// AfterModel fires the event after the model has answered completely. It is
// not for answers that broke off.
func (s *System) AfterModel(ctx context.Context, request *llm.Request, response *llm.Response) hook.Outcome {
	if h := s.handler(); h != nil {
		return h.FireAfterModel(ctx, request, response)
	}
	return s.nothing()
}

// BeforeToolSelection fires the event before the model chooses among tools.
func (s *System) BeforeToolSelection(ctx context.Context, request *llm.Request) hook.Outcome {
	if h := s.handler(); h != nil {
		return h.FireBeforeToolSelection(ctx, request)
	}
	return s.nothing()
}

// Lifecycle fires another moment of the agent's life, such as
// [hook.SessionStart] or [hook.PromptSubmit].
func (s *System) Lifecycle(ctx context.Context, kind hook.Kind, data hook.Data) hook.Outcome {
	if h := s.handler(); h != nil {
		return h.FireLifecycle(ctx, kind, data)
	}
	return s.nothing()
}

// Fire fires an event whose fields are already under the dialect's names.
func (s *System) Fire(ctx context.Context, ev hook.Event) hook.Outcome {
	if h := s.handler(); h != nil {
		return h.Fire(ctx, ev)
	}
	return s.nothing()
}
