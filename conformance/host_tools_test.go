//go:build unix

package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/internal/apply"
)

func hostTools(t *testing.T) {
	t.Run("HOOK-127_HOOK-150_the_trigger_before_a_tool_returns_what_hooks_said", triggerBeforeTool)
	t.Run("HOOK-128_HOOK-151_the_trigger_after_a_tool_returns_what_hooks_said", triggerAfterTool)
	t.Run("HOOK-115_a_failure_before_a_tool_lets_it_run_as_if_there_were_no_hooks", failureBeforeTool)
	t.Run("HOOK-133_one_wrapper_runs_a_tool_between_its_hooks", wrapperRunsBothHooks)
	t.Run("HOOK-133_a_tool_that_fails_has_a_result_too", wrapperTakesFailures)
	t.Run("HOOK-017_HOOK-183_the_result_of_a_blocked_tool_is_the_reason", blockedResult)
	t.Run("HOOK-131_system_messages_are_appended_in_one_exact_form", systemNotes)
	t.Run("HOOK-132_HOOK-149_a_result_says_that_it_is_not_to_be_shown", hiddenResult)
	t.Run("HOOK-217_hooks_return_effects_and_the_caller_applies_them", callerApplies)
	t.Run("a_tool_does_not_run_when_its_guard_was_interrupted", interruptedGuard)
}

// The triggers of tools take name, input and response, and return an outcome.
var (
	_ func(*grapnel.System, context.Context, string, json.RawMessage) hook.Outcome                  = (*grapnel.System).BeforeTool
	_ func(*grapnel.System, context.Context, string, json.RawMessage, json.RawMessage) hook.Outcome = (*grapnel.System).AfterTool
)

var toolInput = json.RawMessage(`{"path":"a"}`)

func triggerBeforeTool(t *testing.T) {
	c := hooked(t, map[string]string{"BeforeTool": "cat > got.json; " +
		says(`{"decision":"allow","reason":"fine","systemMessage":"mind","hookSpecificOutput":{"tool_input":{"path":"b"}}}`)})
	out := c.BeforeTool(t.Context(), "write_file", toolInput)
	wantEqual(t, "tool_name", c.outputMember(t, "got.json", "tool_name"), `"write_file"`)
	wantEqual(t, "tool_input", c.outputMember(t, "got.json", "tool_input"), `{"path":"a"}`)
	wantEqual(t, "what came back", []any{out.Decision, out.Reason, string(out.ToolInput), out.Messages[0].Text, out.Blocked},
		[]any{hook.Allow, "fine", `{"path":"b"}`, "mind", false})

	out = hooked(t, nil).BeforeTool(t.Context(), "write_file", toolInput)
	mustBeEmptySuccess(t, out)
}

func triggerAfterTool(t *testing.T) {
	c := hooked(t, map[string]string{"AfterTool": "cat > got.json; " +
		says(`{"continue":false,"stopReason":"enough","suppressOutput":true,"hookSpecificOutput":{"additionalContext":"more"}}`)})
	out := c.AfterTool(t.Context(), "write_file", toolInput, json.RawMessage(`{"llmContent":"ok"}`))
	wantEqual(t, "tool_name", c.outputMember(t, "got.json", "tool_name"), `"write_file"`)
	wantEqual(t, "tool_input", c.outputMember(t, "got.json", "tool_input"), `{"path":"a"}`)
	wantEqual(t, "tool_response", c.outputMember(t, "got.json", "tool_response"), `{"llmContent":"ok"}`)
	wantEqual(t, "what came back", []any{out.Stop, out.StopReason, out.SuppressOutput, out.Context[0].Text},
		[]any{true, "enough", true, "more"})

	out = hooked(t, nil).AfterTool(t.Context(), "write_file", toolInput, nil)
	mustBeEmptySuccess(t, out)
}

// failureBeforeTool has everything around a denying hook go wrong.
func failureBeforeTool(t *testing.T) {
	deny := settingsFile(t, "BeforeTool", "exit 2")
	broken := filepath.Join(t.TempDir(), "settings.json")
	if err := os.WriteFile(broken, []byte(`{"hooks":`), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, options := range map[string]grapnel.Options{
		"unknown dialect":           {Dialect: "klingon", ConfigFiles: []string{deny}},
		"broken configuration":      {ConfigFiles: []string{broken}},
		"no working directory":      {Dir: "/no/such/dir", ConfigFiles: []string{deny}},
		"observer that panics":      {ConfigFiles: []string{settingsFile(t, "BeforeTool", "true")}, Observe: func(context.Context, hook.Event, hook.Outcome) { panic("oh") }},
		"hook that cannot be found": {ConfigFiles: []string{settingsFile(t, "BeforeTool", "/no/such/hook")}},
		"hook that kills itself":    {ConfigFiles: []string{settingsFile(t, "BeforeTool", "kill -9 $$")}},
	} {
		t.Run(name, func(t *testing.T) {
			system := grapnel.New(options)
			out := system.BeforeTool(t.Context(), "write_file", toolInput)
			if out.Blocked || out.Stop || out.Decision != hook.NoDecision || out.ToolInput != nil || out.Reason != "" {
				t.Errorf("outcome %s", asJSON(t, out))
			}
			var got string
			result, stop := host.ExecuteTool(t.Context(), system, "write_file", toolInput, func(_ context.Context, input json.RawMessage) (host.ToolResult, error) {
				got = string(input)
				return host.ToolResult{LLMContent: "written"}, nil
			})
			if got != string(toolInput) || !strings.HasPrefix(result.LLMContent, "written") || result.Error != nil || stop.Stopped {
				t.Errorf("the tool got %q, result %+v, stop %+v", got, result, stop)
			}
		})
	}
}

func wrapperRunsBothHooks(t *testing.T) {
	c := hooked(t, map[string]string{
		"BeforeTool": "echo before >> log; " + says(`{"hookSpecificOutput":{"tool_input":{"mode":"safe"}}}`),
		"AfterTool":  "echo after >> log; cat > got.json; " + says(`{"hookSpecificOutput":{"additionalContext":"checked"}}`),
	})
	run := func(_ context.Context, input json.RawMessage) (host.ToolResult, error) {
		appendLine(t, filepath.Join(c.dir, "log"), "tool "+string(input))
		return host.ToolResult{LLMContent: "written", ReturnDisplay: "1 file", Metadata: json.RawMessage(`{"n":1}`)}, nil
	}
	var execute func(context.Context, *grapnel.System, string, json.RawMessage, host.ToolFunc) (host.ToolResult, host.Stop) = host.ExecuteTool
	result, stop := execute(t.Context(), c.System, "write_file", toolInput, run)
	c.wantLines(t, "log", "before", `tool {"mode":"safe","path":"a"}`, "after")
	wantJSON(t, "tool_input of the hook after", json.RawMessage(c.outputMember(t, "got.json", "tool_input")), `{"path":"a","mode":"safe"}`)
	wantJSON(t, "tool_response", json.RawMessage(c.outputMember(t, "got.json", "tool_response")),
		`{"llmContent":"written","returnDisplay":"1 file","metadata":{"n":1}}`)
	wantEqual(t, "the result", result, host.ToolResult{LLMContent: "written\n\nchecked", ReturnDisplay: "1 file", Metadata: json.RawMessage(`{"n":1}`)})
	wantEqual(t, "stop", stop, host.Stop{})
}

func appendLine(t *testing.T, path, line string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	fmt.Fprintln(file, line)
}

func wrapperTakesFailures(t *testing.T) {
	c := hooked(t, map[string]string{"AfterTool": "cat > got.json"})
	result, _ := host.ExecuteTool(t.Context(), c.System, "write_file", toolInput, func(context.Context, json.RawMessage) (host.ToolResult, error) {
		return host.ToolResult{}, errors.New("disk full")
	})
	wantJSON(t, "tool_response", json.RawMessage(c.outputMember(t, "got.json", "tool_response")),
		`{"llmContent":"disk full","returnDisplay":"disk full","metadata":{},"error":{"message":"disk full","type":"execution_failed"}}`)
	if result.LLMContent != "disk full" || result.Error == nil {
		t.Errorf("result %+v", result)
	}
}

func blockedResult(t *testing.T) {
	for name, tt := range map[string]struct{ command, want string }{
		"reason":            {says(`{"decision":"deny","reason":"no writing"}`), "no writing"},
		"stderr":            {"echo no writing >&2; exit 2", "no writing"},
		"no reason":         {"exit 2", "Blocked by hook"},
		"permission reason": {says(`{"reason":"vague","hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"exact"}}`), "exact"},
		"not the stop":      {says(`{"decision":"deny","reason":"no writing","continue":false,"stopReason":"enough"}`), "no writing"},
	} {
		t.Run(name, func(t *testing.T) {
			c := hooked(t, map[string]string{"BeforeTool": tt.command, "AfterTool": "touch after"})
			result, stop := host.ExecuteTool(t.Context(), c.System, "write_file", toolInput, func(context.Context, json.RawMessage) (host.ToolResult, error) {
				t.Error("the tool ran")
				return host.ToolResult{LLMContent: "written"}, nil
			})
			if result.LLMContent != tt.want || result.Error == nil || result.Error.Message != tt.want {
				t.Errorf("result %+v", result)
			}
			if wantStop := name == "not the stop"; stop.Stopped != wantStop {
				t.Errorf("stop %+v", stop)
			}
			if _, err := os.Stat(filepath.Join(c.dir, "after")); err == nil {
				t.Error("the hook after the tool ran, but the tool had not")
			}
		})
	}
	if _, ok := reflect.TypeFor[host.ToolResult]().FieldByName("Blocked"); ok {
		t.Error("a result has a mark of its own for blocked tools")
	}
}

func systemNotes(t *testing.T) {
	settings := `{"hooks": {"AfterTool": [{"sequential": true, "hooks": [
		{"type": "command", "command": "echo '{\"systemMessage\":\"first\\nof two lines\"}'"},
		{"type": "command", "command": "echo plain text"},
		{"type": "command", "command": "echo '{\"hookSpecificOutput\":{\"additionalContext\":\"context\"}}'"},
		{"type": "command", "command": "echo '{\"hookSpecificOutput\":{\"additionalContext\":\"and more\"}}'"}]}]}}`
	c := newComponent(t, settings, grapnel.Options{})
	result, _ := host.ExecuteTool(t.Context(), c.System, "write_file", toolInput, func(context.Context, json.RawMessage) (host.ToolResult, error) {
		return host.ToolResult{LLMContent: "written", ReturnDisplay: "shown"}, nil
	})
	wantEqual(t, "the model reads", result.LLMContent, "written\n\ncontext\nand more\n\n[System] first\nof two lines\nplain text")
	wantEqual(t, "the user sees", result.ReturnDisplay, "shown")
}

func hiddenResult(t *testing.T) {
	for answer, want := range map[string]bool{`{"suppressOutput":true}`: true, `{"suppressOutput":false}`: false, `{}`: false} {
		c := hooked(t, map[string]string{"AfterTool": says(answer)})
		for _, hidden := range []bool{false, true} { // by the tool itself, which no hook undoes
			result, _ := host.ExecuteTool(t.Context(), c.System, "write_file", toolInput, func(context.Context, json.RawMessage) (host.ToolResult, error) {
				return host.ToolResult{LLMContent: "written", ReturnDisplay: "shown", SuppressDisplay: hidden}, nil
			})
			wantEqual(t, answer, result, host.ToolResult{LLMContent: "written", ReturnDisplay: "shown", SuppressDisplay: want || hidden})
		}
	}
}

func callerApplies(t *testing.T) {
	c := hooked(t, map[string]string{"AfterTool": says(
		`{"systemMessage":"mind","suppressOutput":true,"continue":false,"stopReason":"enough","hookSpecificOutput":{"additionalContext":"more"}}`)})
	response := apply.ToolResponse("written", "shown", nil, nil)
	before := string(response)
	out := c.AfterTool(t.Context(), "write_file", toolInput, response)
	wantEqual(t, "the response that hooks were given", string(response), before)
	wantEqual(t, "the effects", []any{out.Context[0].Text, out.Messages[0].Text, out.SuppressOutput, out.Stop, out.StopReason},
		[]any{"more", "mind", true, true, "enough"})

	result, _ := host.ExecuteTool(t.Context(), c.System, "write_file", toolInput, func(context.Context, json.RawMessage) (host.ToolResult, error) {
		return host.ToolResult{LLMContent: "written", ReturnDisplay: "shown"}, nil
	})
	wantEqual(t, "the result with the effects", result,
		host.ToolResult{LLMContent: "written\n\nmore\n\n[System] mind", ReturnDisplay: "shown", SuppressDisplay: true})
}

// interruptedGuard has the user give up while a hook is still deciding. Hooks
// that fail let a tool run, but this one has not failed.
func interruptedGuard(t *testing.T) {
	c := hooked(t, map[string]string{"BeforeTool": "touch deciding; exec sleep 60"})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go cancelWhen(c, "deciding", cancel)
	result, _ := host.ExecuteTool(ctx, c.System, "write_file", toolInput, func(context.Context, json.RawMessage) (host.ToolResult, error) {
		t.Error("the tool ran")
		return host.ToolResult{}, nil
	})
	if result.Error == nil || result.Error.Type != host.ErrorNotRun {
		t.Errorf("result %+v", result)
	}
}

// cancelWhen cancels as soon as a hook has written a file.
func cancelWhen(c component, name string, cancel func()) {
	defer cancel()
	c.await(name)
}

// await waits until a hook has written a file.
func (c component) await(name string) {
	for range 3000 { // at most 30 s
		if _, err := os.Stat(filepath.Join(c.dir, name)); err == nil {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func hostScheduler(t *testing.T) {
	t.Run("HOOK-129_HOOK-204_a_blocked_call_is_completed_and_published_in_order", blockedCallIsCompleted)
	t.Run("HOOK-130_HOOK-204_a_blocked_call_is_not_tried_again", blockedCallIsFinal)
}

// blockedCallIsCompleted runs two calls at once. The first waits until the
// second, which is blocked, is idle: its result has to wait in the buffer.
func blockedCallIsCompleted(t *testing.T) {
	c := newComponent(t, `{"hooks": {"BeforeTool": [{"matcher": "^blocked$", "hooks": [{"type": "command", "command": "echo not this >&2; exit 2"}]}]}}`, grapnel.Options{})
	var mu sync.Mutex
	var events []string
	add := func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		events = append(events, fmt.Sprintf(format, args...))
	}
	idle, once := make(chan struct{}), sync.Once{}
	scheduler := host.Scheduler{
		Hooks: c.System,
		Tool: func(name string) host.ToolFunc {
			return func(context.Context, json.RawMessage) (host.ToolResult, error) {
				<-idle
				add("%s runs", name)
				return host.ToolResult{LLMContent: "ran"}, nil
			}
		},
		Publish: func(done host.Completed) { add("%s published: %s", done.Call.Name, done.Result.LLMContent) },
		OnStatus: func(call host.Call, from, to host.Status) {
			if call.Name == "blocked" {
				add("%s: %s to %s", call.Name, from, to)
				if to == host.Idle {
					once.Do(func() { close(idle) })
				}
			}
		},
	}
	results, stop := scheduler.Run(t.Context(), []host.Call{{ID: "1", Name: "free"}, {ID: "2", Name: "blocked"}}, nil)
	wantEqual(t, "what happened", events, []string{
		"blocked: waiting to executing", "blocked: executing to idle", "free runs", "free published: ran", "blocked published: not this",
	})
	if len(results) != 2 || results[1].Call.ID != "2" || results[1].Result.LLMContent != "not this" || results[1].Result.Error == nil {
		t.Errorf("results %+v", results)
	}
	wantEqual(t, "stop", stop, host.Stop{})

	events = nil
	scheduler.Run(t.Context(), []host.Call{{ID: "3", Name: "blocked"}}, nil)
	wantEqual(t, "alone", events, []string{"blocked: waiting to executing", "blocked: executing to idle", "blocked published: not this"})
}

// blockedCallIsFinal counts how often the hook is asked about a call that it
// blocks the first time only: whoever tried again would succeed.
func blockedCallIsFinal(t *testing.T) {
	c := hooked(t, map[string]string{"BeforeTool": "[ -e asked ] || { echo >> asked; echo not this >&2; exit 2; }; echo >> asked"})
	wantText(t, play(t, c.System), blockedTool)
	if asked := c.read(t, "asked"); asked != "\n" {
		t.Errorf("the hook was asked %d times", len(asked))
	}
}
