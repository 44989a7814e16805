//go:build unix

package adk_test

import (
	"encoding/json"
	"errors"
	"iter"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/adk/v2/tool/toolconfirmation"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/adapters/adk"
)

// seen returns what a hook that keeps its input in a file got.
func seen(t *testing.T, st *stage, name string) map[string]any {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(st.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	var input map[string]any
	if err := json.Unmarshal(raw, &input); err != nil {
		t.Fatal(err)
	}
	return input
}

func TestHooksSeeToolCalls(t *testing.T) {
	st := scene{
		hooks:     map[string]string{"BeforeTool": "cat > before", "AfterTool": "cat > after"},
		responses: []*model.LLMResponse{calls("broken", map[string]any{"file": "<x>"})},
		tools:     []tool.Tool{broken()},
	}.play(t)
	input := map[string]any{"file": "<x>"}
	if diff := cmp.Diff(input, seen(t, st, "before")["tool_input"]); diff != "" {
		t.Errorf("input before the tool (-want +got):\n%s", diff)
	}
	after := seen(t, st, "after")
	if diff := cmp.Diff(input, after["tool_input"]); diff != "" {
		t.Errorf("input after the tool (-want +got):\n%s", diff)
	}
	response := map[string]any{
		"llmContent": "no such file", "returnDisplay": "no such file", "metadata": map[string]any{},
		"error": map[string]any{"message": "no such file", "type": "execution_failed"},
	}
	if diff := cmp.Diff(response, after["tool_response"]); diff != "" {
		t.Errorf("response (-want +got):\n%s", diff)
	}
}

// stream is a tool that streams its result. ADK calls no callbacks for those.
func stream() tool.Tool {
	return must(functiontool.NewStreaming(functiontool.Config{Name: "stream"}, func(agent.Context, map[string]any) iter.Seq2[string, error] {
		return func(yield func(string, error) bool) {
			_ = yield("drip ", nil) && yield("drop", nil)
		}
	}))
}

func TestStreamingTool(t *testing.T) {
	for name, tt := range map[string]struct {
		hooks    map[string]string
		response string
	}{
		"runs as it does without hooks": {nil, `"response":{"result":"drip drop"}`},
		"is blocked":                    {map[string]string{"BeforeTool": "echo dry >&2; exit 2"}, `"response":{"error":"dry"`},
		"is annotated":                  {map[string]string{"AfterTool": say(`{"systemMessage":"wet"}`)}, `"drip drop\n\n[System] wet"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := scene{hooks: tt.hooks, responses: []*model.LLMResponse{calls("stream", nil)}, tools: []tool.Tool{stream()}}.play(t)
			wantContains(t, "the request", st.last(t), tt.response)
		})
	}
}

// TestLongRunningTool has hooks leave a tool alone that has no result yet.
func TestLongRunningTool(t *testing.T) {
	st := scene{
		hooks:     map[string]string{"AfterTool": "touch fired; echo '{\"systemMessage\":\"x\"}'"},
		responses: []*model.LLMResponse{calls("later", nil)},
		tools:     []tool.Tool{later()},
	}.play(t)
	if _, err := os.Stat(filepath.Join(st.dir, "fired")); err == nil {
		t.Error("hooks were told of a result that does not exist")
	}
}

// TestToolThatAsksItself has hooks leave a tool alone that waits for the user.
func TestToolThatAsksItself(t *testing.T) {
	careful := must(functiontool.New(functiontool.Config{Name: "careful", RequireConfirmation: true},
		func(agent.Context, map[string]any) (map[string]any, error) { return nil, errors.New("it ran") }))
	st := scene{
		hooks:     map[string]string{"AfterTool": "touch fired"},
		responses: []*model.LLMResponse{calls("careful", nil)},
		tools:     []tool.Tool{careful},
	}.play(t)
	confirmation(t, st)
	if _, err := os.Stat(filepath.Join(st.dir, "fired")); err == nil {
		t.Error("hooks were told of a result that does not exist")
	}
}

// TestResultForADK has nothing added to the results that ADK itself reads.
func TestResultForADK(t *testing.T) {
	st := scene{
		hooks:     map[string]string{"AfterTool": say(`{"systemMessage":"noted"}`)},
		responses: []*model.LLMResponse{calls("set_model_response", map[string]any{"a": "b"})},
		tools:     []tool.Tool{forADK()},
	}.play(t)
	if last := st.events[len(st.events)-1]; textOf(last.Content) != `{"a":"b"}` {
		t.Errorf("the answer is %s", encode(last.Content))
	}
}

// confirmation returns the ID of the question that a run ended with.
func confirmation(t *testing.T, st *stage) (id, hint string) {
	t.Helper()
	last := st.events[len(st.events)-1]
	if last.Content == nil || len(last.LongRunningToolIDs) != 1 {
		t.Fatalf("the run did not end with a question but with %s", encode(last))
	}
	call := last.Content.Parts[0].FunctionCall
	return call.ID, call.Args["toolConfirmation"].(toolconfirmation.ToolConfirmation).Hint
}

// confirm is the user's answer to a question.
func confirm(id string, yes bool) *genai.Content {
	return &genai.Content{Role: genai.RoleUser, Parts: []*genai.Part{{FunctionResponse: &genai.FunctionResponse{
		ID: id, Name: toolconfirmation.FunctionCallName, Response: map[string]any{"confirmed": yes},
	}}}}
}

func TestAsk(t *testing.T) {
	ask := say(`{"decision":"ask","reason":"really?","hookSpecificOutput":{"tool_input":{"b":2}}}`)
	for name, tt := range map[string]struct {
		confirmed       bool
		model, notModel string
	}{
		"yes runs the tool with the rewritten input": {true, `got {\"a\":1,\"b\":2}`, "rejected"},
		"no does not run it":                         {false, "The user did not confirm this tool call.", "got {"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := scene{
				hooks:     map[string]string{"BeforeTool": ask, "AfterTool": "echo ran >> after", "AfterAgent": "echo end >> ended", "Notification": "cat > asked", "BeforeAgent": "echo prompt >> prompts"},
				responses: []*model.LLMResponse{callEcho()}, options: adk.Options{Ask: true},
			}.play(t)
			id, hint := confirmation(t, st)
			if hint != "really?" || len(st.sent) != 1 {
				t.Errorf("hint %q after %d model calls", hint, len(st.sent))
			}
			if err := st.prompt(t.Context(), confirm(id, tt.confirmed)); err != nil {
				t.Fatal(err)
			}
			wantContains(t, "the request", st.last(t), tt.model)
			wantLacks(t, "the request", st.last(t), tt.notModel)
			wantContains(t, "what the user saw", st.user(), "answer: done")
			st.plugin.Close()
			if details, _ := seen(t, st, "asked")["details"].(map[string]any); details["tool_name"] != "echo" {
				t.Errorf("notification %v", seen(t, st, "asked"))
			}
			if raw, _ := os.ReadFile(filepath.Join(st.dir, "ended")); string(raw) != "end\n" {
				t.Errorf("the end of the run was told as %q", raw)
			}
			if raw, _ := os.ReadFile(filepath.Join(st.dir, "prompts")); string(raw) != "prompt\n" {
				t.Errorf("prompts were told as %q", raw)
			}
			_, err := os.Stat(filepath.Join(st.dir, "after"))
			if ran := err == nil; ran != tt.confirmed {
				t.Errorf("AfterTool hooks ran: %v", ran)
			}
		})
	}
}

// TestBlockAfterAsk has a hook change its mind while the user thinks.
func TestBlockAfterAsk(t *testing.T) {
	st := scene{
		hooks:     map[string]string{"BeforeTool": `if [ -e asked ]; then echo too late >&2; exit 2; fi; touch asked; ` + say(`{"decision":"ask"}`)},
		responses: []*model.LLMResponse{callEcho()}, options: adk.Options{Ask: true},
	}.play(t)
	id, _ := confirmation(t, st)
	if err := st.prompt(t.Context(), confirm(id, true)); err != nil {
		t.Fatal(err)
	}
	wantContains(t, "the request", st.last(t), "too late")
	wantLacks(t, "the request", st.last(t), "got {")
}

// TestParallelCalls has one of two results hidden, and both rewritten.
func TestParallelCalls(t *testing.T) {
	both := callEcho()
	both.Content.Parts = append(both.Content.Parts, calls("other", map[string]any{"c": 3}).Content.Parts...)
	st := scene{
		hooks: map[string]string{
			"BeforeTool": say(`{"hookSpecificOutput":{"tool_input":{"b":2}}}`),
			"AfterTool":  `grep -q '"tool_name":"other"' && ` + say(`{"suppressOutput":true}`),
		},
		responses: []*model.LLMResponse{both},
	}.play(t)
	wantContains(t, "the request", st.last(t), `got {\"a\":1,\"b\":2}`)
	wantContains(t, "the request", st.last(t), `got {\"b\":2,\"c\":3}`)
	wantContains(t, "what the user saw", st.user(), `got {\"a\":1,\"b\":2}`)
	wantLacks(t, "what the user saw", st.user(), `\"c\":3`)
}

// TestHiddenSurvivesStorage reads the mark from an event that was stored as
// JSON.
func TestHiddenSurvivesStorage(t *testing.T) {
	st := scene{
		hooks:     map[string]string{"AfterTool": say(`{"suppressOutput":true}`), "AfterModel": say(`{"suppressOutput":true}`)},
		responses: []*model.LLMResponse{callEcho()},
	}.play(t)
	for _, event := range st.events {
		var stored session.Event
		if err := json.Unmarshal([]byte(encode(event)), &stored); err != nil {
			t.Fatal(err)
		}
		for _, part := range stored.Content.Parts {
			if hidden := adk.Hidden(&stored, part); hidden == (part.FunctionCall != nil) {
				t.Errorf("hidden: %v, for %s", hidden, encode(part))
			}
		}
	}
}
