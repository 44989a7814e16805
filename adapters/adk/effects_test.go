//go:build unix

package adk_test

import (
	"errors"
	"testing"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/genai"
)

// broken is a tool that fails.
func broken() tool.Tool {
	return must(functiontool.New(functiontool.Config{Name: "broken"}, func(agent.Context, map[string]any) (map[string]any, error) {
		return nil, errors.New("no such file")
	}))
}

// weather is a tool with a structured result.
func weather() tool.Tool {
	return must(functiontool.New(functiontool.Config{Name: "weather"}, func(agent.Context, map[string]any) (map[string]any, error) {
		return map[string]any{"city": "Oslo", "degrees": 3.5}, nil
	}))
}

// TestEffects has every effect on every event that allows it, end to end, and
// looks at what the model was sent and the user was shown.
func TestEffects(t *testing.T) {
	tests := []struct {
		name      string
		hooks     map[string]string
		responses []*model.LLMResponse

		calls           int    // how often the model is called
		model, notModel string // in the last request
		user, notUser   string
	}{
		{
			name:      "no hooks change nothing",
			responses: []*model.LLMResponse{callEcho()},
			calls:     2, model: `"response":{"result":"got {\"a\":1}"}`, user: "answer: done",
		},
		{
			name:      "BeforeTool block gives the model the reason and does not run the tool",
			hooks:     map[string]string{"BeforeTool": say(`{"decision":"block","reason":"not that one"}`), "AfterTool": say(`{"systemMessage":"it ran"}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     2, model: `"response":{"error":"not that one"}`, notModel: "got {", user: "answer: done", notUser: "it ran",
		},
		{
			name:      "BeforeTool exit code 2 blocks too",
			hooks:     map[string]string{"BeforeTool": "echo no way >&2; exit 2"},
			responses: []*model.LLMResponse{callEcho()},
			calls:     2, model: `"response":{"error":"no way"`, notModel: "got {",
		},
		{
			name:      "BeforeTool rewritten input is what the tool gets",
			hooks:     map[string]string{"BeforeTool": say(`{"hookSpecificOutput":{"tool_input":{"b":2}}}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     2, model: `got {\"a\":1,\"b\":2}`,
		},
		{
			name:      "BeforeTool rewrites the input of a call without arguments",
			hooks:     map[string]string{"BeforeTool": say(`{"hookSpecificOutput":{"tool_input":{"b":2}}}`)},
			responses: []*model.LLMResponse{calls("echo", nil)},
			calls:     2, model: `got {\"b\":2}`,
		},
		{
			name:      "BeforeTool stop ends the run and the tool does not run",
			hooks:     map[string]string{"BeforeTool": say(`{"continue":false,"stopReason":"enough"}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     1, user: "answer: enough", notUser: "got {",
		},
		{
			name:      "BeforeTool stop without a reason still tells the user",
			hooks:     map[string]string{"BeforeTool": say(`{"continue":false}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     1, user: "answer: A hook stopped the agent.", notUser: "got {",
		},
		{
			name:      "BeforeTool block and stop: reason to the model, stop reason to the user",
			hooks:     map[string]string{"BeforeTool": say(`{"decision":"deny","reason":"bad","continue":false,"stopReason":"worse"}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     1, user: "tool: {\"error\":\"bad\"}\nanswer: worse",
		},
		{
			name:      "BeforeTool system message is added to the result",
			hooks:     map[string]string{"BeforeTool": say(`{"systemMessage":"mind the gap"}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     2, model: `got {\"a\":1}\n\n[System] mind the gap`,
		},
		{
			name:      "BeforeTool cannot add context or hide output",
			hooks:     map[string]string{"BeforeTool": say(`{"suppressOutput":true,"hookSpecificOutput":{"additionalContext":"extra"}}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     2, notModel: "extra", user: "got {",
		},
		{
			name:      "AfterTool context is added to the result",
			hooks:     map[string]string{"AfterTool": say(`{"hookSpecificOutput":{"additionalContext":"it is formatted now"}}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     2, model: `got {\"a\":1}\n\nit is formatted now`,
		},
		{
			name:      "AfterTool context and both system messages come in order",
			hooks:     map[string]string{"BeforeTool": say(`{"systemMessage":"one"}`), "AfterTool": say(`{"systemMessage":"two","hookSpecificOutput":{"additionalContext":"zero"}}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     2, model: `got {\"a\":1}\n\nzero\n\n[System] one\ntwo`,
		},
		{
			name:      "AfterTool context beside a structured result",
			hooks:     map[string]string{"AfterTool": say(`{"hookSpecificOutput":{"additionalContext":"cold"}}`)},
			responses: []*model.LLMResponse{calls("weather", nil)},
			calls:     2, model: `"response":{"city":"Oslo","degrees":3.5,"hookContext":"cold"}`,
		},
		{
			name:      "AfterTool context is added to an error",
			hooks:     map[string]string{"AfterTool": say(`{"hookSpecificOutput":{"additionalContext":"try ls"}}`)},
			responses: []*model.LLMResponse{calls("broken", nil)},
			calls:     2, model: `"response":{"error":"no such file\n\ntry ls"}`,
		},
		{
			name:      "AfterTool hidden output still reaches the model",
			hooks:     map[string]string{"AfterTool": say(`{"suppressOutput":true}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     2, model: `got {\"a\":1}`, user: "answer: done", notUser: "got {",
		},
		{
			name:      "AfterTool stop ends the run after the tool",
			hooks:     map[string]string{"AfterTool": say(`{"continue":false,"stopReason":"seen enough"}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     1, user: "tool: {\"result\":\"got {\\\"a\\\":1}\"}\nanswer: seen enough",
		},
		{
			name:      "AfterTool cannot block or change the result",
			hooks:     map[string]string{"AfterTool": say(`{"decision":"block","reason":"nope","hookSpecificOutput":{"tool_input":{"z":1},"llm_response":{"text":"x"}}}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     2, model: `"response":{"result":"got {\"a\":1}"}`, notModel: "nope",
		},
		{
			name:      "a failing hook changes nothing but warns the model",
			hooks:     map[string]string{"AfterTool": "echo broken >&2; exit 1"},
			responses: []*model.LLMResponse{callEcho()},
			calls:     2, model: `got {\"a\":1}\n\n[System] Warning: broken`,
		},
		{
			name:  "BeforeModel block with a response answers without the model",
			hooks: map[string]string{"BeforeModel": say(`{"decision":"deny","hookSpecificOutput":{"llm_response":{"text":"from the cache"}}}`)},
			calls: 0, user: "answer: from the cache", notUser: "BLOCKED",
		},
		{
			name:  "BeforeModel block without a response gives an empty answer",
			hooks: map[string]string{"BeforeModel": say(`{"decision":"deny","reason":"over budget"}`)},
			calls: 0, user: "BLOCKED_BY_HOOK: over budget", notUser: "answer",
		},
		{
			name:  "BeforeModel appended message and temperature are in the request",
			hooks: map[string]string{"BeforeModel": say(`{"hookSpecificOutput":{"llm_request":{"messages":[{"role":"user","content":"hello"},{"role":"user","content":"on branch main"}],"config":{"temperature":0.3}}}}`)},
			calls: 1, model: `"contents":[{"parts":[{"text":"hello"}],"role":"user"},{"parts":[{"text":"on branch main"}],"role":"user"}]`,
		},
		{
			name:  "BeforeModel system message joins the instruction",
			hooks: map[string]string{"BeforeModel": say(`{"hookSpecificOutput":{"llm_request":{"messages":[{"role":"system","content":"be brief"},{"role":"user","content":"hello"}]}}}`)},
			calls: 1, model: `{"text":"be brief"}]`, notModel: `"role":"system"`,
		},
		{
			name:  "BeforeModel note is marked and for the model only",
			hooks: map[string]string{"BeforeModel": say(`{"systemMessage":"careful"}`)},
			calls: 1, model: `{"text":"[System] careful"}`, notUser: "careful",
		},
		{
			name:  "BeforeModel stop ends the run before the call",
			hooks: map[string]string{"BeforeModel": say(`{"continue":false,"stopReason":"night shift"}`)},
			calls: 0, user: "answer: night shift",
		},
		{
			name:  "BeforeModel stop with a response says both",
			hooks: map[string]string{"BeforeModel": say(`{"continue":false,"stopReason":"night shift","hookSpecificOutput":{"llm_response":{"text":"Good night."}}}`)},
			calls: 0, user: "answer: Good night.\nanswer: night shift",
		},
		{
			name:      "BeforeModel restriction of tools is enforced too",
			hooks:     map[string]string{"BeforeModel": say(`{"hookSpecificOutput":{"llm_request":{"toolConfig":{"mode":"ANY","allowedFunctionNames":["other"]}}}}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     2, model: `"allowedFunctionNames":["other"]`, notModel: "got {",
		},
		{
			name:      "BeforeModel cannot hide anything",
			hooks:     map[string]string{"BeforeModel": say(`{"suppressOutput":true}`)},
			responses: []*model.LLMResponse{says("visible")},
			calls:     1, user: "answer: visible",
		},
		{
			name:      "AfterModel rewritten response is stored and shown",
			hooks:     map[string]string{"AfterModel": say(`{"hookSpecificOutput":{"llm_response":{"text":"redacted"}}}`)},
			responses: []*model.LLMResponse{says("the secret is 42")},
			calls:     1, user: "answer: redacted", notUser: "42",
		},
		{
			name:      "AfterModel hidden response is still processed for tool calls",
			hooks:     map[string]string{"AfterModel": say(`{"suppressOutput":true}`)},
			responses: []*model.LLMResponse{{Content: &genai.Content{Role: "model", Parts: []*genai.Part{{Text: "let me see"}, callEcho().Content.Parts[0]}}}},
			calls:     2, model: `got {\"a\":1}`, user: "got {", notUser: "let me see",
		},
		{
			name:      "AfterModel note waits for the next request",
			hooks:     map[string]string{"AfterModel": say(`{"systemMessage":"that was long"}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     2, model: `{"text":"[System] that was long"}`, notUser: "long",
		},
		{
			name:      "AfterModel stop gives the stop reason and runs no tool",
			hooks:     map[string]string{"AfterModel": say(`{"continue":false,"stopReason":"that is all"}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     1, user: "answer: that is all", notUser: "got {",
		},
		{
			name:  "AfterModel cannot block",
			hooks: map[string]string{"AfterModel": say(`{"decision":"block","reason":"no"}`)},
			calls: 1, user: "answer: done",
		},
		{
			name:      "BeforeToolSelection restriction is declared and enforced",
			hooks:     map[string]string{"BeforeToolSelection": say(`{"hookSpecificOutput":{"toolConfig":{"mode":"ANY","allowedFunctionNames":["other"]}}}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     2, model: `"toolConfig":{"functionCallingConfig":{"allowedFunctionNames":["other"],"mode":"ANY"}}`, notModel: "got {",
			user: `may not be called now`,
		},
		{
			name:      "BeforeToolSelection restriction allows what it names",
			hooks:     map[string]string{"BeforeToolSelection": say(`{"hookSpecificOutput":{"toolConfig":{"mode":"ANY","allowedFunctionNames":["echo"]}}}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     2, model: `got {\"a\":1}`,
		},
		{
			name:      "BeforeToolSelection NONE forbids all tools but keeps their definitions",
			hooks:     map[string]string{"BeforeToolSelection": say(`{"hookSpecificOutput":{"toolConfig":{"mode":"NONE"}}}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     2, model: `"toolConfig":{"functionCallingConfig":{"mode":"NONE"}}`, notModel: "got {",
		},
		{
			name:      "BeforeToolSelection with nothing allowed forbids all tools",
			hooks:     map[string]string{"BeforeToolSelection": say(`{"hookSpecificOutput":{"toolConfig":{"mode":"ANY","allowedFunctionNames":[]}}}`)},
			responses: []*model.LLMResponse{callEcho()},
			calls:     2, model: `"mode":"NONE"`, notModel: "got {",
		},
		{
			name:  "BeforeToolSelection stop ends the run before the call",
			hooks: map[string]string{"BeforeToolSelection": say(`{"continue":false,"stopReason":"no tools today"}`)},
			calls: 0, user: "answer: no tools today",
		},
		{
			name:  "BeforeToolSelection cannot block or change the request",
			hooks: map[string]string{"BeforeToolSelection": say(`{"decision":"deny","reason":"no","hookSpecificOutput":{"llm_request":{"model":"x"}}}`)},
			calls: 1, model: `"model":"test-model"`, user: "answer: done",
		},
		{
			name:  "lifecycle hooks can do nothing",
			hooks: map[string]string{"SessionStart": "exit 2", "BeforeAgent": say(`{"decision":"block","continue":false,"hookSpecificOutput":{"additionalContext":"extra"}}`), "AfterAgent": "exit 2"},
			calls: 1, user: "answer: done", notModel: "extra",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			st := scene{hooks: tt.hooks, responses: tt.responses, tools: []tool.Tool{broken(), weather()}}.play(t)
			if len(st.sent) != tt.calls {
				t.Errorf("the model was called %d times, want %d", len(st.sent), tt.calls)
			}
			if tt.model != "" || tt.notModel != "" {
				wantContains(t, "the request", st.last(t), tt.model)
				wantLacks(t, "the request", st.last(t), tt.notModel)
			}
			wantContains(t, "what the user saw", st.user(), tt.user)
			wantLacks(t, "what the user saw", st.user(), tt.notUser)
		})
	}
}
