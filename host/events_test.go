//go:build unix

package host_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/scripted"
	"github.com/grapnel-hooks/grapnel/llm"
)

// configured returns a system of a dialect with this configuration file.
func configured(t *testing.T, dialect, name, text string) *grapnel.System {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, name)
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	system := grapnel.New(grapnel.Options{Dialect: dialect, Dir: dir, ConfigFiles: []string{file}})
	t.Cleanup(system.Close)
	if err := system.Initialize(); err != nil {
		t.Fatal(err)
	}
	return system
}

func wave(t *testing.T, event, command string) *grapnel.System {
	t.Helper()
	return configured(t, "wave", "settings.json", `{"hooks":{"`+event+`":[{"hooks":[{"type":"command","command":"`+command+`"}]}]}}`)
}

func TestRejectedPromptLeavesNoTrace(t *testing.T) {
	rec := &recorder{}
	model := scripted.New(done())
	s := newSession(t, host.Options{
		Hooks: wave(t, "UserPromptSubmit", "echo no secrets please >&2; exit 2"), Model: model,
		ToUser: func(n host.Note) { rec.notes = append(rec.notes, n) },
	})
	defer s.Close()
	answer, err := s.Prompt(t.Context(), "my password is 1234")
	if err != nil || !answer.Rejected || model.Calls() != 0 {
		t.Errorf("answer %+v, error %v, %d calls", answer, err, model.Calls())
	}
	if len(s.History()) != 0 {
		t.Errorf("history %v", s.History())
	}
	wantContains(t, "what the user saw", rec.user(), "no secrets please")
}

func TestPromptContextReachesTheModel(t *testing.T) {
	answer, rec, _ := session(t, wave(t, "UserPromptSubmit", "echo the build is red"), done())
	wantContains(t, "the request", rec.lastRequest(t), "the build is red")
	wantContains(t, "the request", rec.lastRequest(t), `"text":"hello"`)
	if answer.Rejected {
		t.Error("rejected")
	}
}

func TestStopHookContinuesWithItsReason(t *testing.T) {
	// The hook objects until the model was called twice.
	system := wave(t, "Stop", `[ -e once ] || { touch once; echo run the tests first >&2; exit 2; }`)
	answer, rec, model := session(t, system, done(), done())
	if model.Calls() != 2 || answer.Turns != 2 {
		t.Errorf("%d calls, answer %+v", model.Calls(), answer)
	}
	wantContains(t, "the request", rec.lastRequest(t), "run the tests first")
}

func TestStopHookCannotContinueForEver(t *testing.T) {
	rec := &recorder{}
	model := scripted.New(done(), done(), done(), done(), done())
	s := newSession(t, host.Options{
		Hooks: wave(t, "Stop", "echo more >&2; exit 2"), Model: model, MaxContinuations: 3,
		ToUser: func(n host.Note) { rec.notes = append(rec.notes, n) },
	})
	defer s.Close()
	answer, err := s.Prompt(t.Context(), "hello")
	if err != nil || model.Calls() != 4 {
		t.Errorf("answer %+v, error %v, %d calls", answer, err, model.Calls())
	}
	limited := false
	for _, d := range answer.Diagnostics {
		limited = limited || d.Code == "stop-limit"
	}
	if !limited {
		t.Errorf("diagnostics %v", answer.Diagnostics)
	}
	wantContains(t, "what the user saw", rec.user(), "3 times in a row")
}

func TestAskAsksTheUser(t *testing.T) {
	askWave := func(t *testing.T) *grapnel.System {
		return configured(t, "wave", "settings.json", `{"hooks":{"PreToolUse":[{"hooks":[{"type":"command","command":"echo '{\"hookSpecificOutput\":{\"hookEventName\":\"PreToolUse\",\"permissionDecision\":\"ask\",\"permissionDecisionReason\":\"it writes\"}}'"}]}]}}`)
	}
	askLLxprt := func(t *testing.T) *grapnel.System {
		return hooks(t, map[string][]string{"BeforeTool": {say(`{"decision":"ask","reason":"it writes"}`)}})
	}
	askAndRewrite := func(t *testing.T) *grapnel.System {
		return hooks(t, map[string][]string{"BeforeTool": {say(`{"decision":"ask","hookSpecificOutput":{"tool_input":{"a":1}}}`)}})
	}
	yes := func(context.Context, host.Call, string) bool { return true }
	onlyRewritten := func(_ context.Context, c host.Call, _ string) bool { return string(c.Args) == `{"a":1}` }
	no := func(_ context.Context, c host.Call, reason string) bool {
		return c.Name != "echo" || reason != "it writes"
	}
	tests := []struct {
		name   string
		system func(*testing.T) *grapnel.System
		ask    host.AskFunc
		want   string
	}{
		{"wave, the user agrees", askWave, yes, "got {}"},
		{"wave, the user refuses", askWave, no, `"error":"The user did not confirm this tool call."`},
		{"wave, no user", askWave, nil, `there is no user to ask."`},
		{"llxprt, the user refuses", askLLxprt, no, `"error":"The user did not confirm this tool call."`},
		{"llxprt, no user", askLLxprt, nil, "got {}"},
		{"the user is asked about what will run", askAndRewrite, onlyRewritten, `got {\"a\":1}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rec := &recorder{}
			s := newSession(t, host.Options{
				Hooks: tt.system(t), Model: scripted.New(callEcho(`{}`), done()), Ask: tt.ask,
				ToModel: func(r *llm.Request) { rec.requests = append(rec.requests, r) },
			})
			defer s.Close()
			if _, err := s.Prompt(t.Context(), "hello"); err != nil {
				t.Fatal(err)
			}
			wantContains(t, "the request", rec.lastRequest(t), tt.want)
		})
	}
}

func TestContextBesideAToolResultIsAMessage(t *testing.T) {
	_, rec, _ := session(t, wave(t, "PostToolUse", "echo that file is generated >&2; exit 2"), callEcho(`{}`), done())
	request := rec.lastRequest(t)
	wantContains(t, "the request", request, `{"parts":[{"text":"that file is generated"}],"role":"user"}`)
	wantContains(t, "the request", request, `"output":"got {}"`)
}

func TestContextForTheNextTurnComesWithTheNextRequest(t *testing.T) {
	system := configured(t, "pi", "hooks.json", `{
		"PreToolUse":[{"command":"echo '{\"additionalContext\":\"before\"}'"}],
		"PostToolUse":[{"command":"echo after"}],"SessionStart":[{"command":"echo primed"}]}`)
	rec := &recorder{}
	s := newSession(t, host.Options{
		Hooks: system, Model: scripted.New(callEcho(`{}`), done(), done()), Instruction: "Be brief.",
		ToModel: func(r *llm.Request) { rec.requests = append(rec.requests, r) },
	})
	defer s.Close()
	for _, prompt := range []string{"one", "two"} {
		if _, err := s.Prompt(t.Context(), prompt); err != nil {
			t.Fatal(err)
		}
	}
	const block = `<hook_context>\nbefore\n\nafter\n</hook_context>`
	wantContains(t, "the second request", encode(t, rec.requests[1]),
		`"response":{"output":"got {}"}}}],"role":"user"},{"parts":[{"text":"`+block+`"}],"role":"user"}]`)
	if n := strings.Count(encode(t, rec.requests[2]), "hook_context>"); n != 2 {
		t.Errorf("the third request has %d ends of a block: %s", n, encode(t, rec.requests[2]))
	}
	wantContains(t, "the instruction", encode(t, rec.requests[0].SystemInstruction), `Be brief.\n\nprimed`)
}

func TestContextOfTheLastRequestComesWithTheNextPrompt(t *testing.T) {
	system := configured(t, "pi", "hooks.json", `{"PreToolUse":[{"command":"echo '{\"decision\":\"deny\",\"reason\":\"no\",\"additionalContext\":\"noted\"}'"}]}`)
	rec := &recorder{}
	s := newSession(t, host.Options{
		Hooks: system, Model: scripted.New(callEcho(`{}`), done()), MaxTurns: 1,
		ToModel: func(r *llm.Request) { rec.requests = append(rec.requests, r) },
	})
	defer s.Close()
	for _, prompt := range []string{"one", "two"} {
		if _, err := s.Prompt(t.Context(), prompt); err != nil {
			t.Fatal(err)
		}
	}
	wantContains(t, "the request", rec.lastRequest(t),
		`{"parts":[{"text":"two"}],"role":"user"},{"parts":[{"text":"<hook_context>\nnoted\n</hook_context>"}],"role":"user"}]`)
}

func TestContextOfACallThatTheUserRefuses(t *testing.T) {
	system := configured(t, "pi", "hooks.json", `{"PreToolUse":[{"command":"echo '{\"decision\":\"ask\",\"additionalContext\":\"noted\"}'"}]}`)
	rec := &recorder{}
	s := newSession(t, host.Options{
		Hooks: system, Model: scripted.New(callEcho(`{}`), done()),
		Ask:     func(context.Context, host.Call, string) bool { return false },
		ToModel: func(r *llm.Request) { rec.requests = append(rec.requests, r) },
	})
	defer s.Close()
	if _, err := s.Prompt(t.Context(), "hello"); err != nil {
		t.Fatal(err)
	}
	wantContains(t, "the request", rec.lastRequest(t), `"error":"The user did not confirm this tool call."`)
	wantContains(t, "the request", rec.lastRequest(t), `noted`)
}

// What hooks say is no prompt: the model must not lose its task because of it.
func TestCompactionKeepsThePromptThatIsWorkedOn(t *testing.T) {
	system := configured(t, "pi", "hooks.json", `{"PostToolUse":[{"command":"echo noted"}]}`)
	rec := &recorder{}
	s := newSession(t, host.Options{
		Hooks: system, Model: scripted.New(done(), callEcho(`{}`), callEcho(`{}`), callEcho(`{}`), done()), MaxHistory: 4,
		ToModel: func(r *llm.Request) { rec.requests = append(rec.requests, r) },
	})
	defer s.Close()
	for _, prompt := range []string{"old", "the task"} {
		if _, err := s.Prompt(t.Context(), prompt); err != nil {
			t.Fatal(err)
		}
	}
	if first := rec.requests[len(rec.requests)-1].Contents[0].Text(); first != "the task" {
		t.Errorf("the last request begins with %q", first)
	}
}

func TestStopAtTheStartRejectsThePrompt(t *testing.T) {
	rec := &recorder{}
	model := scripted.New(done())
	s := newSession(t, host.Options{
		Hooks: configured(t, "wave", "settings.json", `{"hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"echo '{\"continue\":false,\"stopReason\":\"closed today\"}'"}]}]}}`),
		Model: model, ToUser: func(n host.Note) { rec.notes = append(rec.notes, n) },
	})
	defer s.Close()
	for range 2 { // the second prompt does not get past the hook either
		answer, err := s.Prompt(t.Context(), "hello")
		if err != nil || !answer.Rejected || answer.Stop != (host.Stop{Stopped: true, Reason: "closed today"}) {
			t.Errorf("answer %+v, error %v", answer, err)
		}
	}
	if model.Calls() != 0 || len(s.History()) != 0 {
		t.Errorf("%d calls, history %v", model.Calls(), s.History())
	}
	if want := "\nstop: closed today\nstop: closed today"; rec.user() != want {
		t.Errorf("the user saw %q", rec.user())
	}
}

func TestToolFailureHasAnEventOfItsOwnInPi(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	system := configured(t, "pi", "hooks.json", `{"PostToolUse":[{"command":"cat >> `+log+`"}],"PostToolUseFailure":[{"command":"cat >> `+log+`"}]}`)
	_, _, _ = session(t, system, scripted.Turn{Calls: []scripted.Call{{Name: "fails"}}}, done())
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(text), "\n") != 1 {
		t.Errorf("hooks read %s", text)
	}
	wantContains(t, "stdin", string(text), `"hook_event_name":"PostToolUseFailure"`)
	wantContains(t, "stdin", string(text), `disk full`)
}
