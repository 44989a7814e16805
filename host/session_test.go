//go:build unix

package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/scripted"
)

func newSession(t *testing.T, o host.Options) *host.Session {
	t.Helper()
	if o.Tools == nil {
		o.Tools = []host.Tool{{Name: "echo", Run: echo}}
	}
	s, err := host.NewSession(o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLifecycleEventsFireInOrderAndAreDrained(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	// The hook is slow to begin with, so that only waiting gets them all.
	record := `sleep 0.05; grep -o '"hook_event_name":"[A-Za-z]*"' >> ` + log
	system := hooks(t, map[string][]string{
		"SessionStart": {record}, "BeforeAgent": {record}, "AfterAgent": {record}, "SessionEnd": {record},
		"Notification": {record}, "PreCompress": {record},
	})
	s := newSession(t, host.Options{Hooks: system, Model: scripted.New(done(), done(), done()), MaxHistory: 2})
	for _, prompt := range []string{"one", "two"} {
		if _, err := s.Prompt(t.Context(), prompt); err != nil {
			t.Fatal(err)
		}
	}
	s.Notify("ToolPermission", "may I?", nil)
	s.Close()

	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for line := range strings.Lines(string(text)) {
		got = append(got, strings.Split(line, `"`)[3])
	}
	want := []string{"SessionStart", "BeforeAgent", "AfterAgent", "BeforeAgent", "PreCompress", "AfterAgent", "Notification", "SessionEnd"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

func TestCloseDoesNotWaitForEverForLifecycleHooks(t *testing.T) {
	system := hooks(t, map[string][]string{"SessionStart": {"sleep 60"}})
	s := newSession(t, host.Options{Hooks: system, Model: scripted.New(done()), Drain: 50 * time.Millisecond})
	if _, err := s.Prompt(t.Context(), "hello"); err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	s.Close()
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
}

func TestHooksLearnHowTheAgentStopped(t *testing.T) {
	const record = `sed -E 's/.*("prompt_response".*)\}/\1/' >> `
	tests := []struct {
		name    string
		byEvent map[string][]string
		limit   int
		want    string
	}{
		{"done", nil, 0, `"prompt_response":"all done","stop_hook_active":false`},
		{"stopped at a tool", map[string][]string{"BeforeTool": {say(`{"continue":false}`)}}, 0, `"prompt_response":"well","stop_hook_active":false`},
		{"stopped before the model", map[string][]string{"BeforeModel": {say(`{"continue":false}`)}}, 0, `"prompt_response":"","stop_hook_active":false`},
		{"at the limit", nil, 1, `"prompt_response":"well","stop_hook_active":false`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			log := filepath.Join(t.TempDir(), "log")
			byEvent := map[string][]string{"AfterAgent": {record + log}}
			maps.Copy(byEvent, tt.byEvent)
			calling := callEcho(`{}`)
			calling.Text = "well"
			s := newSession(t, host.Options{Hooks: hooks(t, byEvent), Model: scripted.New(calling, done()), MaxTurns: tt.limit})
			if _, err := s.Prompt(t.Context(), "hello"); err != nil {
				t.Fatal(err)
			}
			s.Close()
			text, err := os.ReadFile(log)
			if err != nil || string(text) != tt.want+"\n" {
				t.Errorf("the hook read %s, error %v", text, err)
			}
		})
	}
}

func TestHooksCannotRestartAnAgentThatWasStopped(t *testing.T) {
	const objects = `"Stop":[{"hooks":[{"type":"command","command":"echo go on >&2; exit 2"}]}]`
	const stops = `"PostToolUse":[{"hooks":[{"type":"command","command":"echo '{\"continue\":false}'"}]}]`
	for settings, limit := range map[string]int{`{"hooks":{` + objects + `,` + stops + `}}`: 0, `{"hooks":{` + objects + `}}`: 1} {
		t.Run(fmt.Sprintf("limit %d", limit), func(t *testing.T) {
			model := scripted.New(callEcho(`{}`), done())
			s := newSession(t, host.Options{Hooks: configured(t, "wave", "settings.json", settings), Model: model, MaxTurns: limit})
			defer s.Close()
			answer, err := s.Prompt(t.Context(), "hello")
			if err != nil || model.Calls() != 1 || answer.Stop.Stopped != (limit == 0) || answer.LimitReached != (limit > 0) {
				t.Errorf("answer %+v, error %v, %d calls", answer, err, model.Calls())
			}
			wantLacks(t, "the conversation", texts(s.History()), "go on")
		})
	}
}

func TestAnswerAtTheLimitIsTheLastOne(t *testing.T) {
	s := newSession(t, host.Options{Hooks: wave(t, "Stop", "echo more >&2; exit 2"), Model: scripted.New(done(), done()), MaxTurns: 1})
	defer s.Close()
	answer, err := s.Prompt(t.Context(), "hello")
	if err != nil || !answer.LimitReached || answer.Turns != 1 || answer.Text != "all done" {
		t.Errorf("answer %+v, error %v", answer, err)
	}
}

func TestAnswerSaysThatTheModelCallWasBlocked(t *testing.T) {
	for answer, want := range map[string]bool{
		`{"decision":"deny","reason":"over budget"}`:                                       true,
		`{"decision":"deny","hookSpecificOutput":{"llm_response":{"text":"from memory"}}}`: false,
		`{}`: false,
	} {
		got, rec, _ := session(t, hooks(t, map[string][]string{"BeforeModel": {say(answer)}}), done())
		if got.Blocked != want || strings.Contains(rec.user(), "blocked the model call") != want {
			t.Errorf("%s gives %+v, and the user sees %s", answer, got, rec.user())
		}
	}
}

func TestTurnLimitEndsTheLoop(t *testing.T) {
	rec := &recorder{}
	s := newSession(t, host.Options{
		Model:    scripted.New(callEcho(`{}`), callEcho(`{}`), callEcho(`{}`), callEcho(`{}`)),
		MaxTurns: 3, ToUser: func(n host.Note) { rec.notes = append(rec.notes, n) },
	})
	defer s.Close()
	answer, err := s.Prompt(t.Context(), "go on and on")
	if err != nil || !answer.LimitReached || answer.Turns != 3 {
		t.Errorf("answer %+v, error %v", answer, err)
	}
	wantContains(t, "what the user saw", rec.user(), "Stopped after 3 turns.")
}

func TestEveryCallInTheHistoryHasAResult(t *testing.T) {
	for name, byEvent := range map[string]map[string][]string{
		"blocked":                  {"BeforeTool": {"exit 2"}},
		"stopped before the tool":  {"BeforeTool": {say(`{"continue":false}`)}},
		"stopped after the tool":   {"AfterTool": {say(`{"continue":false}`)}},
		"stopped after the answer": {"AfterModel": {say(`{"continue":false,"hookSpecificOutput":{"llm_response":{"text":"x"}}}`)}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSession(t, host.Options{Hooks: hooks(t, byEvent), Model: scripted.New(callEcho(`{}`), done())})
			defer s.Close()
			if _, err := s.Prompt(t.Context(), "hello"); err != nil {
				t.Fatal(err)
			}
			calls, results := 0, 0
			for _, content := range s.History() {
				for _, part := range content.Parts {
					if _, ok := part.Call(); ok {
						calls++
					}
					if _, ok := part.Result(); ok {
						results++
					}
				}
			}
			if calls != results {
				t.Errorf("%d calls, %d results", calls, results)
			}
		})
	}
}

func TestCancellationEndsThePromptAndNotTheSession(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s := newSession(t, host.Options{
		Model: scripted.New(callEcho(`{}`), done()),
		Tools: []host.Tool{{Name: "echo", Run: func(context.Context, json.RawMessage) (host.ToolResult, error) {
			cancel()
			return host.ToolResult{LLMContent: "too late"}, nil
		}}},
	})
	defer s.Close()
	if _, err := s.Prompt(ctx, "first"); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	answer, err := s.Prompt(t.Context(), "second")
	if err != nil || answer.Text != "all done" {
		t.Errorf("answer %+v, error %v", answer, err)
	}
}

func TestModelFailureIsReturned(t *testing.T) {
	s := newSession(t, host.Options{Model: scripted.New(scripted.Turn{Error: "overloaded"}, done())})
	defer s.Close()
	if _, err := s.Prompt(t.Context(), "hello"); err == nil || err.Error() != "overloaded" {
		t.Errorf("error %v", err)
	}
}

func TestSessionRefusesUnusableTools(t *testing.T) {
	for name, tools := range map[string][]host.Tool{
		"without a name":     {{Run: echo}},
		"without a function": {{Name: "x"}},
		"twice":              {{Name: "x", Run: echo}, {Name: "x", Run: echo}},
		"with a bad schema":  {{Name: "x", Run: echo, Parameters: json.RawMessage(`{`)}},
	} {
		if _, err := host.NewSession(host.Options{Model: scripted.New(), Tools: tools}); err == nil {
			t.Errorf("a tool %s was accepted", name)
		}
	}
	if _, err := host.NewSession(host.Options{}); err == nil {
		t.Error("a session without a model was accepted")
	}
}
