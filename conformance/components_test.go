//go:build unix

package conformance

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/llxprt"
	"github.com/grapnel-hooks/grapnel/internal/engine"
	"github.com/grapnel-hooks/grapnel/llm"
)

// TestLLxprtComponents shows the requirements about the parts of the hook
// system and what each of them is for.
func TestLLxprtComponents(t *testing.T) {
	t.Run("HOOK-142_HOOK-175_a_system_owns_registry_and_handler", systemOwnsItsParts)
	t.Run("HOOK-143_a_handler_fires_the_five_events", handlerFiresFiveEvents)
	t.Run("HOOK-144_HOOK-215_base_fields_come_from_the_session", baseFieldsFromSession)
	t.Run("HOOK-145_without_a_matching_hook_the_outcome_is_an_empty_success", emptySuccess)
	t.Run("HOOK-146_every_event_leaves_a_debug_line", debugLines)
	t.Run("HOOK-147_a_failure_inside_is_logged_and_lets_the_operation_proceed", failureInside)
	t.Run("HOOK-148_parts_before_initialization_are_an_error_of_its_own", notInitialized)
	t.Run("HOOK-167_HOOK-168_definitions_of_tools_stay_as_they_are", toolDefinitionsStay)
	t.Run("HOOK-206_only_the_first_event_reads_configuration", firstEventReads)
	t.Run("HOOK-217_what_a_caller_passes_in_is_not_changed", argumentsStay)
}

// component is a system whose only configuration is the given settings, with
// the directory it works in.
type component struct {
	*grapnel.System
	dir string
}

func newComponent(t *testing.T, settings string, o grapnel.Options) component {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	o.Dir = dir
	o.ConfigFiles = []string{filepath.Join(dir, "settings.json")}
	c := component{grapnel.New(o), dir}
	if settings != "" {
		c.write(t, "settings.json", settings)
	}
	return c
}

func (c component) write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (c component) read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(c.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// settingsFor has one hook for each of the events.
func settingsFor(command string, events ...string) string {
	hooks := map[string]any{}
	for _, event := range events {
		hooks[event] = []any{map[string]any{"hooks": []any{map[string]string{"type": "command", "command": command}}}}
	}
	return encoded(map[string]any{"hooks": hooks})
}

// componentFires fires the five events through a handler.
var componentFires = map[string]func(*grapnel.Handler) hook.Outcome{
	llxprt.BeforeTool: func(h *grapnel.Handler) hook.Outcome {
		return h.FireBeforeTool(context.Background(), "write_file", json.RawMessage(`{"path":"a"}`))
	},
	llxprt.AfterTool: func(h *grapnel.Handler) hook.Outcome {
		return h.FireAfterTool(context.Background(), "write_file", json.RawMessage(`{"path":"a"}`), json.RawMessage(`{"llmContent":"ok"}`))
	},
	llxprt.BeforeModel: func(h *grapnel.Handler) hook.Outcome {
		return h.FireBeforeModel(context.Background(), &llm.Request{Model: "m"})
	},
	llxprt.AfterModel: func(h *grapnel.Handler) hook.Outcome {
		return h.FireAfterModel(context.Background(), &llm.Request{Model: "m"}, &llm.Response{})
	},
	llxprt.BeforeToolSelection: func(h *grapnel.Handler) hook.Outcome {
		return h.FireBeforeToolSelection(context.Background(), &llm.Request{Model: "m"})
	},
}

func (c component) handler(t *testing.T) *grapnel.Handler {
	t.Helper()
	if err := c.Report().Err; err != nil { // which also initializes it
		t.Fatal(err)
	}
	h, err := c.Handler()
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// systemOwnsItsParts shows that each system has parts of its own, that they
// belong together, and that they stay the same.
func systemOwnsItsParts(t *testing.T) {
	one := newComponent(t, settingsFor("touch one", llxprt.BeforeTool), grapnel.Options{})
	two := newComponent(t, settingsFor("touch two", llxprt.BeforeTool), grapnel.Options{})
	var handler *grapnel.Handler = one.handler(t)
	two.handler(t)
	registry, err := one.Registry()
	if err != nil {
		t.Fatal(err)
	}

	plan := engine.PlanFor(registry, llxprt.BeforeTool, "write_file")
	if plan == nil || !reflect.DeepEqual(plan.Hooks(), registry.Hooks(llxprt.BeforeTool)) || len(plan.Hooks()) != 1 {
		t.Fatalf("the plan from the system's registry is %v", plan)
	}
	out := componentFires[llxprt.BeforeTool](handler)
	if len(out.Hooks) != 1 || out.Hooks[0].Command != plan.Hooks()[0].Command || out.Hooks[0].Command != "touch one" {
		t.Errorf("the handler ran %+v", out.Hooks)
	}
	one.read(t, "one")
	if again, _ := one.Registry(); again != registry {
		t.Error("the registry changed with an event")
	}
	if again, _ := one.Handler(); again != handler {
		t.Error("the handler changed with an event")
	}
	if other, _ := two.Registry(); other == registry {
		t.Error("two systems share a registry")
	}
}

func handlerFiresFiveEvents(t *testing.T) {
	want := map[string][]string{ // the event's own fields
		llxprt.BeforeTool:          {"tool_input", "tool_name"},
		llxprt.AfterTool:           {"tool_input", "tool_name", "tool_response"},
		llxprt.BeforeModel:         {"llm_request"},
		llxprt.AfterModel:          {"llm_request", "llm_response"},
		llxprt.BeforeToolSelection: {"llm_request"},
	}
	for event, fire := range componentFires {
		t.Run(event, func(t *testing.T) {
			c := newComponent(t, settingsFor("cat > got.json", llxprt.BeforeTool, llxprt.AfterTool,
				llxprt.BeforeModel, llxprt.AfterModel, llxprt.BeforeToolSelection), grapnel.Options{})
			out := fire(c.handler(t))
			if out.Event != event || len(out.Hooks) != 1 || !out.Success {
				t.Errorf("outcome: %+v", out)
			}
			var got map[string]json.RawMessage
			if err := json.Unmarshal([]byte(c.read(t, "got.json")), &got); err != nil {
				t.Fatal(err)
			}
			if string(got["hook_event_name"]) != `"`+event+`"` {
				t.Errorf("hook_event_name is %s", got["hook_event_name"])
			}
			var own []string
			for key := range got {
				if !slices.Contains([]string{"session_id", "transcript_path", "cwd", "hook_event_name", "timestamp"}, key) {
					own = append(own, key)
				}
			}
			slices.Sort(own)
			if !slices.Equal(own, want[event]) {
				t.Errorf("the event has the fields %v, want %v", own, want[event])
			}
		})
	}
}

// baseFieldsFromSession shows that every event carries the five base fields,
// before its own, with the values of the session and the present time.
func baseFieldsFromSession(t *testing.T) {
	for event, fire := range componentFires {
		t.Run(event, func(t *testing.T) {
			c := newComponent(t, settingsFor("cat > got.json", event), grapnel.Options{SessionID: "session 7"})
			before := time.Now().Truncate(time.Millisecond)
			fire(c.handler(t))
			after := time.Now()

			text := c.read(t, "got.json")
			var got struct {
				SessionID  string  `json:"session_id"`
				Cwd        string  `json:"cwd"`
				Timestamp  string  `json:"timestamp"`
				Event      string  `json:"hook_event_name"`
				Transcript *string `json:"transcript_path"`
			}
			if err := json.Unmarshal([]byte(text), &got); err != nil {
				t.Fatal(err)
			}
			if got.SessionID != "session 7" || got.Cwd != c.dir || got.Event != event {
				t.Errorf("got %s", text)
			}
			if got.Transcript == nil || *got.Transcript != "" {
				t.Errorf("transcript_path is not empty text: %s", text)
			}
			// What JavaScript's toISOString writes: UTC, three digits, Z.
			at, err := time.Parse("2006-01-02T15:04:05.000Z", got.Timestamp)
			if err != nil || at.Before(before) || at.After(after) {
				t.Errorf("timestamp %q (%v) is not between %v and %v", got.Timestamp, err, before.UTC(), after.UTC())
			}
			for _, own := range []string{`"tool_name":`, `"llm_request":`} {
				at := strings.Index(text, own)
				for _, base := range []string{"session_id", "cwd", "timestamp", "hook_event_name", "transcript_path"} {
					if i := strings.Index(text, `"`+base+`":`); at >= 0 && i > at {
						t.Errorf("%s stands after %s: %s", base, own, text)
					}
				}
			}
		})
	}
}

// emptySuccess shows the outcome of events that nobody waits for: no hooks at
// all, none for this event, none that matches.
func emptySuccess(t *testing.T) {
	for name, settings := range map[string]string{
		"no hooks":           `{}`,
		"hooks of others":    settingsFor("exit 2", llxprt.SessionStart),
		"none that matches":  `{"hooks": {"BeforeTool": [{"matcher": "read", "hooks": [{"type": "command", "command": "exit 2"}]}]}}`,
		"hooks switched off": `{"enableHooks": false, "hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "exit 2"}]}]}}`,
	} {
		t.Run(name, func(t *testing.T) {
			h := newComponent(t, settings, grapnel.Options{}).handler(t)
			for event, fire := range componentFires {
				want := hook.Outcome{Event: event, Dialect: "llxprt", Success: true}
				if got := fire(h); !reflect.DeepEqual(got, want) {
					t.Errorf("%s: got %+v", event, got)
				}
			}
		})
	}
}

// logLine is what a test looks for in the log.
type logLine struct {
	Level    string
	Msg      string
	Event    string
	Hooks    *int
	Duration *int64
	Success  *bool
	Code     string
	Problem  string
	Hook     string
	Stderr   string
}

// logTo returns a logger and a function that gives its lines.
func logTo(t *testing.T) (*slog.Logger, func() []logLine) {
	var buf bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&buf, &slog.HandlerOptions{Level: slog.LevelDebug}))
	return log, func() []logLine {
		t.Helper()
		var lines []logLine
		for dec := json.NewDecoder(bytes.NewReader(buf.Bytes())); dec.More(); {
			var line logLine
			if err := dec.Decode(&line); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, line)
		}
		return lines
	}
}

// debugLines shows the line that tells about an event, also when no hook was
// meant and when one failed.
func debugLines(t *testing.T) {
	tests := []struct {
		name, settings string
		hooks          int
		success        bool
	}{
		{"no hooks", `{}`, 0, true},
		{"none that matches", `{"hooks": {"BeforeTool": [{"matcher": "read", "hooks": [{"type": "command", "command": "true"}]}]}}`, 0, true},
		{"two that run well", `{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "true"}, {"type": "command", "command": ":"}]}]}}`, 2, true},
		{"one that denies", settingsFor("exit 2", llxprt.BeforeTool), 1, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			log, lines := logTo(t)
			h := newComponent(t, tt.settings, grapnel.Options{Logger: log}).handler(t)
			componentFires[llxprt.BeforeTool](h)
			var found []logLine
			for _, line := range lines() {
				if line.Level == "DEBUG" && line.Event == llxprt.BeforeTool {
					found = append(found, line)
				}
			}
			if len(found) != 1 {
				t.Fatalf("%d debug lines about the event in %+v", len(found), lines())
			}
			line := found[0]
			if line.Hooks == nil || *line.Hooks != tt.hooks || line.Success == nil || *line.Success != tt.success {
				t.Errorf("the line has hooks %v and success %v", line.Hooks, line.Success)
			}
			if line.Duration == nil || (*line.Duration > 0) != (tt.hooks > 0) {
				t.Errorf("the line has duration %v", line.Duration)
			}
		})
	}
}

// Dialects with a fault in one place: what could go wrong inside.
type (
	faultyMatcher struct{ llxprt.Dialect }
	faultyFields  struct{ llxprt.Dialect }
	faultyInput   struct{ llxprt.Dialect }
	faultyMerge   struct{ llxprt.Dialect }
)

func (faultyMatcher) Matcher(hook.EventType, hook.Definition) (match.Matcher, error) { panic("fault") }

func (faultyFields) Fields(hook.Kind, hook.Data) hook.Object { panic("fault") }

func (faultyInput) Input(hook.Event) ([]byte, []string) { panic("fault") }

func (faultyMerge) Merge(hook.Event, bool, []dialect.Reading) hook.Outcome { panic("fault") }

// failureInside shows that a fault of the hook system itself never reaches the
// agent: the hook would block, the outcome is an empty success, and the log has
// a warning.
func failureInside(t *testing.T) {
	for name, d := range map[string]dialect.Dialect{
		"matcher": faultyMatcher{}, "fields": faultyFields{}, "input": faultyInput{}, "merge": faultyMerge{},
	} {
		t.Run(name, func(t *testing.T) {
			log, lines := logTo(t)
			var definitions []hook.Definition
			for event := range componentFires {
				definitions = append(definitions, hook.Definition{Event: event, Type: "command", Command: "exit 2", Source: hook.SourceProject})
			}
			h := engine.New(engine.NewRegistry(d, definitions), engine.Options{Session: hook.Session{ID: "s", Dir: t.TempDir()}, Log: log})
			for event, fire := range componentFires {
				out := fire(h)
				out.Diagnostics = nil // may say what happened
				want := hook.Outcome{Event: event, Dialect: "llxprt", Success: true}
				if !reflect.DeepEqual(out, want) {
					t.Errorf("%s: got %+v", event, out)
				}
				warned := slices.ContainsFunc(lines(), func(l logLine) bool { return l.Level == "WARN" && l.Event == event })
				if !warned {
					t.Errorf("%s: no warning in the log", event)
				}
			}
		})
	}
	t.Run("a request that is not there", func(t *testing.T) {
		h := newComponent(t, settingsFor("true", llxprt.BeforeModel, llxprt.AfterModel), grapnel.Options{}).handler(t)
		if out := h.FireBeforeModel(context.Background(), nil); out.Blocked || out.Stop || !out.Success {
			t.Errorf("got %+v", out)
		}
		if out := h.FireAfterModel(context.Background(), nil, nil); out.Blocked || out.Stop || !out.Success {
			t.Errorf("got %+v", out)
		}
	})
}

func notInitialized(t *testing.T) {
	c := newComponent(t, `{}`, grapnel.Options{})
	if r, err := c.Registry(); r != nil || !errors.Is(err, grapnel.ErrNotInitialized) {
		t.Errorf("registry: %v, %v", r, err)
	}
	if h, err := c.Handler(); h != nil || !errors.Is(err, grapnel.ErrNotInitialized) {
		t.Errorf("handler: %v, %v", h, err)
	}
	if !strings.Contains(grapnel.ErrNotInitialized.Error(), "not initialized") {
		t.Errorf("the error says %q", grapnel.ErrNotInitialized)
	}
	c.handler(t)
	if r, err := c.Registry(); r == nil || err != nil {
		t.Errorf("registry after initialization: %v, %v", r, err)
	}
}

// toolDefinitionsStay shows that a restriction changes mode and allowed names
// of the request and nothing else.
func toolDefinitionsStay(t *testing.T) {
	const tools = `[{"functionDeclarations":[{"name":"read_file"},{"name":"write_file"}]}]`
	request := &llm.Request{Model: "m", Tools: json.RawMessage(tools)}
	c := newComponent(t, settingsFor(
		`echo '{"hookSpecificOutput": {"toolConfig": {"mode": "ANY", "allowedFunctionNames": ["read_file"]}, "tools": []}}'`,
		llxprt.BeforeToolSelection), grapnel.Options{})
	out := c.BeforeToolSelection(context.Background(), request)
	if out.ToolConfig == nil || out.ToolConfig.Mode != "ANY" || !slices.Equal(out.ToolConfig.AllowedFunctionNames, []string{"read_file"}) {
		t.Fatalf("the tool configuration is %+v", out.ToolConfig)
	}
	if out.LLMRequest != nil {
		t.Errorf("the request is rewritten: %s", out.LLMRequest)
	}
	restricted := llm.ApplyToolConfig(request, *out.ToolConfig)
	if string(restricted.Tools) != tools {
		t.Errorf("the tools are now %s", restricted.Tools)
	}
	if c := restricted.ToolConfig; c == nil || c.Mode != "ANY" || !slices.Equal(c.AllowedFunctionNames, []string{"read_file"}) {
		t.Errorf("the request's tool configuration is %+v", c)
	}
	if request.ToolConfig != nil || string(request.Tools) != tools {
		t.Errorf("the original request was changed: %+v", request)
	}
}

func firstEventReads(t *testing.T) {
	c := newComponent(t, "", grapnel.Options{})
	if c.Status() != (grapnel.Status{}) {
		t.Errorf("status of a new system: %+v", c.Status())
	}
	// The file comes into being after the system: reading it earlier would have
	// failed.
	c.write(t, "settings.json", settingsFor("touch ran; exit 2", llxprt.BeforeTool))
	out := c.BeforeTool(context.Background(), "write_file", json.RawMessage(`{}`))
	if !out.Blocked {
		t.Errorf("the first event found no hooks: %+v", out)
	}
	c.read(t, "ran")
	if want := (grapnel.Status{Initialized: true, TotalHooks: 1}); c.Status() != want {
		t.Errorf("status after the first event: %+v", c.Status())
	}
}

// argumentsStay shows that effects are only returned: the hook system does not
// write to what it was given.
func argumentsStay(t *testing.T) {
	c := newComponent(t, settingsFor(
		`echo '{"systemMessage": "note", "suppressOutput": true, "continue": false, "hookSpecificOutput": {"additionalContext": "more", "tool_input": {"path": "b"}, "llm_request": {"model": "other"}, "llm_response": {"text": "other"}}}'`,
		llxprt.BeforeTool, llxprt.AfterTool, llxprt.BeforeModel, llxprt.AfterModel), grapnel.Options{})
	ctx := context.Background()
	const wantInput, wantResponse = `{"path":"a"}`, `{"llmContent":"text"}`
	input, response := json.RawMessage(wantInput), json.RawMessage(wantResponse)
	var request llm.Request
	var answer llm.Response
	for text, to := range map[string]any{
		`{"model":"m","contents":[{"role":"user","parts":[{"text":"hi"}]}]}`:                           &request,
		`{"candidates":[{"content":{"role":"model","parts":[{"text":"yes"}]},"finishReason":"STOP"}]}`: &answer,
	} {
		if err := json.Unmarshal([]byte(text), to); err != nil {
			t.Fatal(err)
		}
	}
	wantRequest, wantAnswer := encoded(request), encoded(answer)

	before := c.BeforeTool(ctx, "write_file", input)
	after := c.AfterTool(ctx, "write_file", input, response)
	model := c.AfterModel(ctx, &request, &answer)
	c.BeforeModel(ctx, &request)
	if !before.Stop || !after.Stop || !after.SuppressOutput || len(after.Context) != 1 || after.Context[0].Text != "more" || model.LLMResponse == nil {
		t.Errorf("the effects are not returned: %+v\n%+v\n%+v", before, after, model)
	}
	if string(input) != wantInput || string(response) != wantResponse {
		t.Errorf("tool input %s, response %s", input, response)
	}
	if encoded(request) != wantRequest || encoded(answer) != wantAnswer {
		t.Errorf("model request %s, response %s", encoded(request), encoded(answer))
	}
}
