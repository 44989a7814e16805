//go:build unix

package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/llxprt"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
	"github.com/grapnel-hooks/grapnel/llm"
)

// TestLLxprtFailOpen shows that failures, of hooks and of the hook system
// itself, never reach the caller.
func TestLLxprtFailOpen(t *testing.T) {
	t.Run("HOOK-042_a_failed_hook_before_the_model_is_logged", func(t *testing.T) { modelFailureIsLogged(t, "BeforeModel") })
	t.Run("HOOK-052_a_failed_hook_after_the_model_is_logged", func(t *testing.T) { modelFailureIsLogged(t, "AfterModel") })
	t.Run("HOOK-060_a_failed_hook_at_tool_selection_is_logged", func(t *testing.T) { modelFailureIsLogged(t, "BeforeToolSelection") })
	t.Run("HOOK-111_no_call_panics_whatever_it_is_given", neverPanics)
	t.Run("HOOK-113_HOOK-147_a_broken_setup_lets_everything_proceed", brokenSetup)
	t.Run("HOOK-113_HOOK-147_a_failure_while_firing_lets_the_call_proceed", brokenEvent)
}

// TestLLxprtOutput shows the two ways to read one hook's answer.
func TestLLxprtOutput(t *testing.T) {
	t.Run("HOOK-169_HOOK-199_permissionDecision_blocks_on_BeforeTool", permissionBlocks)
	t.Run("HOOK-170_HOOK-199_permissionDecisionReason_is_preferred", permissionReason)
	t.Run("HOOK-200_only_the_specific_reading_knows_permissionDecision", twoReadings)
}

// logged makes a system log warnings into the returned buffer.
func logged(o grapnel.Options) (*grapnel.System, *bytes.Buffer) {
	var log bytes.Buffer
	o.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return grapnel.New(o), &log
}

// modelEvents fires each event that concerns the model.
var modelEvents = map[string]func(*grapnel.System, *llm.Request, *llm.Response) hook.Outcome{
	"BeforeModel": func(s *grapnel.System, req *llm.Request, _ *llm.Response) hook.Outcome {
		return s.BeforeModel(context.Background(), req)
	},
	"AfterModel": func(s *grapnel.System, req *llm.Request, resp *llm.Response) hook.Outcome {
		return s.AfterModel(context.Background(), req, resp)
	},
	"BeforeToolSelection": func(s *grapnel.System, req *llm.Request, _ *llm.Response) hook.Outcome {
		return s.BeforeToolSelection(context.Background(), req)
	},
}

// settingsFile writes a configuration with one hook on the event.
func settingsFile(t *testing.T, event, command string) string {
	t.Helper()
	text, err := json.Marshal(map[string]any{"hooks": map[string]any{event: []any{map[string]any{
		"hooks": []any{map[string]any{"type": "command", "name": "the-hook", "command": command}},
	}}}})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "settings.json")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func modelFailureIsLogged(t *testing.T, event string) {
	s, log := logged(grapnel.Options{ConfigFiles: []string{settingsFile(t, event, "echo went wrong >&2; exit 3")}})
	out := modelEvents[event](s, modelRequest(t, fullModelRequest), modelResponse(t, fullModelResponse))
	if out.Blocked || out.Stop || out.Success || out.Decision != hook.NoDecision {
		t.Errorf("outcome %s", asJSON(t, out))
	}
	if out.LLMRequest != nil || out.LLMResponse != nil || out.ToolConfig != nil {
		t.Errorf("the failed hook changed something: %s", asJSON(t, out))
	}
	if text := log.String(); !strings.Contains(text, "level=WARN") || !strings.Contains(text, "the-hook") || !strings.Contains(text, "went wrong") {
		t.Errorf("log: %s", text)
	}
}

func neverPanics(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	broken := &llm.Request{Config: map[string]json.RawMessage{"temperature": json.RawMessage(`{`)}}
	for _, event := range []string{"BeforeTool", "AfterTool", "BeforeModel", "AfterModel", "BeforeToolSelection", "SessionStart"} {
		t.Run(event, func(t *testing.T) {
			systems := map[string]*grapnel.System{
				"no system":       nil,
				"a hook":          grapnel.New(grapnel.Options{ConfigFiles: []string{settingsFile(t, event, "true")}}),
				"no such dir":     grapnel.New(grapnel.Options{Dir: "/no/such/dir", ConfigFiles: []string{settingsFile(t, event, "true")}}),
				"unknown dialect": grapnel.New(grapnel.Options{Dialect: "klingon"}),
			}
			for name, s := range systems {
				known := s.Fire(context.Background(), hook.Event{Type: hook.EventType{Name: event}, Fields: hook.Object{"x": json.RawMessage(`{`)}})
				if name == "a hook" && (len(known.Hooks) != 1 || known.Hooks[0].Status != hook.StatusOK) {
					t.Errorf("%s: the hook did not run: %s", name, asJSON(t, known))
				}
				for call, out := range map[string]hook.Outcome{
					"tool before, no input":      s.BeforeTool(context.Background(), "", nil),
					"tool before, broken input":  s.BeforeTool(context.Background(), "x", json.RawMessage(`{"a":`)),
					"tool after, broken output":  s.AfterTool(context.Background(), "x", json.RawMessage(`]`), json.RawMessage("\xff")),
					"model before, nothing":      s.BeforeModel(context.Background(), nil),
					"model before, broken":       s.BeforeModel(context.Background(), broken),
					"model after, nothing":       s.AfterModel(ctx, nil, nil),
					"tool selection, nothing":    s.BeforeToolSelection(context.Background(), nil),
					"lifecycle of unknown kind":  s.Lifecycle(ctx, hook.Kind(hook.Kinds+7), hook.Data{}),
					"lifecycle, broken details":  s.Lifecycle(ctx, hook.Notification, hook.Data{Details: json.RawMessage(`{`)}),
					"event of unknown type":      s.Fire(ctx, hook.Event{}),
					"event with a broken member": known,
				} {
					if out.Blocked || out.Stop {
						t.Errorf("%s, %s: %s", name, call, asJSON(t, out))
					}
				}
			}
		})
	}
}

// mustBeEmptySuccess checks the outcome of an event that the hook system could
// not handle: nothing decided, nothing said, nothing run, no time taken.
func mustBeEmptySuccess(t *testing.T, out hook.Outcome) {
	t.Helper()
	if !out.Success || out.Blocked || out.Stop || out.Decision != hook.NoDecision || out.DurationMs != 0 {
		t.Errorf("not an empty success: %s", asJSON(t, out))
	}
	if len(out.Hooks) > 0 || len(out.Output) > 0 || len(out.Messages) > 0 || len(out.Context) > 0 {
		t.Errorf("not empty: %s", asJSON(t, out))
	}
}

func brokenSetup(t *testing.T) {
	unparsable := filepath.Join(t.TempDir(), "settings.json")
	if err := os.WriteFile(unparsable, []byte(`{"hooks": {"BeforeTool": [`), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, options := range map[string]grapnel.Options{
		"unknown dialect":                   {Dialect: "klingon"},
		"unparsable configuration":          {ConfigFiles: []string{unparsable}},
		"configuration that is a directory": {ConfigFiles: []string{t.TempDir()}},
		"configuration that is missing":     {ConfigFiles: []string{filepath.Join(t.TempDir(), "none.json")}},
	} {
		t.Run(name, func(t *testing.T) {
			s, log := logged(options)
			mustBeEmptySuccess(t, s.BeforeTool(context.Background(), "run", json.RawMessage(`{}`)))
			mustBeEmptySuccess(t, s.BeforeModel(context.Background(), modelRequest(t, fullModelRequest)))
			mustBeEmptySuccess(t, s.Lifecycle(context.Background(), hook.SessionStart, hook.Data{Source: "startup"}))
			if !strings.Contains(log.String(), "level=WARN") {
				t.Errorf("no warning in the log: %s", log)
			}
			if err := s.Initialize(); err == nil {
				t.Error("Initialize reports no error")
			}
		})
	}
}

// brokenEvent gives the handler requests that it cannot turn into an event
// while a hook that would deny waits for it.
func brokenEvent(t *testing.T) {
	broken := &llm.Request{Config: map[string]json.RawMessage{"temperature": json.RawMessage(`{`)}}
	for event, fire := range modelEvents {
		for name, request := range map[string]*llm.Request{"no request": nil, "request that is no JSON": broken} {
			t.Run(event+", "+name, func(t *testing.T) {
				dir := t.TempDir()
				s, log := logged(grapnel.Options{Dir: dir, ConfigFiles: []string{settingsFile(t, event, "touch ran; exit 2")}})
				out := fire(s, request, &llm.Response{})
				mustBeEmptySuccess(t, out)
				if out.Event != event {
					t.Errorf("event %q", out.Event)
				}
				if _, err := os.Stat(filepath.Join(dir, "ran")); err == nil {
					t.Error("the hook ran")
				}
				if !strings.Contains(log.String(), "level=WARN") || !strings.Contains(log.String(), event) {
					t.Errorf("log: %s", log)
				}
				// The next event is served as if nothing had happened.
				next := fire(s, &llm.Request{}, &llm.Response{})
				if next.Decision != hook.Deny || len(next.Hooks) != 1 {
					t.Errorf("the next event: %s", asJSON(t, next))
				}
			})
		}
	}
}

func answer(t *testing.T, text string) hook.Object {
	t.Helper()
	object, _, err := jsonx.ParseObject([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return object
}

func permissionBlocks(t *testing.T) {
	for permission, want := range map[string]bool{"deny": true, "block": true, "allow": false, "ask": false, "DENY": false} {
		data := answer(t, `{"hookSpecificOutput":{"permissionDecision":"`+permission+`"}}`)
		if got := llxprt.NewSpecificOutput("BeforeTool", data).IsBlocking(); got != want {
			t.Errorf("permissionDecision %s: blocking is %v", permission, got)
		}
		if llxprt.NewSpecificOutput("AfterTool", data).IsBlocking() {
			t.Errorf("permissionDecision %s blocks on AfterTool", permission)
		}
	}
	both := answer(t, `{"decision":"deny","hookSpecificOutput":{"permissionDecision":"allow"}}`)
	if !llxprt.NewSpecificOutput("BeforeTool", both).IsBlocking() {
		t.Error("permissionDecision allow undoes decision deny")
	}
}

func permissionReason(t *testing.T) {
	both := answer(t, `{"decision":"deny","reason":"top","hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"inner"}}`)
	if got := llxprt.NewSpecificOutput("BeforeTool", both).EffectiveReason(); got != "inner" {
		t.Errorf("reason %q", got)
	}
	if got := llxprt.NewSpecificOutput("AfterTool", both).EffectiveReason(); got != "top" {
		t.Errorf("reason on AfterTool %q", got)
	}
	for _, inner := range []string{`{}`, `{"permissionDecision":"deny"}`, `{"permissionDecisionReason":5}`, `{"permissionDecisionReason":null}`} {
		data := answer(t, `{"decision":"deny","reason":"top","hookSpecificOutput":`+inner+`}`)
		if got := llxprt.NewSpecificOutput("BeforeTool", data).EffectiveReason(); got != "top" {
			t.Errorf("reason with %s: %q", inner, got)
		}
	}
}

func twoReadings(t *testing.T) {
	data := answer(t, `{"reason":"top","hookSpecificOutput":{"permissionDecision":"block","permissionDecisionReason":"inner"}}`)
	general, specific := llxprt.NewOutput(data), llxprt.NewSpecificOutput("BeforeTool", data)
	if general.IsBlocking() {
		t.Error("NewOutput looks at permissionDecision")
	}
	if !specific.IsBlocking() {
		t.Error("NewSpecificOutput does not look at permissionDecision")
	}
	if general.EffectiveReason() != "top" || specific.EffectiveReason() != "inner" {
		t.Errorf("reasons %q and %q", general.EffectiveReason(), specific.EffectiveReason())
	}
	// The top-level decision counts for both.
	for _, decision := range []string{"block", "deny"} {
		data := answer(t, `{"decision":"`+decision+`"}`)
		if !llxprt.NewOutput(data).IsBlocking() || !llxprt.NewSpecificOutput("BeforeTool", data).IsBlocking() {
			t.Errorf("decision %s does not block", decision)
		}
	}
}
