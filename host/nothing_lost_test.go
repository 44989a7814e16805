//go:build unix

package host_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/coding"
	"github.com/grapnel-hooks/grapnel/host/scripted"
	"github.com/grapnel-hooks/grapnel/llm"
)

// codes are the codes of diagnostics.
func codes(list []hook.Diagnostic) []string {
	var codes []string
	for _, d := range list {
		codes = append(codes, d.Code)
	}
	return codes
}

func TestAnAnswerThatHooksHideSaysSo(t *testing.T) {
	answer, rec, _ := session(t, hooks(t, map[string][]string{"AfterModel": {say(`{"suppressOutput":true}`)}}), done())
	if answer.Text != "all done" || !answer.Suppressed {
		t.Errorf("answer %+v", answer)
	}
	wantLacks(t, "what the user saw", rec.user(), "all done")
}

func TestTheReasonOfAStopAfterTheModelIsShownOnce(t *testing.T) {
	_, rec, _ := session(t, hooks(t, map[string][]string{"AfterModel": {say(`{"continue":false,"stopReason":"enough"}`)}}), done())
	if rec.user() != "\nstop: enough" {
		t.Errorf("the user saw %s", rec.user())
	}
}

func TestAResponseThatHooksReturnAsItWasChangesNothing(t *testing.T) {
	turn := callEcho(`{"a":1}`)
	turn.Text = "let me look"
	for name, command := range map[string]string{
		"all of it":      `sed 's/.*"llm_response":\({.*}\)}$/{"hookSpecificOutput":{"llm_response":\1}}/'`,
		"its text alone": say(`{"hookSpecificOutput":{"llm_response":{"text":"let me look"}}}`),
	} {
		t.Run(name, func(t *testing.T) {
			once := "[ -e once ] && exit; touch once; "
			answer, rec, _ := session(t, hooks(t, map[string][]string{"AfterModel": {once + command}}), turn, done())
			wantContains(t, "the request", rec.lastRequest(t), `got {\"a\":1}`)
			if len(answer.Diagnostics) > 0 {
				t.Errorf("diagnostics %v", answer.Diagnostics)
			}
		})
	}
}

func TestToolCallsThatGoWithAReplacedResponseAreNamed(t *testing.T) {
	answer, _, _ := session(t, hooks(t, map[string][]string{"AfterModel": {say(`{"hookSpecificOutput":{"llm_response":{"text":"redacted"}}}`)}}), callEcho(`{}`), done())
	i := slices.Index(codes(answer.Diagnostics), "tool-calls-dropped")
	if i < 0 || !strings.HasSuffix(answer.Diagnostics[i].Problem, ": echo") {
		t.Errorf("diagnostics %v", answer.Diagnostics)
	}
}

func TestBeforeModelCannotLiftARestrictionOfTools(t *testing.T) {
	answer, rec, _ := session(t, hooks(t, map[string][]string{
		"BeforeToolSelection": {say(`{"hookSpecificOutput":{"toolConfig":{"mode":"NONE"}}}`)},
		"BeforeModel":         {say(`{"hookSpecificOutput":{"llm_request":{"toolConfig":{"mode":"AUTO","allowedFunctionNames":["echo"]}}}}`)},
	}), callEcho(`{}`), done())
	wantContains(t, "the request", rec.lastRequest(t), "may not be called now")
	wantContains(t, "the request", rec.lastRequest(t), `"mode":"NONE"`)
	if !slices.Contains(codes(answer.Diagnostics), "restriction-kept") {
		t.Errorf("diagnostics %v", answer.Diagnostics)
	}
}

func TestAnswersHaveTheDiagnosticsOfEveryEventOnce(t *testing.T) {
	system := hooks(t, map[string][]string{"BeforeTool": {"exit 3"}, "AfterTool": {"exit 4"}, "BeforeModel": {"exit 5"}})
	answer, _, _ := session(t, system, callEcho(`{}`), callEcho(`{}`), done())
	var problems []string
	for _, d := range answer.Diagnostics {
		problems = append(problems, d.Problem)
	}
	for _, code := range []string{"3", "4", "5"} {
		if n := strings.Count(strings.Join(problems, "\n"), "exited with code "+code); n != 1 {
			t.Errorf("the failure with code %s is there %d times: %q", code, n, problems)
		}
	}
}

func TestTriggersDoNotPanic(t *testing.T) {
	system := hooks(t, map[string][]string{"BeforeModel": {"true"}, "AfterModel": {"true"}, "BeforeToolSelection": {"true"}})
	chat := host.Chat{Hooks: system, Model: scripted.New(done())}
	if reply, err := chat.Send(t.Context(), nil); err != nil || reply.Response.Text() != "all done" {
		t.Errorf("reply %+v, error %v", reply, err)
	}
	host.BeforeModel(t.Context(), system, nil)
	host.AfterModel(t.Context(), system, nil, nil)
	host.BeforeToolSelection(t.Context(), system, nil)
}

// panicking is a log handler that always fails.
type panicking struct{ slog.Handler }

func (panicking) Enabled(context.Context, slog.Level) bool  { return true }
func (panicking) Handle(context.Context, slog.Record) error { panic("the log is full") }

func TestALoggerThatPanicsChangesNothing(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "settings.json")
	settings := `{"hooks":{"BeforeTool":[{"hooks":[{"type":"command","command":"echo no >&2; exit 2"},{"type":"wrong"}]}]}}`
	if err := os.WriteFile(file, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	system := grapnel.New(grapnel.Options{Dir: dir, ConfigFiles: []string{file}, Logger: slog.New(panicking{slog.DiscardHandler})})
	if out := system.BeforeTool(t.Context(), "echo", json.RawMessage("{}")); !out.Blocked || out.Reason != "no" {
		t.Errorf("outcome %+v", out)
	}
}

func TestAQuestionThatPanicsCountsAsNo(t *testing.T) {
	rec := &recorder{}
	s := newSession(t, host.Options{
		Hooks: hooks(t, map[string][]string{"BeforeTool": {say(`{"decision":"ask"}`)}}), Model: scripted.New(callEcho(`{}`), done()),
		Ask:     func(context.Context, host.Call, string) bool { panic("no terminal") },
		ToModel: func(r *llm.Request) { rec.requests = append(rec.requests, r) },
	})
	defer s.Close()
	answer, err := s.Prompt(t.Context(), "hello")
	if err != nil || !slices.Contains(codes(answer.Diagnostics), "ask-failed") {
		t.Errorf("answer %+v, error %v", answer, err)
	}
	wantContains(t, "the request", rec.lastRequest(t), "did not confirm")
}

func TestHooksAreNotifiedWhenTheUserIsAsked(t *testing.T) {
	system := configured(t, "wave", "settings.json", `{"hooks":{
		"PreToolUse":[{"hooks":[{"type":"command","command":"echo '{\"hookSpecificOutput\":{\"permissionDecision\":\"ask\",\"permissionDecisionReason\":\"really?\"}}'"}]}],
		"Notification":[{"hooks":[{"type":"command","command":"cat > notified; echo '{\"systemMessage\":\"heard\"}'"}]}]}}`)
	rec := &recorder{}
	s := newSession(t, host.Options{
		Hooks: system, Model: scripted.New(callEcho(`{"a":1}`), done()),
		Ask:    func(context.Context, host.Call, string) bool { return true },
		ToUser: func(n host.Note) { rec.notes = append(rec.notes, n) },
	})
	if _, err := s.Prompt(t.Context(), "hello"); err != nil {
		t.Fatal(err)
	}
	s.Close()
	payload, err := os.ReadFile(filepath.Join(filepath.Dir(system.Report().Files[0]), "notified"))
	if err != nil {
		t.Fatal(err)
	}
	wantContains(t, "the notification", string(payload), `"notification_type":"ToolPermission"`)
	wantContains(t, "the notification", string(payload), `"message":"really?"`)
	wantContains(t, "what the user saw", rec.user(), "heard")
	wantLacks(t, "what the user saw beside the question", rec.user(), "really?")
}

func TestStatusOfEveryCallEndsIdle(t *testing.T) {
	var mu sync.Mutex
	last := map[string]host.Status{}
	s := host.Scheduler{
		Hooks: hooks(t, map[string][]string{"BeforeTool": {say(`{"continue":false}`)}}), Limit: 1,
		Tool: func(string) host.ToolFunc { return echo },
		OnStatus: func(c host.Call, _, to host.Status) {
			mu.Lock()
			defer mu.Unlock()
			last[c.ID] = to
		},
	}
	list := []host.Call{{ID: "1", Name: "echo"}, {ID: "2", Name: "echo"}, {ID: "3", Name: "echo"}}
	s.Run(t.Context(), list, nil)
	for _, c := range list {
		if last[c.ID] != host.Idle {
			t.Errorf("call %s is %q", c.ID, last[c.ID])
		}
	}
}

// waveAllow is a hook of Wave's that permits every call.
const waveAllow = `echo '{\"hookSpecificOutput\":{\"permissionDecision\":\"allow\"}}'`

func TestAnApprovalSparesTheToolsOwnQuestion(t *testing.T) {
	for name, tt := range map[string]struct {
		system *grapnel.System
		asked  bool
	}{
		"allow is a permission":         {wave(t, "PreToolUse", waveAllow), false},
		"allow is nothing to object to": {hooks(t, map[string][]string{"BeforeTool": {say(`{"decision":"allow"}`)}}), true},
		"nobody decided":                {wave(t, "PreToolUse", "true"), true},
	} {
		t.Run(name, func(t *testing.T) {
			asked := false
			tools, closer, err := coding.Tools(t.TempDir(), coding.Options{Approve: func(context.Context, string) error {
				asked = true
				return nil
			}})
			if err != nil {
				t.Fatal(err)
			}
			defer closer.Close()
			turn := scripted.Turn{Calls: []scripted.Call{{Name: "run_shell_command", Args: json.RawMessage(`{"command":"echo hi"}`)}}}
			s := newSession(t, host.Options{Hooks: tt.system, Model: scripted.New(turn, done()), Tools: tools})
			defer s.Close()
			if _, err := s.Prompt(t.Context(), "hello"); err != nil || asked != tt.asked {
				t.Errorf("the user was asked: %v, error %v", asked, err)
			}
		})
	}
}

func TestTheUserIsToldOfABrokenConfiguration(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "hooks.json")
	if err := os.WriteFile(file, []byte(`{"PreToolUse": 5}`), 0o600); err != nil {
		t.Fatal(err)
	}
	system := grapnel.New(grapnel.Options{Dialect: "pi", Dir: dir, ConfigFiles: []string{file}})
	if err := system.Initialize(); err == nil || !strings.Contains(err.Error(), "hooks.json") {
		t.Errorf("Initialize says %v", err)
	}
	var notes []string
	s := newSession(t, host.Options{Hooks: system, Model: scripted.New(done()), ToUser: func(n host.Note) { notes = append(notes, n.Text) }})
	defer s.Close()
	if len(notes) != 1 || !strings.Contains(notes[0], "hooks.json") {
		t.Errorf("notes %q", notes)
	}
}

func TestAStopBeforeACompactionStopsTheAgent(t *testing.T) {
	system := wave(t, "PreCompact", `echo '{\"continue\":false,\"stopReason\":\"keep it all\",\"systemMessage\":\"mind\"}'`)
	rec := &recorder{}
	s := newSession(t, host.Options{
		Hooks: system, Model: scripted.New(done(), done(), done()), MaxHistory: 2,
		ToUser: func(n host.Note) { rec.notes = append(rec.notes, n) },
	})
	defer s.Close()
	var answer host.Answer
	for range 3 {
		var err error
		if answer, err = s.Prompt(t.Context(), "hello"); err != nil {
			t.Fatal(err)
		}
	}
	if !answer.Stop.Stopped || answer.Stop.Reason != "keep it all" || len(s.History()) < 4 {
		t.Errorf("answer %+v, %d contents", answer, len(s.History()))
	}
	wantContains(t, "what the user saw", rec.user(), "info: mind")
	wantContains(t, "what the user saw", rec.user(), "stop: keep it all")
}

func TestEveryEventHasADebugLineAndStderrIsLogged(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "settings.json")
	settings := `{"hooks":{"BeforeTool":[{"hooks":[{"type":"command","command":"echo looking at it >&2"}]}]}}`
	if err := os.WriteFile(file, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	system := grapnel.New(grapnel.Options{Dir: dir, ConfigFiles: []string{file}, Logger: logger})
	host.ExecuteTool(t.Context(), system, "echo", json.RawMessage("{}"), echo)
	for _, want := range []string{"event=BeforeTool hooks=1", "event=AfterTool hooks=0", `stderr="looking at it`} {
		wantContains(t, "the log", log.String(), want)
	}
}
