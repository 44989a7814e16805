//go:build unix

package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/scripted"
)

// TestLLxprtHostSeveral shows what a session makes of several hooks, several
// calls, and hooks that fail.
func TestLLxprtHostSeveral(t *testing.T) {
	for _, tt := range []struct {
		name string
		test func(*testing.T)
	}{
		{"HOOK-002_HOOK-010_a_session_whose_settings_switch_hooks_off_runs_none", offInTheSettings},
		{"HOOK-020_the_user_reads_the_reasons_of_all_calls_that_were_stopped", stopsInCallOrder},
		{"HOOK-049_the_caller_is_told_that_the_answer_is_not_to_be_shown", suppressedAnswer},
		{"HOOK-069_a_session_logs_stderr_and_reads_no_decision_in_it", stderrIsLogged},
		{"HOOK-094_HOOK-095_HOOK-131_HOOK-208_the_model_reads_what_all_hooks_add_to_a_result", allAdditions},
		{"HOOK-131_a_system_message_is_appended_as_it_is", exactMessage},
		{"HOOK-111_no_trigger_of_the_host_panics", hostNeverPanics},
		{"HOOK-146_every_event_of_a_session_leaves_a_debug_line", sessionDebugLines},
		{"HOOK-182_ask_without_a_user_lets_the_tool_run", askWithoutUser},
		{"HOOK-204_a_call_that_a_stop_keeps_from_running_goes_idle_and_is_published_once", stoppedCallGoesIdle},
		{"HOOK-209_the_model_reads_the_warning_of_a_hook_that_failed", warningForModel},
		{"HOOK-213_a_session_acts_on_policy_and_not_on_health", policyNotHealth},
		{"HOOK-217_a_system_message_after_the_model_stays_in_the_conversation", messageStays},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.test(t)
		})
	}
}

// offInTheSettings compares with a session that has no hook system at all.
func offInTheSettings(t *testing.T) {
	hooks := encoded(map[string]any{"BeforeTool": []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": "touch ran; exit 2"}}}}})
	without := play(t, nil)
	wantText(t, without, untouched)
	c := newComponent(t, `{"enableHooks": false, "hooks": `+hooks+`}`, grapnel.Options{})
	wantText(t, play(t, c.System), without)
	c.wantLines(t, "ran")
	registry, err := c.Registry()
	if err != nil {
		t.Fatal(err)
	}
	wantEqual(t, "hooks in the registry", registry.Total(), 0)

	c = newComponent(t, `{"enableHooks": true, "hooks": `+hooks+`}`, grapnel.Options{})
	if play(t, c.System) == without {
		t.Error("the hook has no effect when hooks are on either")
	}
}

// stopsInCallOrder has the second of two calls be stopped first.
func stopsInCallOrder(t *testing.T) {
	settings := `{"hooks": {"BeforeTool": [
		{"matcher": "echo", "hooks": [{"type": "command", "command": "until [ -e stopped ]; do sleep 0.01; done; echo '{\"continue\":false,\"stopReason\":\"first\"}'"}]},
		{"matcher": "other", "hooks": [{"type": "command", "command": "echo '{\"continue\":false,\"stopReason\":\"second\"}'"}]}]}}`
	var c component
	c = newComponent(t, settings, grapnel.Options{Observe: func(_ context.Context, ev hook.Event, _ hook.Outcome) {
		if string(ev.Fields["tool_name"]) == `"other"` {
			c.write(t, "stopped", "")
		}
	}})
	wantText(t, play(t, c.System, calls("echo", "other")), `
model reads: user go
user sees answer: let me look
user sees tool: The tool did not run: a hook stopped the agent.
user sees tool: The tool did not run: a hook stopped the agent.
user sees stop: first\nsecond
stopped: first\nsecond
kept: user go | model let me look + call echo {"a":1} + call other {"a":1} | user echo error: The tool did not run: a hook stopped the agent. + other error: The tool did not run: a hook stopped the agent.`)
}

func suppressedAnswer(t *testing.T) {
	for command, want := range map[string]bool{effects["hidden output"]: true, "true": false} {
		c := hooked(t, map[string]string{"AfterModel": command})
		session, w := newSession(t, c.System, host.Options{}, scripted.Turn{Text: "the secret"})
		answer := w.prompt(t, session, "go")
		session.Close()
		wantEqual(t, "the answer", []any{answer.Text, answer.Suppressed}, []any{"the secret", want})
		wantEqual(t, "shown", len(w.with("user sees answer")) == 0, want)
	}
}

func stderrIsLogged(t *testing.T) {
	log, lines := logTo(t)
	decision := `{"decision":"block","reason":"not this"}`
	c := newComponent(t, settingsFor("echo '"+decision+"' >&2", "BeforeTool"), grapnel.Options{Logger: log})
	wantText(t, play(t, c.System), untouched)
	if !slices.ContainsFunc(lines(), func(l logLine) bool { return l.Event == "BeforeTool" && l.Stderr == decision+"\n" }) {
		t.Errorf("stderr is not in the log: %+v", lines())
	}
}

func allAdditions(t *testing.T) {
	add := func(n int, more string) string {
		return says(fmt.Sprintf(`{"systemMessage":"message %d"%s,"hookSpecificOutput":{"additionalContext":"context %d"}}`, n, more, n))
	}
	c := newComponent(t, inTurn("AfterTool", add(1, ""), add(2, `,"suppressOutput":true`), add(3, "")), grapnel.Options{})
	wantText(t, play(t, c.System), `
model reads: user go
user sees answer: let me look
tool gets: {"a":1}
model reads: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1}\n\ncontext 1\ncontext 2\ncontext 3\n\n[System] message 1\nmessage 2\nmessage 3
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1}\n\ncontext 1\ncontext 2\ncontext 3\n\n[System] message 1\nmessage 2\nmessage 3 | model all done`)
}

func exactMessage(t *testing.T) {
	c := hooked(t, map[string]string{"AfterTool": `printf '%s' '{"systemMessage":"  indented\n"}'`})
	result, _ := host.ExecuteTool(t.Context(), c.System, "write_file", toolInput, func(context.Context, json.RawMessage) (host.ToolResult, error) {
		return host.ToolResult{LLMContent: "written"}, nil
	})
	wantEqual(t, "the model reads", result.LLMContent, "written\n\n[System]   indented\n")
}

// hostNeverPanics gives all triggers nothing, and broken things to work with.
func hostNeverPanics(t *testing.T) {
	ask := hooked(t, map[string]string{"BeforeTool": says(`{"decision":"ask"}`)}).System
	for name, hooks := range map[string]*grapnel.System{
		"no system":       nil,
		"hooks":           hooked(t, map[string]string{"BeforeTool": "true", "AfterTool": "true", "BeforeModel": "true", "AfterModel": "true", "BeforeToolSelection": "true"}).System,
		"unknown dialect": grapnel.New(grapnel.Options{Dialect: "klingon"}),
		"ask":             ask,
	} {
		before := host.BeforeModel(t.Context(), hooks, nil)
		after := host.AfterModel(t.Context(), hooks, nil, nil)
		selection := host.BeforeToolSelection(t.Context(), hooks, nil)
		if before.Blocked || after.Modified || after.Response == nil || selection.ToolConfig != nil {
			t.Errorf("%s: %+v, %+v, %+v", name, before, after, selection)
		}
		chat := host.Chat{Hooks: hooks, Model: scripted.New(scripted.Turn{Text: "done"})}
		if reply, err := chat.Send(t.Context(), nil); err != nil || reply.Response.Text() != "done" {
			t.Errorf("%s: %+v, %v", name, reply, err)
		}
		result, _ := host.ExecuteTool(t.Context(), hooks, "", nil, func(context.Context, json.RawMessage) (host.ToolResult, error) { panic("oh") })
		if result.Error == nil || result.Error.Type != host.ErrorExecution {
			t.Errorf("%s: a tool that panics: %+v", name, result)
		}
	}

	scheduler := host.Scheduler{
		Hooks: ask, Ask: func(context.Context, host.Call, string) bool { panic("oh") },
		Tool: func(string) host.ToolFunc {
			return func(context.Context, json.RawMessage) (host.ToolResult, error) {
				t.Error("a tool ran that nobody confirmed")
				return host.ToolResult{}, nil
			}
		},
	}
	results, _ := scheduler.Run(t.Context(), []host.Call{{Name: "echo"}}, nil)
	if results[0].Result.Error == nil {
		t.Errorf("a question that panics: %+v", results)
	}
}

// sessionDebugLines counts the lines about the events of the usual session, with
// a hook for one of them and without any.
func sessionDebugLines(t *testing.T) {
	for _, settings := range []string{`{}`, settingsFor("true", "AfterTool")} {
		log, lines := logTo(t)
		play(t, newComponent(t, settings, grapnel.Options{Logger: log}).System)
		got := map[string]int{}
		for _, line := range lines() {
			if line.Msg == "hook event" {
				got[line.Event]++
			}
		}
		wantEqual(t, "lines for "+settings, got, map[string]int{
			"SessionStart": 1, "BeforeAgent": 1, "BeforeToolSelection": 2, "BeforeModel": 2, "AfterModel": 2,
			"BeforeTool": 1, "AfterTool": 1, "AfterAgent": 1, "SessionEnd": 1,
		})
	}
}

func askWithoutUser(t *testing.T) {
	c := hooked(t, map[string]string{"BeforeTool": says(`{"decision":"ask"}`)})
	wantText(t, play(t, c.System), untouched)
}

func stoppedCallGoesIdle(t *testing.T) {
	c := hooked(t, map[string]string{"BeforeTool": effects["stop"]})
	var mu sync.Mutex
	var events []string
	add := func(format string, args ...any) {
		mu.Lock()
		defer mu.Unlock()
		events = append(events, fmt.Sprintf(format, args...))
	}
	scheduler := host.Scheduler{
		Hooks: c.System, Limit: 1, Tool: func(string) host.ToolFunc { return (&witness{}).echo },
		Publish:  func(done host.Completed) { add("%s published: %s", done.Call.Name, done.Result.Error.Type) },
		OnStatus: func(call host.Call, from, to host.Status) { add("%s: %s to %s", call.Name, from, to) },
	}
	_, stop := scheduler.Run(t.Context(), []host.Call{{ID: "1", Name: "first"}, {ID: "2", Name: "second"}}, nil)
	wantEqual(t, "stop", stop, host.Stop{Stopped: true, Reason: "enough"})
	wantEqual(t, "what happened", events, []string{
		"first: waiting to executing", "first: executing to idle", "first published: " + host.ErrorBlocked,
		"second: waiting to idle", "second published: " + host.ErrorNotRun,
	})
}

func warningForModel(t *testing.T) {
	const broken = "echo broken >&2; exit 1"
	for event, want := range map[string]string{
		"BeforeTool":          `| user echo output: got {"a":1}\n\n[System] Warning: broken`,
		"AfterTool":           `| user echo output: got {"a":1}\n\n[System] Warning: broken`,
		"BeforeModel":         `| user [System] Warning: broken`,
		"BeforeToolSelection": `| user [System] Warning: broken`,
		"AfterModel":          `| user [System] Warning: broken`,
	} {
		c := hooked(t, map[string]string{event: broken})
		session, w := newSession(t, c.System, host.Options{})
		w.prompt(t, session, "go")
		session.Close()
		wantEqual(t, event+": what the tool got", w.with("tool gets"), []string{`tool gets: {"a":1}`})
		if read := w.with("model reads"); len(read) != 2 || !strings.HasSuffix(read[1], want) {
			t.Errorf("%s: the model reads %q, want %q at the end", event, read, want)
		}
	}
}

// policyNotHealth has hooks that ran well deny, and hooks that did not say
// nothing of the kind.
func policyNotHealth(t *testing.T) {
	for name, tt := range map[string]struct {
		command string
		runs    bool
	}{
		"healthy, no word":   {"true", true},
		"healthy, deny":      {says(`{"decision":"deny","reason":"not this"}`), false},
		"unhealthy, exit 2":  {"echo not this >&2; exit 2", false},
		"unhealthy, exit 1":  {"exit 1", true},
		"unhealthy, killed":  {"kill -9 $$", true},
		"unhealthy, no such": {"/no/such/hook", true},
	} {
		session, w := newSession(t, hooked(t, map[string]string{"BeforeTool": tt.command}).System, host.Options{})
		w.prompt(t, session, "go")
		session.Close()
		wantEqual(t, name+": the tool ran", len(w.with("tool gets")) == 1, tt.runs)
	}
}

// messageStays looks at all requests after the one that a hook spoke about.
func messageStays(t *testing.T) {
	c := hooked(t, map[string]string{"AfterModel": "[ -e said ] || " + says(`{"systemMessage":"mind this"}`) + "; touch said"})
	session, w := newSession(t, c.System, host.Options{}, calls("echo"), calls("echo"), usual()[1], scripted.Turn{Text: "and again"})
	defer session.Close()
	w.prompt(t, session, "go")
	w.prompt(t, session, "go on")
	var got []int
	for _, read := range append(w.with("model reads"), dialogue(session.History())) {
		got = append(got, strings.Count(read, "[System] mind this"))
	}
	wantEqual(t, "messages in the four requests and in what is kept", got, []int{0, 1, 1, 1, 1})
}
