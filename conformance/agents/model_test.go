//go:build agents

package agents

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// model is a model that plays a script, on loopback. It speaks the four APIs
// that agents use: Anthropic Messages, OpenAI Chat Completions and Responses,
// and Gemini. What it is asked is kept, because that is what a model receives.
type model struct {
	*httptest.Server
	script []call // one tool call a turn, then a text

	mu       sync.Mutex
	requests []string
}

// call is a call of one of the agent's tools.
type call struct {
	id    string
	tool  string
	input any
	// custom is set for a tool whose input is a text and not an object
	// (Codex's apply_patch).
	custom bool
}

func (c call) arguments() string {
	if text, ok := c.input.(string); ok {
		return text
	}
	raw, err := json.Marshal(c.input)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

// farewell is the model's last text.
const farewell = "All done."

func newModel(t *testing.T) *model {
	m := &model{}
	m.Server = httptest.NewServer(http.HandlerFunc(m.serve))
	t.Cleanup(m.Close)
	return m
}

// received returns all that agents have sent.
func (m *model) received() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.Join(m.requests, "\n")
}

func (m *model) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	api := apiOf(r.URL.Path)
	if r.Method != http.MethodPost || api == nil {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"data":[],"models":[]}`) // lists of models, telemetry, greetings
		return
	}
	next := m.next(string(body), api)
	if api.streams(r, body) {
		w.Header().Set("Content-Type", "text/event-stream")
	} else {
		w.Header().Set("Content-Type", "application/json")
	}
	for _, line := range api.answer(next, api.streams(r, body)) {
		fmt.Fprint(w, line)
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
	}
}

// next is the call for a request: the one that the conversation has no result
// of yet. Requests without tools are about something else, such as a title.
func (m *model) next(body string, api *api) *call {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests = append(m.requests, body)
	done := strings.Count(body, api.result)
	if !strings.Contains(body, `"tools"`) || done >= len(m.script) || len(m.requests) > patience {
		return nil
	}
	next := m.script[done]
	next.id = fmt.Sprintf("call_%d", done+1)
	return &next
}

// patience is how many requests the model takes before it says goodbye,
// whatever the script has left: an agent that hides results would ask for ever.
const patience = 30

// api is one wire format. A nil call is the farewell.
type api struct {
	path    string // what the address has in it
	result  string // what marks a tool's result in a request
	streams func(*http.Request, []byte) bool
	answer  func(c *call, stream bool) []string
}

func apiOf(path string) *api {
	for _, a := range apis() {
		if strings.Contains(path, a.path) {
			return &a
		}
	}
	return nil
}

func apis() []api {
	asked := func(_ *http.Request, body []byte) bool {
		var request struct{ Stream bool }
		return json.Unmarshal(body, &request) == nil && request.Stream
	}
	return []api{
		{"/messages", `"type":"tool_result"`, asked, anthropic},
		{"/chat/completions", `"role":"tool"`, asked, chat},
		{"/responses", `_call_output"`, asked, responses},
		{"streamGenerateContent", `"functionResponse"`, func(*http.Request, []byte) bool { return true }, gemini},
		{"generateContent", `"functionResponse"`, func(*http.Request, []byte) bool { return false }, gemini},
	}
}

// object writes JSON.
func object(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}

type fields = map[string]any

func anthropic(c *call, stream bool) []string {
	block, stop := fields{"type": "text", "text": farewell}, "end_turn"
	if c != nil {
		block, stop = fields{"type": "tool_use", "id": c.id, "name": c.tool, "input": c.input}, "tool_use"
	}
	usage := fields{"input_tokens": 10, "output_tokens": 5}
	message := fields{
		"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-fake", "content": []any{block},
		"stop_reason": stop, "stop_sequence": nil, "usage": usage,
	}
	if !stream {
		return []string{object(message)}
	}
	message["content"], message["stop_reason"] = []any{}, nil
	opening, delta := fields{"type": "text", "text": ""}, fields{"type": "text_delta", "text": farewell}
	if c != nil {
		opening = fields{"type": "tool_use", "id": c.id, "name": c.tool, "input": fields{}}
		delta = fields{"type": "input_json_delta", "partial_json": c.arguments()}
	}
	var lines []string
	for _, e := range []fields{
		{"type": "message_start", "message": message},
		{"type": "content_block_start", "index": 0, "content_block": opening},
		{"type": "content_block_delta", "index": 0, "delta": delta},
		{"type": "content_block_stop", "index": 0},
		{"type": "message_delta", "delta": fields{"stop_reason": stop, "stop_sequence": nil}, "usage": usage},
		{"type": "message_stop"},
	} {
		lines = append(lines, fmt.Sprintf("event: %s\ndata: %s\n\n", e["type"], object(e)))
	}
	return lines
}

func chat(c *call, stream bool) []string {
	message, finish := fields{"role": "assistant", "content": farewell}, "stop"
	if c != nil {
		message = fields{"role": "assistant", "content": nil, "tool_calls": []any{fields{
			"index": 0, "id": c.id, "type": "function", "function": fields{"name": c.tool, "arguments": c.arguments()},
		}}}
		finish = "tool_calls"
	}
	usage := fields{"prompt_tokens": 10, "completion_tokens": 5, "total_tokens": 15}
	answer := func(kind, part string, content, finish any) string {
		return object(fields{
			"id": "chatcmpl-1", "object": kind, "created": 1, "model": "fake-model", "usage": usage,
			"choices": []any{fields{"index": 0, part: content, "finish_reason": finish}},
		})
	}
	if !stream {
		return []string{answer("chat.completion", "message", message, finish)}
	}
	const chunk = "chat.completion.chunk"
	return []string{
		"data: " + answer(chunk, "delta", message, nil) + "\n\n",
		"data: " + answer(chunk, "delta", fields{}, finish) + "\n\n",
		"data: [DONE]\n\n",
	}
}

func responses(c *call, stream bool) []string {
	item := fields{
		"type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
		"content": []any{fields{"type": "output_text", "text": farewell, "annotations": []any{}}},
	}
	switch {
	case c != nil && c.custom:
		item = fields{"type": "custom_tool_call", "id": "ctc_1", "call_id": c.id, "name": c.tool, "input": c.arguments(), "status": "completed"}
	case c != nil:
		item = fields{"type": "function_call", "id": "fc_1", "call_id": c.id, "name": c.tool, "arguments": c.arguments(), "status": "completed"}
	}
	usage := fields{
		"input_tokens": 10, "output_tokens": 5, "total_tokens": 15,
		"input_tokens_details": fields{"cached_tokens": 0}, "output_tokens_details": fields{"reasoning_tokens": 0},
	}
	response := fields{"id": "resp_1", "object": "response", "created_at": 1, "model": "fake-model", "status": "completed", "output": []any{item}, "usage": usage}
	if !stream {
		return []string{object(response)}
	}
	var lines []string
	for i, e := range []fields{
		{"type": "response.created", "response": fields{"id": "resp_1", "object": "response", "status": "in_progress", "output": []any{}}},
		{"type": "response.output_item.added", "output_index": 0, "item": item},
		{"type": "response.output_item.done", "output_index": 0, "item": item},
		{"type": "response.completed", "response": response},
	} {
		e["sequence_number"] = i
		lines = append(lines, fmt.Sprintf("event: %s\ndata: %s\n\n", e["type"], object(e)))
	}
	return lines
}

func gemini(c *call, stream bool) []string {
	part := fields{"text": farewell}
	if c != nil {
		part = fields{"functionCall": fields{"name": c.tool, "args": c.input}}
	}
	text := object(fields{
		"candidates":    []any{fields{"index": 0, "content": fields{"role": "model", "parts": []any{part}}, "finishReason": "STOP"}},
		"usageMetadata": fields{"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15},
	})
	if stream {
		return []string{"data: " + text + "\r\n\r\n"}
	}
	return []string{text}
}
