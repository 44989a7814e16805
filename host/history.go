package host

import (
	"context"
	"encoding/json"
	"iter"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
	"github.com/grapnel-hooks/grapnel/llm"
)

// resultContent is the results of one turn's calls as the model gets them.
func resultContent(results []Completed) llm.Content {
	content := llm.Content{Role: llm.RoleUser, Parts: make([]llm.Part, len(results))}
	for i, r := range results {
		content.Parts[i] = resultPart(r)
	}
	return content
}

func resultPart(r Completed) llm.Part {
	key := "output"
	if r.Result.Error != nil {
		key = "error"
	}
	response := hook.Object{}
	response.Set(key, r.Result.LLMContent)
	return llm.ResultPart(llm.FunctionResponse{ID: r.Call.ID, Name: r.Call.Name, Response: response.Raw()})
}

// declare writes the definitions of tools as the Gemini API takes them.
func declare(tools []Tool) (json.RawMessage, error) {
	if len(tools) == 0 {
		return nil, nil
	}
	type function struct {
		Name        string          `json:"name"`
		Description string          `json:"description,omitempty"`
		Parameters  json.RawMessage `json:"parametersJsonSchema,omitempty"`
	}
	var list []function
	for _, t := range tools {
		list = append(list, function{t.Name, t.Description, t.Parameters})
	}
	return jsonx.Marshal([]map[string]any{{"functionDeclarations": list}})
}

// compact drops the oldest turns of a conversation that has grown too long,
// unless a hook stops the agent. It cuts before a prompt of the user, so that no
// call loses its result, and the model never its task.
func (s *Session) compact(ctx context.Context, answer *Answer) {
	limit := s.options.MaxHistory
	if limit <= 0 || len(s.history) <= limit {
		return
	}
	first := 0 // of the prompts that stay
	for i, start := range s.prompts {
		if len(s.history)-start >= limit/2 {
			first = i
		}
	}
	if first == 0 {
		return
	}
	out, err := s.fire(ctx, hook.Compact("auto"), answer)
	if err != nil {
		return // the request will not be made either
	}
	if answer.Stop = stopOf(out); out.Stop {
		return
	}
	cut := s.prompts[first]
	s.history = slices.Clone(s.history[cut:])
	s.prompts = slices.Clone(s.prompts[first:])
	for i := range s.prompts {
		s.prompts[i] -= cut
	}
}

// observed is a model whose requests somebody watches.
type observed struct {
	Model
	watch func(*llm.Request)
}

// Generate passes the request on.
func (o observed) Generate(ctx context.Context, request *llm.Request) iter.Seq2[*llm.Response, error] {
	if o.watch != nil {
		o.watch(request)
	}
	return o.Model.Generate(ctx, request)
}
