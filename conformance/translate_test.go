//go:build unix

package conformance

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
	"github.com/grapnel-hooks/grapnel/llm"
)

// fullModelRequest has everything that hooks do not get to see: an image, a
// file, tool calls and results, a thought, a system instruction, tools, and
// members that no version of this program knows.
const fullModelRequest = `{
	"model": "gemini-x",
	"contents": [
		{"role": "user", "parts": [{"text": "look at "}, {"inlineData": {"mimeType": "image/png", "data": "AAAA"}}, {"text": "this"}]},
		{"role": "model", "parts": [{"text": "hmm", "thought": true}, {"functionCall": {"id": "1", "name": "read", "args": {"n": 1.50}}}]},
		{"role": "user", "parts": [{"functionResponse": {"id": "1", "name": "read", "response": {"ok": true}}}]},
		{"role": "user", "parts": [{"fileData": {"fileUri": "gs://b/f"}}]},
		{"role": "model", "parts": [{"text": "done <b> & co"}, {"futurePart": {"x": 1}}]}
	],
	"systemInstruction": {"parts": [{"text": "be careful"}]},
	"generationConfig": {"temperature": 0.10, "maxOutputTokens": 12345678901234567890, "topP": 1e400, "topK": 40,
		"stopSequences": ["END"], "candidateCount": 1, "presencePenalty": 0.5, "frequencyPenalty": -0.5, "responseSchema": {"type": "OBJECT"}},
	"tools": [{"functionDeclarations": [{"name": "read"}, {"name": "write"}]}],
	"toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["write", "read"]}, "retrievalConfig": {"a": 1}},
	"safetySettings": [{"category": "HARM", "threshold": "LOW"}]
}`

// stableRequest is what hooks see of fullModelRequest.
const stableRequest = `{
	"model": "gemini-x",
	"messages": [{"role": "user", "content": "look at this"}, {"role": "model", "content": "done <b> & co"}],
	"config": {"temperature": 0.10, "maxOutputTokens": 12345678901234567890, "topP": 1e400, "topK": 40,
		"stopSequences": ["END"], "candidateCount": 1, "presencePenalty": 0.5, "frequencyPenalty": -0.5},
	"toolConfig": {"mode": "ANY", "allowedFunctionNames": ["write", "read"]}
}`

const fullModelResponse = `{
	"candidates": [
		{"content": {"role": "model", "parts": [{"text": "plan", "thought": true}, {"text": "I call "}, {"functionCall": {"name": "read", "args": {}}}, {"text": "read"}]},
			"finishReason": "STOP", "index": 0, "avgLogprobs": -0.5,
			"safetyRatings": [{"category": "HARM", "probability": "LOW", "blocked": true, "severity": "X"}]},
		{"content": {"role": "model", "parts": [{"text": "or not"}]}, "finishReason": "MAX_TOKENS", "index": 1}
	],
	"usageMetadata": {"promptTokenCount": 12345678901234567890, "candidatesTokenCount": 4, "totalTokenCount": 7, "cachedContentTokenCount": 2},
	"modelVersion": "v9"
}`

const stableResponse = `{
	"text": "I call read",
	"candidates": [
		{"content": {"role": "model", "parts": ["I call ", "read"]}, "finishReason": "STOP", "index": 0,
			"safetyRatings": [{"category": "HARM", "probability": "LOW"}]},
		{"content": {"role": "model", "parts": ["or not"]}, "finishReason": "MAX_TOKENS", "index": 1}
	],
	"usageMetadata": {"promptTokenCount": 12345678901234567890, "candidatesTokenCount": 4, "totalTokenCount": 7}
}`

// TestLLxprtTranslation shows what hooks see of model requests and responses,
// and what becomes of the full ones when hooks change what they saw.
func TestLLxprtTranslation(t *testing.T) {
	t.Run("HOOK-035_hooks_before_the_model_get_the_stable_format", translatesBeforeModel)
	t.Run("HOOK-045_HOOK-050_hooks_after_the_model_get_the_real_request_and_response", translatesAfterModel)
	t.Run("HOOK-205_hooks_at_tool_selection_get_the_stable_format", translatesToolSelection)
	t.Run("HOOK-039_added_messages_follow_the_conversation", addsMessages)
	t.Run("HOOK-055_a_restriction_leaves_the_tool_definitions_alone", restrictsTools)
	t.Run("HOOK-071_unknown_members_do_not_change_the_format", hidesTheProvider)
	t.Run("HOOK-072_HOOK-074_a_request_has_model_messages_config_and_toolConfig", requestFormat)
	t.Run("HOOK-073_a_response_has_text_candidates_and_usage", responseFormat)
	t.Run("HOOK-075_only_text_is_shown", showsOnlyText)
	t.Run("HOOK-076_messages_without_text_are_left_out", leavesOutEmptyMessages)
	t.Run("HOOK-077_responses_show_text_and_ratings_without_blocked", hidesBlocked)
	t.Run("HOOK-078_a_changed_request_keeps_what_hooks_cannot_see", keepsTheInvisible)
	t.Run("HOOK-079_a_response_of_a_hook_is_made_of_text_alone", rebuildsFromText)
}

func modelRequest(t *testing.T, text string) *llm.Request {
	t.Helper()
	var req llm.Request
	if err := json.Unmarshal([]byte(text), &req); err != nil {
		t.Fatal(err)
	}
	return &req
}

func modelResponse(t *testing.T, text string) *llm.Response {
	t.Helper()
	var resp llm.Response
	if err := json.Unmarshal([]byte(text), &resp); err != nil {
		t.Fatal(err)
	}
	return &resp
}

// wantJSON compares what got encodes to, or is if it is text, with a JSON text.
// Numbers have to have the same digits.
func wantJSON(t *testing.T, what string, got any, want string) {
	t.Helper()
	if diff := cmp.Diff(decoded(t, []byte(want)), decoded(t, asJSON(t, got))); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func asJSON(t *testing.T, v any) []byte {
	t.Helper()
	if raw, ok := v.(json.RawMessage); ok {
		return raw
	}
	text, err := jsonx.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func decoded(t *testing.T, text []byte) (v any) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(string(text)))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	return v
}

// modelHook returns a system with one hook on the event, and the directory it
// runs in.
func modelHook(t *testing.T, event, command string) (*grapnel.System, string) {
	t.Helper()
	dir := t.TempDir()
	return grapnel.New(grapnel.Options{Dir: dir, ConfigFiles: []string{settingsFile(t, event, command)}}), dir
}

// readByHook returns a field of what the hook wrote to got.json.
func readByHook(t *testing.T, dir, field string) json.RawMessage {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "got.json"))
	if err != nil {
		t.Fatal(err)
	}
	fields, _, err := jsonx.ParseObject(text)
	if err != nil {
		t.Fatal(err)
	}
	if !hook.Object(fields).Has(field) {
		t.Fatalf("the hook was given no %s: %s", field, text)
	}
	return fields[field]
}

func translatesBeforeModel(t *testing.T) {
	s, dir := modelHook(t, "BeforeModel", "cat > got.json")
	request := modelRequest(t, fullModelRequest)
	if out := s.BeforeModel(context.Background(), request); !out.Success || len(out.Hooks) != 1 || out.LLMRequest != nil {
		t.Errorf("outcome %s", asJSON(t, out))
	}
	wantJSON(t, "llm_request", readByHook(t, dir, "llm_request"), stableRequest)
	wantJSON(t, "the caller's request", request, fullModelRequest)
}

func translatesAfterModel(t *testing.T) {
	s, dir := modelHook(t, "AfterModel", "cat > got.json")
	response := modelResponse(t, fullModelResponse)
	if out := s.AfterModel(context.Background(), modelRequest(t, fullModelRequest), response); !out.Success || len(out.Hooks) != 1 || out.LLMResponse != nil {
		t.Errorf("outcome %s", asJSON(t, out))
	}
	wantJSON(t, "llm_request", readByHook(t, dir, "llm_request"), stableRequest)
	wantJSON(t, "llm_response", readByHook(t, dir, "llm_response"), stableResponse)
	wantJSON(t, "the caller's response", response, fullModelResponse)
}

func translatesToolSelection(t *testing.T) {
	s, dir := modelHook(t, "BeforeToolSelection", "cat > got.json")
	if out := s.BeforeToolSelection(context.Background(), modelRequest(t, fullModelRequest)); !out.Success || len(out.Hooks) != 1 || out.ToolConfig != nil {
		t.Errorf("outcome %s", asJSON(t, out))
	}
	wantJSON(t, "llm_request", readByHook(t, dir, "llm_request"), stableRequest)
}

// apply applies what a hook returned to fullModelRequest.
func applyEdit(t *testing.T, edit string) *llm.Request {
	t.Helper()
	base := modelRequest(t, fullModelRequest)
	req, remarks, err := llm.ApplyRequest(base, json.RawMessage(edit))
	if err != nil || len(remarks) > 0 {
		t.Fatalf("remarks %q, error %v", remarks, err)
	}
	wantJSON(t, "the original", base, fullModelRequest)
	return req
}

// addsMessages takes the whole way: a hook process adds a message, the outcome
// carries it, and the full request ends with it.
func addsMessages(t *testing.T) {
	answer := `{"hookSpecificOutput":{"llm_request":{"messages":[{"role":"user","content":"look at this"},` +
		`{"role":"model","content":"done <b> & co"},{"role":"user","content":"It is Monday."}]}}}`
	s, _ := modelHook(t, "BeforeModel", "echo '"+answer+"'")
	out := s.BeforeModel(context.Background(), modelRequest(t, fullModelRequest))
	if out.LLMRequest == nil {
		t.Fatalf("no request in the outcome: %s", asJSON(t, out))
	}
	got := applyEdit(t, string(out.LLMRequest))
	want := strings.Replace(fullModelRequest, `{"futurePart": {"x": 1}}]}`,
		`{"futurePart": {"x": 1}}]}, {"role": "user", "parts": [{"text": "It is Monday."}]}`, 1)
	wantJSON(t, "request", got, want)
}

func restrictsTools(t *testing.T) {
	s, _ := modelHook(t, "BeforeToolSelection", `echo '{"hookSpecificOutput":{"toolConfig":{"mode":"AUTO","allowedFunctionNames":["read"]}}}'`)
	request := modelRequest(t, fullModelRequest)
	out := s.BeforeToolSelection(context.Background(), request)
	if out.ToolConfig == nil {
		t.Fatalf("no toolConfig in the outcome: %s", asJSON(t, out))
	}
	want := strings.Replace(fullModelRequest, `"mode": "ANY", "allowedFunctionNames": ["write", "read"]`, `"mode": "AUTO", "allowedFunctionNames": ["read"]`, 1)
	wantJSON(t, "request", llm.ApplyToolConfig(request, *out.ToolConfig), want)
	wantJSON(t, "the original", request, fullModelRequest)
}

func hidesTheProvider(t *testing.T) {
	plain := `{"model":"m","contents":[{"role":"user","parts":[{"text":"hi"}]}]}`
	newer := `{"model":"m","contents":[{"role":"user","parts":[{"text":"hi","mediaResolution":{"level":"HIGH"}}],"cacheControl":{}}],
		"generationConfig":{"thinkingConfig":{"budget":1}},"labels":{"a":"b"},"cachedContent":"c","toolConfig":{"retrievalConfig":{}}}`
	want := `{"model":"m","messages":[{"role":"user","content":"hi"}]}`
	wantJSON(t, "plain request", llm.ToHookRequest(modelRequest(t, plain)), want)
	wantJSON(t, "request of a newer SDK", llm.ToHookRequest(modelRequest(t, newer)), want)

	wantJSON(t, "response of a newer SDK", llm.ToHookResponse(modelResponse(t,
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"hi","x":1}]},"index":0,"groundingMetadata":{}}],"responseId":"r"}`)),
		`{"text":"hi","candidates":[{"content":{"role":"model","parts":["hi"]},"index":0}]}`)
}

func requestFormat(t *testing.T) {
	wantJSON(t, "request", llm.ToHookRequest(modelRequest(t, fullModelRequest)), stableRequest)
	for _, mode := range []string{"AUTO", "ANY", "NONE"} {
		text := `{"contents":[],"toolConfig":{"functionCallingConfig":{"mode":"` + mode + `","allowedFunctionNames":[]}}}`
		wantJSON(t, mode, llm.ToHookRequest(modelRequest(t, text)), `{"messages":[],"toolConfig":{"mode":"`+mode+`","allowedFunctionNames":[]}}`)
	}
}

func responseFormat(t *testing.T) {
	wantJSON(t, "response", llm.ToHookResponse(modelResponse(t, fullModelResponse)), stableResponse)
	wantJSON(t, "empty response", llm.ToHookResponse(&llm.Response{}), `{"text":"","candidates":[]}`)
}

func showsOnlyText(t *testing.T) {
	text := string(asJSON(t, llm.ToHookRequest(modelRequest(t, fullModelRequest))))
	for _, hidden := range []string{"AAAA", "functionCall", "functionResponse", "gs://", "hmm", "futurePart", "be careful", "functionDeclarations"} {
		if strings.Contains(text, hidden) {
			t.Errorf("hooks see %q: %s", hidden, text)
		}
	}
	wantJSON(t, "request", json.RawMessage(text), stableRequest)
}

func leavesOutEmptyMessages(t *testing.T) {
	got := llm.ToHookRequest(modelRequest(t, `{"contents":[
		{"role":"user","parts":[{"inlineData":{"mimeType":"image/png","data":"AAAA"}}]},
		{"role":"model","parts":[{"functionCall":{"name":"f","args":{}}}]},
		{"role":"user","parts":[{"text":""}]},
		{"role":"user","parts":[]},
		{"role":"user","parts":[{"text":" "}]},
		{"role":"model","parts":[{"text":"last"}]}]}`))
	wantJSON(t, "request", got, `{"messages":[{"role":"user","content":" "},{"role":"model","content":"last"}]}`)
	wantJSON(t, "request of no text", llm.ToHookRequest(modelRequest(t, `{"contents":[{"role":"user","parts":[{"fileData":{}}]}]}`)), `{"messages":[]}`)
}

func hidesBlocked(t *testing.T) {
	text := string(asJSON(t, llm.ToHookResponse(modelResponse(t, fullModelResponse))))
	for _, hidden := range []string{"blocked", "severity", "functionCall", "plan"} {
		if strings.Contains(text, hidden) {
			t.Errorf("hooks see %q: %s", hidden, text)
		}
	}
	wantJSON(t, "response", json.RawMessage(text), stableResponse)
}

func keepsTheInvisible(t *testing.T) {
	tests := []struct {
		name, edit string
		old, new   string // in fullModelRequest
	}{
		{"an unchanged request", stableRequest, "", ""},
		{"nothing", `{}`, "", ""},
		{"one setting", `{"config":{"topK":41}}`, `"topK": 40`, `"topK": 41`},
		{"digits", `{"config":{"temperature":0.20}}`, `"temperature": 0.10`, `"temperature": 0.20`},
		{"model", `{"model":"small"}`, `gemini-x`, `small`},
		{
			"an edited message keeps its image in place",
			`{"messages":[{"role":"user","content":"look at that"},{"role":"model","content":"done <b> & co"}]}`,
			`{"text": "this"}`, `{"text": "that"}`,
		},
		{
			"a message put in front moves no part",
			`{"messages":[{"role":"user","content":"Hello."},{"role":"user","content":"look at this"},{"role":"model","content":"done <b> & co"}]}`,
			`"contents": [`, `"contents": [{"role": "user", "parts": [{"text": "Hello."}]},`,
		},
		{
			"a removed last message takes nothing else with it",
			`{"messages":[{"role":"user","content":"look at this"}]}`,
			`,
		{"role": "model", "parts": [{"text": "done <b> & co"}, {"futurePart": {"x": 1}}]}`, ``,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if !strings.Contains(fullModelRequest, tt.old) {
				t.Fatalf("%q is not in the request", tt.old)
			}
			want := fullModelRequest
			if tt.old != "" {
				want = strings.Replace(fullModelRequest, tt.old, tt.new, 1)
			}
			wantJSON(t, "request", applyEdit(t, tt.edit), want)
		})
	}
}

func rebuildsFromText(t *testing.T) {
	// What a hook passes on unchanged has lost the tool call all the same.
	seen := asJSON(t, llm.ToHookResponse(modelResponse(t, fullModelResponse)))
	parsed, remarks, err := llm.ParseHookResponse(seen)
	if err != nil || len(remarks) > 0 {
		t.Fatalf("remarks %q, error %v", remarks, err)
	}
	wantJSON(t, "response", llm.FromHookResponse(parsed), `{
		"candidates": [
			{"content": {"role": "model", "parts": [{"text": "I call "}, {"text": "read"}]}, "finishReason": "STOP", "index": 0,
				"safetyRatings": [{"category": "HARM", "probability": "LOW"}]},
			{"content": {"role": "model", "parts": [{"text": "or not"}]}, "finishReason": "MAX_TOKENS", "index": 1}
		],
		"usageMetadata": {"promptTokenCount": 12345678901234567890, "candidatesTokenCount": 4, "totalTokenCount": 7}
	}`)

	parsed, _, err = llm.ParseHookResponse(json.RawMessage(`{"text":"just this"}`))
	if err != nil {
		t.Fatal(err)
	}
	wantJSON(t, "response of text alone", llm.FromHookResponse(parsed),
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"just this"}]},"finishReason":"STOP","index":0}]}`)
	if _, _, err := llm.ParseHookResponse(json.RawMessage(`{"usageMetadata":{}}`)); err == nil {
		t.Error("a response with neither text nor candidates was accepted")
	}
}
