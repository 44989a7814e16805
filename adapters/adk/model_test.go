//go:build unix

package adk_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/adapters/adk"
)

// TestRewrittenRequestKeepsTheRest appends a message to a request with
// everything in it that hooks cannot see.
func TestRewrittenRequestKeepsTheRest(t *testing.T) {
	config := &genai.GenerateContentConfig{
		Temperature: genai.Ptr[float32](0.7), TopP: genai.Ptr[float32](0.1), MaxOutputTokens: 100,
		StopSequences: []string{"END", "STOP"}, Seed: genai.Ptr[int32](5), Labels: map[string]string{"a": "b"},
		ThinkingConfig: &genai.ThinkingConfig{IncludeThoughts: true},
	}
	image := &genai.Part{InlineData: &genai.Blob{MIMEType: "image/png", Data: []byte{0, 255, 1}}}
	play := func(hooks map[string]string) *stage {
		st := scene{
			hooks: hooks, config: config,
			responses: []*model.LLMResponse{{Content: &genai.Content{Role: "model", Parts: []*genai.Part{
				{Text: "hm", Thought: true}, {Text: "one moment"}, callEcho().Content.Parts[0],
			}}}},
		}.set(t)
		message := &genai.Content{Role: "user", Parts: []*genai.Part{{Text: "look <at> this"}, image}}
		if err := st.prompt(t.Context(), message); err != nil {
			t.Fatal(err)
		}
		return st
	}
	plain := play(nil)
	rewritten := play(map[string]string{"BeforeModel": say(
		`{"hookSpecificOutput":{"llm_request":{"model":"other-model","messages":[{"role":"user","content":"look <at> this"},{"role":"model","content":"one moment"},{"role":"user","content":"and hurry"}],"config":{"temperature":0.3,"topP":null,"stopSequences":["x"],"maxOutputTokens":"many"}}}}`)})

	want, got := plain.requests[1], rewritten.requests[1]
	want.Model = "other-model"
	want.Contents = append(want.Contents, genai.NewContentFromText("and hurry", genai.RoleUser))
	if diff := cmp.Diff(want.Contents, got.Contents); diff != "" {
		t.Errorf("contents (-want +got):\n%s", diff)
	}
	if got.Model != want.Model || len(got.Tools) != len(want.Tools) {
		t.Errorf("model %q with %d tools", got.Model, len(got.Tools))
	}
	want.Config.Temperature, want.Config.TopP, want.Config.StopSequences = genai.Ptr[float32](0.3), nil, []string{"x"}
	if got, want := encode(got.Config), encode(want.Config); got != want {
		t.Errorf("config\n got %s\nwant %s", got, want)
	}
	if *config.Temperature != 0.7 || *config.TopP != 0.1 || config.StopSequences[0] != "END" {
		t.Errorf("the agent's own configuration changed: %s", encode(config))
	}
}

// TestNumbersKeepTheirDigits has a hook see and return float32 settings.
func TestNumbersKeepTheirDigits(t *testing.T) {
	st := scene{
		hooks:  map[string]string{"BeforeModel": "cat > before; " + say(`{"hookSpecificOutput":{"llm_request":{"config":{"topP":0.9}}}}`)},
		config: &genai.GenerateContentConfig{Temperature: genai.Ptr[float32](0.7)},
	}.play(t)
	raw, err := os.ReadFile(filepath.Join(st.dir, "before"))
	if err != nil {
		t.Fatal(err)
	}
	wantContains(t, "what the hook saw", string(raw), `"temperature":0.7`)
	wantLacks(t, "what the hook saw", string(raw), `0.69`)
	wantContains(t, "the request", st.last(t), `"temperature":0.7,"topP":0.9`)
}

// TestAuthorsToolConfig has hooks restrict the tools of an agent whose author
// did so before, and leaves it to the model to obey the author.
func TestAuthorsToolConfig(t *testing.T) {
	config := &genai.GenerateContentConfig{ToolConfig: &genai.ToolConfig{
		FunctionCallingConfig: &genai.FunctionCallingConfig{Mode: genai.FunctionCallingConfigModeAny, AllowedFunctionNames: []string{"other"}},
		RetrievalConfig:       &genai.RetrievalConfig{LanguageCode: "no"},
	}}
	for name, tt := range map[string]struct{ answer, model, notModel string }{
		"left alone": {`{"systemMessage":"hm"}`, "got {", "may not be called"},
		"overruled":  {`{"hookSpecificOutput":{"toolConfig":{"mode":"NONE"}}}`, `"languageCode":"no"`, "got {"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := scene{hooks: map[string]string{"BeforeToolSelection": say(tt.answer)}, config: config, responses: []*model.LLMResponse{callEcho()}}.play(t)
			wantContains(t, "the request", st.last(t), tt.model)
			wantLacks(t, "the request", st.last(t), tt.notModel)
		})
	}
}

func TestHooksSeeTheExchange(t *testing.T) {
	st := scene{
		hooks: map[string]string{
			"BeforeModel": say(`{"hookSpecificOutput":{"llm_request":{"config":{"temperature":0.2}}}}`),
			"AfterModel":  "cat > after",
		},
		responses: []*model.LLMResponse{says("hi")},
	}.play(t)
	after := seen(t, st, "after")
	request, response := after["llm_request"].(map[string]any), after["llm_response"].(map[string]any)
	if diff := cmp.Diff(map[string]any{"temperature": 0.2}, request["config"]); diff != "" {
		t.Errorf("the request is not the one that was sent (-want +got):\n%s", diff)
	}
	if response["text"] != "hi" || response["usageMetadata"].(map[string]any)["totalTokenCount"] != 7.0 {
		t.Errorf("response %v", response)
	}
}

func TestRewrittenResponseKeepsUsageOnly(t *testing.T) {
	secret := says("the secret is forty-two")
	secret.LogprobsResult = &genai.LogprobsResult{ChosenCandidates: []*genai.LogprobsResultCandidate{{Token: "forty-two"}}}
	secret.CustomMetadata = map[string]any{"mine": true}
	secret.ModelVersion = "v1"
	st := scene{
		hooks:     map[string]string{"AfterModel": say(`{"hookSpecificOutput":{"llm_response":{"text":"redacted"}}}`)},
		responses: []*model.LLMResponse{secret},
	}.play(t)
	event := st.events[len(st.events)-1]
	wantLacks(t, "the event", encode(event), "forty-two")
	if event.UsageMetadata.TotalTokenCount != 7 || event.ModelVersion != "v1" || event.CustomMetadata["mine"] != true {
		t.Errorf("event %s", encode(event))
	}
}

// TestStreaming has hooks see one complete response, however it came.
func TestStreaming(t *testing.T) {
	rewrite := map[string]string{"AfterModel": "echo x >> after; " + say(`{"hookSpecificOutput":{"llm_response":{"text":"redacted"}}}`)}
	for name, tt := range map[string]struct {
		hooks map[string]string
		live  bool
		user  string
		fired string
	}{
		"without hooks all pieces go through":     {nil, false, "partial: the sec\npartial: ret is 1\nanswer: the secret is 1", ""},
		"with hooks only the answer goes through": {rewrite, false, "answer: redacted", "x\n"},
		"live pieces go through all the same":     {rewrite, true, "partial: the sec\npartial: ret is 1\nanswer: redacted", "x\n"},
		"hidden answers are hidden":               {map[string]string{"AfterModel": say(`{"suppressOutput":true}`)}, false, "", ""},
		"stop ends the run":                       {map[string]string{"AfterModel": say(`{"continue":false,"stopReason":"bye"}`)}, false, "answer: bye", ""},
		"block needs no model":                    {map[string]string{"BeforeModel": say(`{"decision":"deny","reason":"no"}`)}, false, "BLOCKED_BY_HOOK: no", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := scene{hooks: tt.hooks, options: adk.Options{Live: tt.live}, stream: true, responses: []*model.LLMResponse{says("the secret is 1")}}.play(t)
			if got := st.user(); got != tt.user {
				t.Errorf("the user saw\n%s\nwant\n%s", got, tt.user)
			}
			if fired, _ := os.ReadFile(filepath.Join(st.dir, "after")); string(fired) != tt.fired {
				t.Errorf("AfterModel hooks ran %d times", strings.Count(string(fired), "x"))
			}
		})
	}
}

// TestBrokenOffResponse has AfterModel hooks left alone by a model that fails.
func TestBrokenOffResponse(t *testing.T) {
	for name, response := range map[string]*model.LLMResponse{
		"error":        {ErrorCode: "SAFETY", ErrorMessage: "no"},
		"empty error":  {ErrorCode: "SAFETY", Content: &genai.Content{Role: "model"}},
		"interruption": {Interrupted: true, Content: genai.NewContentFromText("I th", genai.RoleModel)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := scene{hooks: map[string]string{"AfterModel": "touch after"}, responses: []*model.LLMResponse{response}}.play(t)
			if _, err := os.Stat(filepath.Join(st.dir, "after")); err == nil {
				t.Error("hooks saw a response that broke off")
			}
		})
	}
}

// cancelWhen cancels as soon as there is a file.
func cancelWhen(ctx context.Context, cancel context.CancelFunc, file string) {
	for ctx.Err() == nil {
		if _, err := os.Stat(file); err == nil {
			cancel()
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// TestCancellation cancels a run while a hook thinks. What it would have
// guarded does not happen.
func TestCancellation(t *testing.T) {
	for event, modelCalls := range map[string]int{"BeforeTool": 1, "BeforeModel": 0, "BeforeToolSelection": 0, "AfterTool": 1, "AfterModel": 1} {
		t.Run(event, func(t *testing.T) {
			t.Parallel()
			st := scene{
				hooks:     map[string]string{event: "touch began; sleep 60"},
				responses: []*model.LLMResponse{callEcho()},
			}.set(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go cancelWhen(ctx, cancel, filepath.Join(st.dir, "began"))
			begin := time.Now()
			err := st.prompt(ctx, genai.NewContentFromText("hello", genai.RoleUser))
			if took := time.Since(begin); took > 20*time.Second {
				t.Errorf("it took %v", took)
			}
			if !errors.Is(err, context.Canceled) {
				t.Errorf("error %v", err)
			}
			wantLacks(t, "what the user saw", st.user(), "got {")
			if len(st.sent) != modelCalls {
				t.Errorf("the model was called %d times", len(st.sent))
			}
		})
	}
}

// TestConcurrentRuns has sessions of one runner go through hooks at the same
// time, and keeps what they do apart.
func TestConcurrentRuns(t *testing.T) {
	st := scene{
		hooks: map[string]string{
			"BeforeTool":          say(`{"systemMessage":"seen","hookSpecificOutput":{"tool_input":{"b":2}}}`),
			"AfterTool":           say(`{"suppressOutput":true}`),
			"BeforeToolSelection": say(`{"hookSpecificOutput":{"toolConfig":{"mode":"ANY","allowedFunctionNames":["echo"]}}}`),
			"AfterModel":          `if grep -q 'session 3 says'; then ` + say(`{"continue":false,"stopReason":"not you"}`) + `; fi`,
		},
		agent: func(model.LLM) agent.Agent { return repeater() },
	}.set(t)
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			id := fmt.Sprintf("session %d", i)
			var last string
			for event, err := range st.runner.Run(t.Context(), "user", id, genai.NewContentFromText(id+" says hi", genai.RoleUser), agent.RunConfig{}) {
				if err != nil {
					t.Errorf("%s: %v", id, err)
					return
				}
				last = textOf(event.Content)
			}
			want := id + ` says hi: {"result":"got {\"b\":2}\n\n[System] seen"}`
			if i == 3 {
				want = "not you"
			}
			if last != want {
				t.Errorf("%s got %q, want %q", id, last, want)
			}
		})
	}
	wg.Wait()
}
