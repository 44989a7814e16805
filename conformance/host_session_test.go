//go:build unix

package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/scripted"
	"github.com/grapnel-hooks/grapnel/internal/apply"
	"github.com/grapnel-hooks/grapnel/llm"
)

func hostSession(t *testing.T) {
	t.Run("HOOK-014_HOOK-025_HOOK-033_HOOK-043_HOOK-053_events_fire_at_their_moments", moments)
	t.Run("HOOK-134_HOOK-156_all_five_events_are_waited_for_and_heeded", allHeeded)
	t.Run("HOOK-063_all_parts_of_an_answer_take_effect_together", allParts)
	t.Run("HOOK-043_a_response_is_worked_on_only_after_its_hooks", workedOnAfterHooks)
}

// slowly is a hook that does its work late, so that whoever does not wait for
// it gets ahead of it.
func slowly(command string) string { return "sleep 0.1; " + command }

// fiveEvents are the events around tools and the model.
var fiveEvents = []string{"BeforeToolSelection", "BeforeModel", "AfterModel", "BeforeTool", "AfterTool"}

func moments(t *testing.T) {
	commands := map[string]string{}
	for _, event := range fiveEvents {
		commands[event] = slowly("echo " + event + " >> log")
	}
	c := hooked(t, commands)
	log := func(line string) { appendLine(t, filepath.Join(c.dir, "log"), line) }
	session, err := host.NewSession(host.Options{
		Hooks: c.System, Model: scripted.New(usual()...),
		Tools: []host.Tool{{Name: "echo", Run: func(context.Context, json.RawMessage) (host.ToolResult, error) {
			log("tool")
			return host.ToolResult{}, nil
		}}},
		ToModel: func(*llm.Request) { log("model") },
		ToUser:  func(n host.Note) { log("user sees " + string(n.Kind)) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if _, err := session.Prompt(t.Context(), "go"); err != nil {
		t.Fatal(err)
	}
	c.wantLines(t, "log",
		"BeforeToolSelection", "BeforeModel", "model", "AfterModel", "user sees answer",
		"BeforeTool", "tool", "AfterTool", "user sees tool",
		"BeforeToolSelection", "BeforeModel", "model", "AfterModel", "user sees answer")
}

func allHeeded(t *testing.T) {
	c := hooked(t, map[string]string{
		"BeforeToolSelection": slowly(says(`{"hookSpecificOutput":{"toolConfig":{"mode":"ANY","allowedFunctionNames":["echo"]}}}`)),
		"BeforeModel":         slowly(says(`{"hookSpecificOutput":{"llm_request":{"config":{"temperature":0}}}}`)),
		"AfterModel":          slowly(`if grep -q '"text":"all done"'; then ` + says(`{"hookSpecificOutput":{"llm_response":{"text":"all checked"}}}`) + "; fi"),
		"BeforeTool":          slowly(says(`{"hookSpecificOutput":{"tool_input":{"b":2}}}`)),
		"AfterTool":           slowly(says(`{"hookSpecificOutput":{"additionalContext":"by the way"}}`)),
	})
	wantText(t, play(t, c.System), `
model reads: user go (config {"temperature":0}) (tools ANY [echo])
user sees answer: let me look
tool gets: {"a":1,"b":2}
user sees tool: shown {"a":1,"b":2}
model reads: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1,"b":2}\n\nby the way (config {"temperature":0}) (tools ANY [echo])
user sees answer: all checked
kept: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1,"b":2}\n\nby the way | model all checked`)
}

func allParts(t *testing.T) {
	c := hooked(t, map[string]string{
		"BeforeTool": says(`{"decision":"allow","systemMessage":"one","hookSpecificOutput":{"tool_input":{"b":2}}}`),
		"AfterTool":  says(`{"suppressOutput":true,"systemMessage":"two","continue":false,"stopReason":"enough","hookSpecificOutput":{"additionalContext":"by the way"}}`),
	})
	wantText(t, play(t, c.System), `
model reads: user go
user sees answer: let me look
tool gets: {"a":1,"b":2}
user sees stop: enough
stopped: enough
kept: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1,"b":2}\n\nby the way\n\n[System] one\ntwo`)
}

// workedOnAfterHooks has a hook take back a tool call that the model made.
func workedOnAfterHooks(t *testing.T) {
	c := hooked(t, map[string]string{
		"AfterModel": "cat > got.json; " + slowly(says(`{"hookSpecificOutput":{"llm_response":{"text":"on second thought"}}}`)),
		"BeforeTool": "echo called >> called",
	})
	wantText(t, play(t, c.System), `
model reads: user go
user sees answer: on second thought
kept: user go | model on second thought`)
	wantEqual(t, "what the hook read", strings.Contains(c.outputMember(t, "got.json", "llm_response"), `"text":"let me look"`), true)
	c.wantLines(t, "called")
}

func hostLifecycle(t *testing.T) {
	t.Run("HOOK-203_lifecycle_events_fire_in_order_and_nobody_waits_for_their_hooks", nobodyWaits)
	t.Run("HOOK-203_what_lifecycle_hooks_say_is_discarded", lifecycleDiscarded)
	t.Run("HOOK-203_what_hooks_say_about_compaction_and_notifications_is_discarded", laterLifecycleDiscarded)
	t.Run("HOOK-203_a_question_to_the_user_is_a_notification", questionIsNotified)
	t.Run("HOOK-203_closing_a_session_waits_for_lifecycle_hooks_but_not_for_ever", drained)
}

var lifecycleEvents = []string{"SessionStart", "BeforeAgent", "AfterAgent", "PreCompress", "Notification", "SessionEnd"}

// nobodyWaits holds back all lifecycle hooks until the session has done its
// work, and lets them go before it is closed.
func nobodyWaits(t *testing.T) {
	t.Parallel()
	commands := map[string]string{}
	for _, event := range lifecycleEvents {
		commands[event] = "for i in {1..1000}; do [ -e go ] && break; sleep 0.01; done; " + `sed -E 's/.*"hook_event_name":"([A-Za-z]*)","timestamp":"[^"]*",?(.*)\}/\1 \2/' >> log`
	}
	c := hooked(t, commands)
	session, w := newSession(t, c.System, host.Options{MaxHistory: 2, Drain: time.Minute}, scripted.Turn{Text: "first"}, scripted.Turn{Text: "second"})
	for _, prompt := range []string{"one", "two"} {
		if _, err := session.Prompt(t.Context(), prompt); err != nil {
			t.Fatal(err)
		}
	}
	session.Notify("ToolPermission", "may I?", json.RawMessage(`{"tool":"x"}`))
	c.wantLines(t, "log") // the agent is done, and no hook is
	wantEqual(t, "what the session did", w.lines, []string{
		"model reads: user one", "user sees answer: first", "model reads: user two", "user sees answer: second",
	})
	c.write(t, "go", "")
	session.Close()
	c.wantLines(t, "log",
		`SessionStart "source":"startup"`,
		`BeforeAgent "prompt":"one"`,
		`AfterAgent "prompt":"one","prompt_response":"first","stop_hook_active":false`,
		`BeforeAgent "prompt":"two"`,
		`PreCompress "trigger":"auto"`,
		`AfterAgent "prompt":"two","prompt_response":"second","stop_hook_active":false`,
		`Notification "details":{"tool":"x"},"message":"may I?","notification_type":"ToolPermission"`,
		`SessionEnd "reason":"exit"`)
}

func lifecycleDiscarded(t *testing.T) {
	for name, command := range map[string]string{
		"exit code 2": "echo not this >&2; exit 2",
		"everything": says(`{"decision":"block","reason":"not this","continue":false,"stopReason":"enough","systemMessage":"mind this","suppressOutput":true,` +
			`"hookSpecificOutput":{"additionalContext":"by the way","llm_response":{"text":"instead"},"toolConfig":{"mode":"NONE"}}}`),
		"failure": "echo oh >&2; exit 1",
	} {
		t.Run(name, func(t *testing.T) {
			commands := map[string]string{}
			for _, event := range lifecycleEvents {
				commands[event] = "echo >> ran." + event + "; " + command
			}
			c := hooked(t, commands)
			session, w := newSession(t, c.System, host.Options{})
			if _, err := session.Prompt(t.Context(), "go"); err != nil {
				t.Fatal(err)
			}
			w.addf("kept: %s", dialogue(session.History()))
			session.Close()
			wantText(t, strings.Join(w.lines, "\n"), untouched)
			for _, event := range []string{"SessionStart", "BeforeAgent", "AfterAgent", "SessionEnd"} {
				wantEqual(t, event, c.read(t, "ran."+event), "\n")
			}
		})
	}
}

// laterLifecycleDiscarded compares sessions that are long enough to be compacted.
func laterLifecycleDiscarded(t *testing.T) {
	long := func(hooks *grapnel.System) []string {
		session, w := newSession(t, hooks, host.Options{MaxHistory: 2}, scripted.Turn{Text: "first"}, scripted.Turn{Text: "second"})
		w.prompt(t, session, "one")
		w.prompt(t, session, "two")
		session.Notify("idle", "waiting", nil)
		session.Close()
		return append(w.lines, dialogue(session.History()))
	}
	want := long(nil)
	for name, command := range map[string]string{
		"exit code 2": "echo not this >&2; exit 2",
		"failure":     "echo oh >&2; exit 1",
		"stop":        says(`{"decision":"block","reason":"not this","continue":false,"stopReason":"enough","systemMessage":"mind this"}`),
	} {
		t.Run(name, func(t *testing.T) {
			c := hooked(t, map[string]string{"PreCompress": "touch compressed; " + command, "Notification": "touch notified; " + command})
			wantEqual(t, "the session", long(c.System), want)
			c.read(t, "compressed")
			c.read(t, "notified")
		})
	}
}

func questionIsNotified(t *testing.T) {
	c := hooked(t, map[string]string{
		"BeforeTool":   says(`{"decision":"ask","reason":"sure?"}`),
		"Notification": "cat > got.json; exit 2",
	})
	questions := &witness{}
	wantText(t, playWith(t, c.System, host.Options{Ask: questions.asked(true)}), untouched)
	wantEqual(t, "questions", questions.lines, []string{"user is asked about echo: sure?"})
	wantEqual(t, "notification_type", c.outputMember(t, "got.json", "notification_type"), `"ToolPermission"`)
	wantEqual(t, "message", c.outputMember(t, "got.json", "message"), `"sure?"`)
	wantJSON(t, "details", json.RawMessage(c.outputMember(t, "got.json", "details")), `{"tool_name":"echo","tool_input":{"a":1}}`)
}

func drained(t *testing.T) {
	t.Parallel()
	c := hooked(t, map[string]string{"SessionStart": slowly("echo start >> log"), "SessionEnd": slowly("echo end >> log")})
	session, _ := newSession(t, c.System, host.Options{Drain: time.Minute})
	if _, err := session.Prompt(t.Context(), "go"); err != nil {
		t.Fatal(err)
	}
	session.Close()
	c.wantLines(t, "log", "start", "end")

	c = hooked(t, map[string]string{"SessionStart": `trap "" TERM; echo $$ > pid.new; mv pid.new pid; while :; do sleep 1; done`})
	lifecycle := apply.NewLifecycle(c.System, nil)
	lifecycle.Fire(hook.Start("startup"))
	c.await("pid")
	start := time.Now()
	lifecycle.Close(50 * time.Millisecond)
	if took := time.Since(start); took > 25*time.Second {
		t.Errorf("closing took %v", took)
	}
	var pid int
	if _, err := fmt.Sscan(c.read(t, "pid"), &pid); err != nil || processLives(pid) {
		t.Errorf("process %d is left behind: %v", pid, err)
	}
}
