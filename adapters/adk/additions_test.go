//go:build unix

package adk_test

import (
	"strings"
	"testing"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"

	"github.com/grapnel-hooks/grapnel/adapters/adk"
)

// userContent is a content of the user's with nothing but this text, as JSON.
func userContent(text string) string {
	return encode(map[string]any{"parts": []any{map[string]any{"text": text}}, "role": "user"})
}

// TestContextBesideResults has context of every dialect and placement reach the
// model with its next request, in the form that it has in package host.
func TestContextBesideResults(t *testing.T) {
	waveContext := say(`{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"it is formatted now"}}`)
	tests := []struct {
		name, dialect   string
		hooks           map[string]string
		model, notModel string // in the last request
	}{
		{
			"pi: what hooks said before and after a tool is one block", "pi",
			map[string]string{"PreToolUse": say(`{"additionalContext":"mind the gap"}`), "PostToolUse": "echo and the step"},
			userContent("<hook_context>\nmind the gap\n\nand the step\n</hook_context>"), "[System]",
		},
		{
			"pi: what a hook said that blocked", "pi",
			map[string]string{"PreToolUse": say(`{"decision":"deny","reason":"no","additionalContext":"try ls"}`)},
			`"response":{"error":"no"}`, "got {",
		},
		{
			"pi: context of a hook that blocked", "pi",
			map[string]string{"PreToolUse": say(`{"decision":"deny","reason":"no","additionalContext":"try ls"}`)},
			userContent("<hook_context>\ntry ls\n</hook_context>"), "[System]",
		},
		{
			"wave: a message of its own", "wave",
			map[string]string{"PostToolUse": waveContext},
			userContent("it is formatted now"), "[System]",
		},
		{
			"wave: why a hook objects afterwards", "wave",
			map[string]string{"PostToolUse": "echo that broke the build >&2; exit 2"},
			userContent("that broke the build"), "[System]",
		},
		{
			"massgen: a message of its own", "massgen",
			map[string]string{"PostToolUse": say(`{"inject":{"content":"breathe","strategy":"user_message"}}`)},
			userContent("breathe"), "[System]",
		},
		{
			"massgen: in the result", "massgen",
			map[string]string{"PostToolUse": say(`{"inject":{"content":"breathe","strategy":"tool_result"}}`)},
			`got {\"a\":1}\n\nbreathe"`, `"text":"breathe"`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			st := scene{dialect: tt.dialect, hooks: tt.hooks, responses: []*model.LLMResponse{callEcho()}}.play(t)
			wantContains(t, "the request", st.last(t), tt.model)
			wantLacks(t, "the request", st.last(t), tt.notModel)
		})
	}
}

// TestContextOfParallelCalls has it come in the order of the calls, whichever
// ends first.
func TestContextOfParallelCalls(t *testing.T) {
	both := callEcho()
	both.Content.Parts = append(both.Content.Parts, calls("other", nil).Content.Parts...)
	st := scene{
		dialect: "pi", responses: []*model.LLMResponse{both},
		hooks: map[string]string{"PostToolUse": `if grep -q '"tool_name":"other"'; then touch over; echo second; else until [ -e over ]; do sleep 0.01; done; echo first; fi`},
	}.play(t)
	wantContains(t, "the request", st.last(t), userContent("<hook_context>\nfirst\n\nsecond\n</hook_context>"))
}

// TestRemarksOutliveRuns has what hooks say at the end of a run, or about a
// request that is not sent, reach the model with the next one, and once.
func TestRemarksOutliveRuns(t *testing.T) {
	first := func(answer string) string { return `[ -e once ] || { touch once; ` + say(answer) + `; }` }
	tests := []struct {
		name      string
		hooks     map[string]string
		responses []*model.LLMResponse
		tools     []tool.Tool
		note      string
	}{
		{
			name:  "AfterModel",
			hooks: map[string]string{"AfterModel": first(`{"systemMessage":"that was long"}`)},
			note:  "[System] that was long",
		},
		{
			name:  "AfterModel stop",
			hooks: map[string]string{"AfterModel": first(`{"continue":false,"systemMessage":"that was long"}`)},
			note:  "[System] that was long",
		},
		{
			name:  "BeforeModel block",
			hooks: map[string]string{"BeforeModel": first(`{"decision":"deny","systemMessage":"over budget"}`)},
			note:  "[System] over budget",
		},
		{
			name:  "BeforeModel stop",
			hooks: map[string]string{"BeforeModel": first(`{"continue":false,"systemMessage":"over budget"}`)},
			note:  "[System] over budget",
		},
		{
			name: "BeforeToolSelection before a block",
			hooks: map[string]string{
				"BeforeToolSelection": `[ -e once ] || ` + say(`{"systemMessage":"few tools"}`),
				"BeforeModel":         first(`{"decision":"deny"}`),
			},
			note: "[System] few tools",
		},
		{
			name:  "BeforeToolSelection stop",
			hooks: map[string]string{"BeforeToolSelection": first(`{"continue":false,"systemMessage":"few tools"}`)},
			note:  "[System] few tools",
		},
		{
			name:      "AfterModel before a model that fails",
			hooks:     map[string]string{"AfterModel": first(`{"systemMessage":"that was long"}`)},
			responses: []*model.LLMResponse{callEcho(), {ErrorCode: "SAFETY", ErrorMessage: "no"}},
			note:      "[System] that was long",
		},
		{
			name:      "a tool whose result ADK reads",
			hooks:     map[string]string{"AfterTool": say(`{"systemMessage":"noted"}`)},
			responses: []*model.LLMResponse{calls("set_model_response", map[string]any{"a": "b"})},
			tools:     []tool.Tool{forADK()},
			note:      "[System] noted",
		},
		{
			name:      "a tool whose result comes later",
			hooks:     map[string]string{"BeforeTool": say(`{"systemMessage":"it takes a while"}`)},
			responses: []*model.LLMResponse{calls("later", nil)},
			tools:     []tool.Tool{later()},
			note:      "[System] it takes a while",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			st := scene{hooks: tt.hooks, responses: tt.responses, tools: tt.tools}.play(t)
			before := len(st.sent)
			st.say(t, "again")
			st.say(t, "and again")
			if len(st.sent) != before+2 {
				t.Fatalf("the model was called %d times", len(st.sent))
			}
			wantContains(t, "the next request", st.sent[before], userContent(tt.note))
			if n := strings.Count(st.sent[before+1], tt.note); n != 1 {
				t.Errorf("the request after it has the message %d times: %s", n, st.sent[before+1])
			}
			wantLacks(t, "what the user saw", st.user(), tt.note)
		})
	}
}

// forADK is a tool whose result ADK itself reads.
func forADK() tool.Tool {
	return must(functiontool.New(functiontool.Config{Name: "set_model_response"},
		func(_ agent.Context, args map[string]any) (map[string]any, error) { return args, nil }))
}

// later is a tool whose result comes later, from somewhere else.
func later() tool.Tool {
	return must(functiontool.New(functiontool.Config{Name: "later", IsLongRunning: true},
		func(agent.Context, map[string]any) (map[string]any, error) { return nil, nil }))
}

// TestContextAfterAsk has it told once, although hooks are asked twice.
func TestContextAfterAsk(t *testing.T) {
	for name, yes := range map[string]bool{"yes": true, "no": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := scene{
				dialect: "pi", responses: []*model.LLMResponse{callEcho()}, options: adk.Options{Ask: true},
				hooks: map[string]string{"PreToolUse": say(`{"decision":"ask","additionalContext":"careful"}`)},
			}.play(t)
			id, _ := confirmation(t, st)
			if err := st.prompt(t.Context(), confirm(id, yes)); err != nil {
				t.Fatal(err)
			}
			wantContains(t, "the request", st.last(t), userContent("<hook_context>\ncareful\n</hook_context>"))
			if ran := strings.Contains(st.last(t), "got {"); ran != yes {
				t.Errorf("the tool ran: %v", ran)
			}
		})
	}
}

// TestMessagesAfterRefusal has system messages reach the model although the user
// did not let the tool run.
func TestMessagesAfterRefusal(t *testing.T) {
	st := scene{
		responses: []*model.LLMResponse{callEcho()}, options: adk.Options{Ask: true},
		hooks: map[string]string{"BeforeTool": say(`{"decision":"ask","systemMessage":"it is Friday"}`)},
	}.play(t)
	id, _ := confirmation(t, st)
	if err := st.prompt(t.Context(), confirm(id, false)); err != nil {
		t.Fatal(err)
	}
	wantContains(t, "the request", st.last(t), `did not confirm this tool call.\n\n[System] it is Friday"`)
}

// TestToolNotes has the user, and nobody else, told what hooks say about tools.
func TestToolNotes(t *testing.T) {
	for name, tt := range map[string]struct {
		hooks map[string]string
		user  string
	}{
		"before and after": {
			map[string]string{"PreToolUse": say(`{"systemMessage":"one"}`), "PostToolUse": say(`{"systemMessage":"two"}`)},
			"note: one\nnote: two\ntool: {\"result\":\"got {\\\"a\\\":1}\"}\nanswer: done",
		},
		"blocked": {
			map[string]string{"PreToolUse": say(`{"systemMessage":"one","decision":"block","reason":"no"}`)},
			"note: one\ntool: {\"error\":\"no\"}\nanswer: done",
		},
		"a hook that fails": {
			map[string]string{"PostToolUse": "echo cannot format >&2; exit 1"},
			"note: cannot format\ntool: {\"result\":\"got {\\\"a\\\":1}\"}\nanswer: done",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := scene{dialect: "wave", hooks: tt.hooks, responses: []*model.LLMResponse{callEcho()}}.play(t)
			if st.user() != tt.user {
				t.Errorf("the user saw\n%s\nwant\n%s", st.user(), tt.user)
			}
			for _, text := range []string{"one", "two", "cannot"} {
				wantLacks(t, "the request", strings.ReplaceAll(st.last(t), "done", ""), text)
			}
		})
	}
}
