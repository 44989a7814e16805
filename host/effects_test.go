//go:build unix

package host_test

import (
	"encoding/json"
	"testing"

	"github.com/grapnel-hooks/grapnel/host/scripted"
)

// TestEffects fires every effect on every event that allows it, in a whole
// session, and looks at what the model was sent and the user was shown.
func TestEffects(t *testing.T) {
	tests := []struct {
		name  string
		hooks map[string][]string
		turns []scripted.Turn

		calls                int    // how often the model is called
		model, notModel      string // in the last request
		user, notUser        string
		stopped              bool
		stopReason, lastSaid string
	}{
		{
			name:  "BeforeTool block gives the model the reason and does not run the tool",
			hooks: map[string][]string{"BeforeTool": {say(`{"decision":"block","reason":"not that one"}`)}},
			turns: []scripted.Turn{callEcho(`{"a":1}`), done()},
			calls: 2, model: `"error":"not that one"`, notModel: "got {",
			user: "tool: not that one", notUser: "shown {",
		},
		{
			name:  "BeforeTool rewritten input is what the tool gets",
			hooks: map[string][]string{"BeforeTool": {say(`{"hookSpecificOutput":{"tool_input":{"b":2}}}`)}},
			turns: []scripted.Turn{callEcho(`{"a":1}`), done()},
			calls: 2, model: `got {\"a\":1,\"b\":2}`, user: `shown {"a":1,"b":2}`,
		},
		{
			name:  "BeforeTool stop ends the loop and the tool does not run",
			hooks: map[string][]string{"BeforeTool": {say(`{"continue":false,"stopReason":"enough"}`)}},
			turns: []scripted.Turn{callEcho(`{}`), done()},
			calls: 1, stopped: true, stopReason: "enough", user: "stop: enough", notUser: "shown",
		},
		{
			name:  "BeforeTool system message reaches the model only",
			hooks: map[string][]string{"BeforeTool": {say(`{"systemMessage":"mind the gap"}`)}},
			turns: []scripted.Turn{callEcho(`{}`), done()},
			calls: 2, model: `\n\n[System] mind the gap`, notUser: "mind the gap",
		},
		{
			name:  "BeforeTool cannot add context or hide output",
			hooks: map[string][]string{"BeforeTool": {say(`{"suppressOutput":true,"hookSpecificOutput":{"additionalContext":"extra"}}`)}},
			turns: []scripted.Turn{callEcho(`{"a":1}`), done()},
			calls: 2, notModel: "extra", user: `shown {"a":1}`,
		},
		{
			name:  "AfterTool context is added to the result",
			hooks: map[string][]string{"AfterTool": {say(`{"hookSpecificOutput":{"additionalContext":"it is formatted now"}}`)}},
			turns: []scripted.Turn{callEcho(`{"a":1}`), done()},
			calls: 2, model: `got {\"a\":1}\n\nit is formatted now`, notUser: "formatted",
		},
		{
			name:  "AfterTool system message is marked and for the model only",
			hooks: map[string][]string{"AfterTool": {say(`{"systemMessage":"be careful"}`)}},
			turns: []scripted.Turn{callEcho(`{"a":1}`), done()},
			calls: 2, model: `got {\"a\":1}\n\n[System] be careful`, notUser: "be careful",
		},
		{
			name:  "AfterTool hidden output still reaches the model",
			hooks: map[string][]string{"AfterTool": {say(`{"suppressOutput":true}`)}},
			turns: []scripted.Turn{callEcho(`{"a":1}`), done()},
			calls: 2, model: `got {\"a\":1}`, notUser: "shown",
		},
		{
			name:  "AfterTool stop ends the loop after the tool",
			hooks: map[string][]string{"AfterTool": {say(`{"continue":false,"stopReason":"seen enough"}`)}},
			turns: []scripted.Turn{callEcho(`{}`), done()},
			calls: 1, stopped: true, stopReason: "seen enough", user: "stop: seen enough",
		},
		{
			name:  "AfterTool cannot block or change the result",
			hooks: map[string][]string{"AfterTool": {say(`{"decision":"block","reason":"no","hookSpecificOutput":{"tool_input":{"z":1},"llm_response":{"text":"x"}}}`)}},
			turns: []scripted.Turn{callEcho(`{"a":1}`), done()},
			calls: 2, model: `"output":"got {\"a\":1}"`, notModel: `"no"`,
		},
		{
			name:  "BeforeModel block with a response answers without the model",
			hooks: map[string][]string{"BeforeModel": {say(`{"decision":"deny","hookSpecificOutput":{"llm_response":{"text":"from the cache"}}}`)}},
			turns: []scripted.Turn{done()},
			calls: 0, user: "answer: from the cache", lastSaid: "from the cache",
		},
		{
			name:  "BeforeModel block without a response gives an empty answer",
			hooks: map[string][]string{"BeforeModel": {say(`{"decision":"deny","reason":"over budget"}`)}},
			turns: []scripted.Turn{done()},
			calls: 0, user: "over budget", notUser: "all done",
		},
		{
			name:  "BeforeModel exit code 2 blocks too",
			hooks: map[string][]string{"BeforeModel": {"echo over >&2; exit 2"}},
			turns: []scripted.Turn{done()},
			calls: 0, user: "over",
		},
		{
			name: "BeforeModel appended message and temperature are in the request, the rest stays",
			hooks: map[string][]string{"BeforeModel": {say(
				`{"hookSpecificOutput":{"llm_request":{"messages":[{"role":"user","content":"hello"},{"role":"user","content":"on branch main"}],"config":{"temperature":0}}}}`)}},
			turns: []scripted.Turn{done()},
			calls: 1, model: `{"contents":[{"parts":[{"text":"hello"}],"role":"user"},{"parts":[{"text":"on branch main"}],"role":"user"}],"generationConfig":{"temperature":0},"model":"test-model","tools":`,
		},
		{
			name:  "BeforeModel stop ends the loop before the call",
			hooks: map[string][]string{"BeforeModel": {say(`{"continue":false,"stopReason":"night shift"}`)}},
			turns: []scripted.Turn{done()},
			calls: 0, stopped: true, stopReason: "night shift", user: "stop: night shift",
		},
		{
			name:  "AfterModel rewritten response is stored and shown",
			hooks: map[string][]string{"AfterModel": {say(`{"hookSpecificOutput":{"llm_response":{"text":"redacted"}}}`)}},
			turns: []scripted.Turn{{Text: "the secret is 42"}},
			calls: 1, user: "answer: redacted", notUser: "42", lastSaid: "redacted",
		},
		{
			name:  "AfterModel hidden response is still processed for tool calls",
			hooks: map[string][]string{"AfterModel": {say(`{"suppressOutput":true}`)}},
			turns: []scripted.Turn{{Text: "let me see", Calls: []scripted.Call{{Name: "echo", Args: json.RawMessage(`{"a":1}`)}}}, done()},
			calls: 2, model: `got {\"a\":1}`, user: `shown {"a":1}`, notUser: "let me see",
		},
		{
			name:  "AfterModel stop gives the stop response and ends the loop",
			hooks: map[string][]string{"AfterModel": {say(`{"continue":false,"stopReason":"that is all"}`)}},
			turns: []scripted.Turn{callEcho(`{}`), done()},
			calls: 1, stopped: true, stopReason: "that is all", user: "stop: that is all", notUser: "shown", lastSaid: "that is all",
		},
		{
			name:  "AfterModel cannot block",
			hooks: map[string][]string{"AfterModel": {say(`{"decision":"block","reason":"no"}`)}},
			turns: []scripted.Turn{done()},
			calls: 1, user: "answer: all done", lastSaid: "all done",
		},
		{
			name:  "BeforeToolSelection restriction is declared and enforced",
			hooks: map[string][]string{"BeforeToolSelection": {say(`{"hookSpecificOutput":{"toolConfig":{"mode":"ANY","allowedFunctionNames":["other"]}}}`)}},
			turns: []scripted.Turn{callEcho(`{"a":1}`), done()},
			calls: 2, model: `"functionCallingConfig":{"allowedFunctionNames":["other"],"mode":"ANY"}`, notModel: "got {", notUser: "shown {",
		},
		{
			name:  "BeforeToolSelection NONE forbids all tools but keeps their definitions",
			hooks: map[string][]string{"BeforeToolSelection": {say(`{"hookSpecificOutput":{"toolConfig":{"mode":"NONE"}}}`)}},
			turns: []scripted.Turn{callEcho(`{"a":1}`), done()},
			calls: 2, model: `"functionDeclarations":[{"name":"echo"},{"name":"other"},{"name":"fails"}]`, notModel: "got {",
		},
		{
			name:  "BeforeToolSelection stop ends the loop before the call",
			hooks: map[string][]string{"BeforeToolSelection": {say(`{"continue":false,"stopReason":"no tools today"}`)}},
			turns: []scripted.Turn{done()},
			calls: 0, stopped: true, stopReason: "no tools today", user: "stop: no tools today",
		},
		{
			name:  "BeforeToolSelection cannot block or change the request",
			hooks: map[string][]string{"BeforeToolSelection": {say(`{"decision":"deny","reason":"no","hookSpecificOutput":{"llm_request":{"model":"x"}}}`)}},
			turns: []scripted.Turn{done()},
			calls: 1, model: `"model":"test-model"`, user: "answer: all done",
		},
		{
			name:  "lifecycle hooks can do nothing",
			hooks: map[string][]string{"SessionStart": {"exit 2"}, "BeforeAgent": {say(`{"decision":"block","continue":false,"hookSpecificOutput":{"additionalContext":"extra"}}`)}, "AfterAgent": {"exit 2"}},
			turns: []scripted.Turn{done()},
			calls: 1, user: "answer: all done", notModel: "extra",
		},
		{
			name:  "block and stop at once: reason to the model, stop reason to the user",
			hooks: map[string][]string{"BeforeTool": {say(`{"decision":"deny","reason":"bad","continue":false,"stopReason":"worse"}`)}},
			turns: []scripted.Turn{callEcho(`{}`), done()},
			calls: 1, stopped: true, stopReason: "worse", user: "stop: worse", notUser: "shown",
		},
		{
			name:  "a failing hook changes nothing but warns the model",
			hooks: map[string][]string{"AfterTool": {"echo broken >&2; exit 1"}},
			turns: []scripted.Turn{callEcho(`{"a":1}`), done()},
			calls: 2, model: `got {\"a\":1}\n\n[System] Warning: broken`, user: `shown {"a":1}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			answer, rec, model := session(t, hooks(t, tt.hooks), tt.turns...)
			if model.Calls() != tt.calls {
				t.Errorf("the model was called %d times, want %d", model.Calls(), tt.calls)
			}
			if answer.Stop.Stopped != tt.stopped || answer.Stop.Reason != tt.stopReason {
				t.Errorf("stop %+v", answer.Stop)
			}
			if tt.lastSaid != "" && answer.Text != tt.lastSaid {
				t.Errorf("the answer is %q, want %q", answer.Text, tt.lastSaid)
			}
			if tt.model != "" {
				wantContains(t, "the request", rec.lastRequest(t), tt.model)
			}
			if tt.notModel != "" {
				wantLacks(t, "the request", rec.lastRequest(t), tt.notModel)
			}
			if tt.user != "" {
				wantContains(t, "what the user saw", rec.user(), tt.user)
			}
			if tt.notUser != "" {
				wantLacks(t, "what the user saw", rec.user(), tt.notUser)
			}
		})
	}
}
