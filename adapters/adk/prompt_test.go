//go:build unix

package adk_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/workflowagents/loopagent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/session"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/adapters/adk"
)

// stored returns the events of the session as they were stored.
func (st *stage) stored(t *testing.T) []*session.Event {
	t.Helper()
	got, err := st.session.Get(t.Context(), &session.GetRequest{AppName: "test", UserID: "user", SessionID: "session"})
	if err != nil {
		t.Fatal(err)
	}
	var events []*session.Event
	for event := range got.Session.Events().All() {
		events = append(events, event)
	}
	return events
}

// TestRejectedPrompt has the user alone be told why a prompt is rejected, and
// the prompt leave no trace in the session and in what the model gets later.
func TestRejectedPrompt(t *testing.T) {
	agents := map[string]func(model.LLM) agent.Agent{
		"one agent": nil,
		"a sequence": func(m model.LLM) agent.Agent {
			return must(sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{Name: "seq", SubAgents: []agent.Agent{worker("a", m), worker("b", m)}}}))
		},
		"a loop": func(m model.LLM) agent.Agent {
			return must(loopagent.New(loopagent.Config{MaxIterations: 1, AgentConfig: agent.Config{Name: "loop", SubAgents: []agent.Agent{worker("a", m)}}}))
		},
	}
	guard := func(answer string) string { return `if grep -q password; then ` + answer + `; fi` }
	answers := map[string]struct{ command, user string }{
		"exit code": {guard("echo no secrets please >&2; exit 2"), "BLOCKED_BY_HOOK: no secrets please"},
		"block":     {guard(say(`{"decision":"block","reason":"no secrets please","systemMessage":"see the wiki"}`)), "note: see the wiki\nBLOCKED_BY_HOOK: no secrets please"},
		"stop":      {guard(say(`{"continue":false,"stopReason":"no secrets please"}`)), "BLOCKED_BY_HOOK: no secrets please"},
	}
	for tree, root := range agents {
		for answer, tt := range answers {
			t.Run(tree+", "+answer, func(t *testing.T) {
				t.Parallel()
				st := scene{dialect: "wave", agent: root, hooks: map[string]string{
					"UserPromptSubmit": tt.command, "Stop": "echo end >> ends",
				}}.set(t)
				st.say(t, "my password is 1234")
				if len(st.sent) != 0 || st.user() != tt.user {
					t.Errorf("the model was called %d times, the user saw\n%s", len(st.sent), st.user())
				}
				wantLacks(t, "the session", encode(st.stored(t)), "1234")

				st.say(t, "hello")
				wantContains(t, "the request", st.sent[0], `"text":"hello"`)
				for _, text := range []string{"1234", "secrets", "wiki"} {
					wantLacks(t, "the request", st.sent[0], text)
				}
				st.plugin.Close()
				if ends, _ := os.ReadFile(filepath.Join(st.dir, "ends")); string(ends) != "end\n" {
					t.Errorf("hooks were told of the ends %q", ends)
				}
			})
		}
	}
}

// TestRejectedConfirmation has a rejected prompt not confirm the call that was
// asked about in the same message.
func TestRejectedConfirmation(t *testing.T) {
	st := scene{
		dialect: "wave", responses: []*model.LLMResponse{callEcho()},
		hooks: map[string]string{
			"PreToolUse":       say(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}`),
			"UserPromptSubmit": `if grep -q password; then echo no >&2; exit 2; fi`,
		},
	}.play(t)
	id, _ := confirmation(t, st)
	yes := confirm(id, true)
	yes.Parts = append(yes.Parts, genai.NewPartFromText("the password is 1234"))
	if err := st.prompt(t.Context(), yes); err != nil {
		t.Fatal(err)
	}
	if len(st.sent) != 1 {
		t.Errorf("the model was called %d times", len(st.sent))
	}
	wantLacks(t, "what the user saw", st.user(), "got {")
	if err := st.prompt(t.Context(), confirm(id, true)); err != nil {
		t.Fatal(err)
	}
	wantContains(t, "what the user saw", st.user(), "got {")
}

func TestPromptContext(t *testing.T) {
	st := scene{
		dialect: "wave", responses: []*model.LLMResponse{callEcho()},
		hooks: map[string]string{"UserPromptSubmit": "echo the build is red", "Stop": "cat > stop"},
	}.set(t)
	message := genai.NewContentFromText("hello", genai.RoleUser)
	if err := st.prompt(t.Context(), message); err != nil {
		t.Fatal(err)
	}
	if len(message.Parts) != 1 {
		t.Errorf("the caller's message became %s", encode(message))
	}
	st.say(t, "again")
	for _, sent := range st.sent { // it stays with the prompt it belongs to
		wantContains(t, "the request", sent, `{"parts":[{"text":"hello"},{"text":"the build is red"}],"role":"user"}`)
	}
	st.plugin.Close()
	raw, err := os.ReadFile(filepath.Join(st.dir, "stop"))
	if err != nil {
		t.Fatal(err)
	}
	wantLacks(t, "what the hook of the end saw", string(raw), "red")
}

// TestSessionStartContext has it in the instruction of every request.
func TestSessionStartContext(t *testing.T) {
	for dialect, answer := range map[string]string{
		"wave": say(`{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"we use tabs"}}`),
		"pi":   "echo we use tabs",
	} {
		t.Run(dialect, func(t *testing.T) {
			t.Parallel()
			config := &genai.GenerateContentConfig{SystemInstruction: genai.NewContentFromText("be brief", "")}
			st := scene{
				dialect: dialect, config: config, responses: []*model.LLMResponse{callEcho()},
				hooks: map[string]string{"SessionStart": "echo start >> starts; " + answer},
			}.play(t)
			st.say(t, "again")
			if len(st.sent) != 3 {
				t.Fatalf("the model was called %d times", len(st.sent))
			}
			for _, req := range st.requests {
				text := textOf(req.Config.SystemInstruction)
				if !strings.Contains(text, "be brief") || strings.Count(text, "we use tabs") != 1 {
					t.Errorf("the instruction is %q", text)
				}
			}
			if len(config.SystemInstruction.Parts) != 1 {
				t.Errorf("the agent's own configuration changed: %s", encode(config))
			}
			if starts, _ := os.ReadFile(filepath.Join(st.dir, "starts")); string(starts) != "start\n" {
				t.Errorf("hooks were told of the starts %q", starts)
			}
		})
	}
}

// TestSessionStartStop has a session not start before hooks let it.
func TestSessionStartStop(t *testing.T) {
	st := scene{dialect: "wave", hooks: map[string]string{
		"SessionStart":     `[ -e vpn ] || ` + say(`{"continue":false,"stopReason":"no VPN","systemMessage":"ask IT"}`),
		"UserPromptSubmit": "echo prompt >> prompts",
		"SessionEnd":       "echo end >> ends",
	}}.set(t)
	for range 2 {
		st.events = nil
		st.say(t, "hello")
		if len(st.sent) != 0 || st.user() != "note: ask IT\nBLOCKED_BY_HOOK: no VPN" {
			t.Errorf("the model was called %d times, the user saw\n%s", len(st.sent), st.user())
		}
	}
	if _, err := os.Stat(filepath.Join(st.dir, "prompts")); err == nil {
		t.Error("hooks were told of a prompt of a session that has not started")
	}
	if err := os.WriteFile(filepath.Join(st.dir, "vpn"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	st.say(t, "now?")
	if len(st.sent) != 1 {
		t.Errorf("the model was called %d times", len(st.sent))
	}
	wantLacks(t, "the request", st.last(t), "hello")
	st.plugin.Close()
	if ends, _ := os.ReadFile(filepath.Join(st.dir, "ends")); string(ends) != "end\n" {
		t.Errorf("hooks were told of the ends %q", ends)
	}
}

// TestPromptNotes has the user told what hooks that let a prompt through say.
func TestPromptNotes(t *testing.T) {
	st := scene{dialect: "wave", hooks: map[string]string{
		"SessionStart":     say(`{"systemMessage":"welcome"}`),
		"UserPromptSubmit": say(`{"systemMessage":"that will cost"}`),
	}}.play(t)
	if want := "note: welcome\nnote: that will cost\nanswer: done"; st.user() != want {
		t.Errorf("the user saw\n%s", st.user())
	}
	wantLacks(t, "the request", st.last(t), "cost")
}

// TestCancelledPrompt cancels a run while a hook thinks about its prompt. The
// prompt does not get through, and what was not agreed to is asked again.
func TestCancelledPrompt(t *testing.T) {
	for _, event := range []string{"SessionStart", "UserPromptSubmit"} {
		t.Run(event, func(t *testing.T) {
			t.Parallel()
			st := scene{dialect: "wave", hooks: map[string]string{
				event: "echo x >> asked; [ -e began ] || { touch began; sleep 60; }",
			}}.set(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			go cancelWhen(ctx, cancel, filepath.Join(st.dir, "began"))
			begin := time.Now()
			err := st.prompt(ctx, genai.NewContentFromText("my password is 1234", genai.RoleUser))
			if took := time.Since(begin); took > 20*time.Second || !errors.Is(err, context.Canceled) {
				t.Errorf("error %v after %v", err, took)
			}
			if len(st.sent) != 0 || len(st.events) != 0 || len(st.stored(t)) != 0 {
				t.Errorf("%d requests, events %s, stored %s", len(st.sent), encode(st.events), encode(st.stored(t)))
			}
			st.say(t, "hello")
			wantContains(t, "the request", st.last(t), "hello")
			wantLacks(t, "the request", st.last(t), "1234")
			if asked, _ := os.ReadFile(filepath.Join(st.dir, "asked")); string(asked) != "x\nx\n" {
				t.Errorf("hooks were asked %q", asked)
			}
		})
	}
}

// TestNotesSurviveStorage reads notes from an event that was stored as JSON.
func TestNotesSurviveStorage(t *testing.T) {
	st := scene{dialect: "wave", hooks: map[string]string{"UserPromptSubmit": say(`{"systemMessage":"that will cost"}`)}}.play(t)
	var stored session.Event
	if err := json.Unmarshal([]byte(encode(st.events[0])), &stored); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"that will cost"}, adk.Notes(&stored)); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}
