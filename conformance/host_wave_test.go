//go:build unix

package conformance

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/scripted"
)

// TestWaveHost shows what the model and the user get to read of Wave's hooks in
// a session.
func TestWaveHost(t *testing.T) {
	for _, tt := range []struct {
		name string
		test func(*testing.T)
	}{
		{"WV-US1.3_WV-FR-003_the_user_reads_why_a_hook_failed_and_the_session_goes_on", waveFailures},
		{"WV-US2.1_WV-FR-004_continue_false_ends_the_session_s_work_and_the_user_reads_why", waveStops},
		{"WV-US2.2_WV-FR-004_the_user_alone_reads_a_system_message_of_any_event", waveSystemMessages},
		{"WV-US3.1_WV-FR-014_allow_spares_the_user_a_question_and_its_reason_is_not_for_the_model", waveAllow},
		{"WV-US3.3_WV-FR-014_ask_asks_the_user_and_its_reason_is_not_for_the_model", waveAsk},
		{"WV-FR-014_the_model_reads_the_reason_of_deny", waveDeny},
		{"WV-US4.1_the_model_is_prompted_with_the_reason_after_the_result_of_the_tool", waveFeedback},
		{"WV-US5.1_a_blocked_prompt_leaves_no_trace_in_the_conversation", waveBlockedPrompt},
		{"WV-US5.3_the_model_goes_on_with_the_reason_of_a_block_at_the_end", waveGoesOn},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.test(t)
		})
	}
}

// waveHooked returns a system with one hook of Wave's for each of the events.
func waveHooked(t *testing.T, commands map[string]string) component {
	t.Helper()
	events := map[string]any{}
	for event, command := range commands {
		events[event] = []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": command}}}}
	}
	return newComponent(t, encoded(map[string]any{"hooks": events}), grapnel.Options{Dialect: "wave"})
}

// permits is a hook that answers with a permission decision.
func permits(decision, reason string) string {
	return says(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"` + decision + `","permissionDecisionReason":"` + reason + `"}}`)
}

// waveEvents are all events of a session, with how often each fires in
// waveLife.
var waveEvents = map[string]int{
	"SessionStart": 1, "UserPromptSubmit": 2, "PreToolUse": 1, "PostToolUse": 1, "PreCompact": 1, "Stop": 2, "Notification": 1, "SessionEnd": 1,
}

// waveLife is a session in which every event happens: two prompts, a tool call,
// a compaction before the third call of the model, and a notification.
func waveLife(t *testing.T, hooks *grapnel.System) *witness {
	t.Helper()
	session, w := newSession(t, hooks, host.Options{MaxHistory: 2}, append(usual(), scripted.Turn{Text: "and again"})...)
	w.prompt(t, session, "go")
	w.prompt(t, session, "go on")
	w.addf("kept: %s", dialogue(session.History()))
	session.Notify("idle", "waiting", nil)
	session.Close()
	return w
}

// wantInformed checks that, event by event, a hook changes nothing in a session
// but that the user is told this text.
func wantInformed(t *testing.T, command, text string) {
	t.Helper()
	want := waveLife(t, nil).lines
	for event, times := range waveEvents {
		t.Run(event, func(t *testing.T) {
			w := waveLife(t, waveHooked(t, map[string]string{event: command}).System)
			told := w.with("user sees info")
			wantEqual(t, "what the user is told", told, slices.Repeat([]string{"user sees info: " + text}, times))
			rest := slices.DeleteFunc(slices.Clone(w.lines), func(line string) bool { return slices.Contains(told, line) })
			wantEqual(t, "everything else", rest, want)
		})
	}
}

func waveFailures(t *testing.T) {
	wantInformed(t, "echo broken >&2; exit 7", "broken")
}

func waveSystemMessages(t *testing.T) {
	wantInformed(t, says(`{"systemMessage":"mind this"}`), "mind this")
}

func waveStops(t *testing.T) {
	stop := says(`{"continue":false,"stopReason":"enough"}`)
	for event, modelCalls := range map[string]int{
		"SessionStart": 0, "UserPromptSubmit": 0, "PreToolUse": 2, "PostToolUse": 2, "PreCompact": 2, "Stop": 3,
		"Notification": 3, "SessionEnd": 3, // too late to stop anything
	} {
		t.Run(event, func(t *testing.T) {
			w := waveLife(t, waveHooked(t, map[string]string{event: stop}).System)
			read := w.with("model reads")
			wantEqual(t, "calls of the model", len(read), modelCalls)
			if strings.Contains(strings.Join(read, "\n"), "enough") {
				t.Errorf("the model reads the reason: %q", read)
			}
			kind := "stop"
			if event == "Notification" || event == "SessionEnd" {
				kind = "info"
			}
			if !slices.Contains(w.lines, "user sees "+kind+": enough") {
				t.Errorf("the user does not read the reason: %q", w.lines)
			}
		})
	}
}

// waveAllow has a tool that asks the user itself, unless it need not.
func waveAllow(t *testing.T) {
	for command, want := range map[string][]string{
		permits("allow", "is safe"): {"user sees tool: runs", "user sees info: is safe"},
		"true":                      {"user sees tool: would ask"},
	} {
		w := &witness{}
		session, err := host.NewSession(host.Options{
			Hooks: waveHooked(t, map[string]string{"PreToolUse": command}).System, Model: scripted.New(usual()...),
			Tools: []host.Tool{{Name: "echo", Run: func(ctx context.Context, _ json.RawMessage) (host.ToolResult, error) {
				if host.IsApproved(ctx) {
					return host.ToolResult{ReturnDisplay: "runs"}, nil
				}
				return host.ToolResult{ReturnDisplay: "would ask"}, nil
			}}},
			ToUser: w.user, ToModel: w.model,
		})
		if err != nil {
			t.Fatal(err)
		}
		w.prompt(t, session, "go")
		session.Close()
		wantEqual(t, "what the user sees", append(w.with("user sees tool"), w.with("user sees info")...), want)
		if read := w.with("model reads"); strings.Contains(strings.Join(read, "\n"), "safe") {
			t.Errorf("the model reads the reason: %q", read)
		}
	}
}

const notConfirmed = `
model reads: user go
user sees answer: let me look
user sees tool: WHY
model reads: user go | model let me look + call echo {"a":1} | user echo error: WHY
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} | user echo error: WHY | model all done`

func waveAsk(t *testing.T) {
	c := waveHooked(t, map[string]string{"PreToolUse": permits("ask", "is it safe?")})
	for yes, want := range map[bool]string{
		true:  untouched,
		false: strings.ReplaceAll(notConfirmed, "WHY", "The user did not confirm this tool call."),
	} {
		questions := &witness{}
		wantText(t, playWith(t, c.System, host.Options{Ask: questions.asked(yes)}), want)
		wantEqual(t, "questions", questions.lines, []string{"user is asked about echo: is it safe?"})
	}

	const nobody = "A hook wants the user to confirm this tool call, but there is no user to ask."
	wantText(t, play(t, c.System), strings.Replace(strings.ReplaceAll(notConfirmed, "WHY", nobody),
		"user sees tool: "+nobody, "user sees tool: "+nobody+"\nuser sees info: is it safe?", 1))
}

func waveDeny(t *testing.T) {
	c := waveHooked(t, map[string]string{"PreToolUse": permits("deny", "is not safe")})
	wantText(t, play(t, c.System), strings.ReplaceAll(notConfirmed, "WHY", "is not safe"))
}

func waveFeedback(t *testing.T) {
	for name, command := range map[string]string{
		"JSON":        says(`{"decision":"block","reason":"run the tests"}`),
		"exit code 2": "echo run the tests >&2; exit 2",
	} {
		t.Run(name, func(t *testing.T) {
			wantText(t, play(t, waveHooked(t, map[string]string{"PostToolUse": command}).System), `
model reads: user go
user sees answer: let me look
tool gets: {"a":1}
user sees tool: shown {"a":1}
model reads: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1} | user run the tests
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1} | user run the tests | model all done`)
		})
	}
}

// waveBlockedPrompt blocks the first of two prompts, which the model must not
// read with the second one either.
func waveBlockedPrompt(t *testing.T) {
	block := says(`{"decision":"block","reason":"has a password","hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"by the way"}}`)
	c := waveHooked(t, map[string]string{"UserPromptSubmit": "if grep -q secret; then " + block + "; fi"})
	session, w := newSession(t, c.System, host.Options{}, scripted.Turn{Text: "hello"})
	defer session.Close()
	answer := w.prompt(t, session, "the secret is 1234")
	wantEqual(t, "the answer", []any{answer.Rejected, answer.Reason, answer.Turns}, []any{true, "has a password", 0})
	w.prompt(t, session, "hi")
	w.addf("kept: %s", dialogue(session.History()))
	wantText(t, strings.Join(w.lines, "\n"), `
user sees info: has a password
model reads: user hi
user sees answer: hello
kept: user hi | model hello`)
}

// waveGoesOn blocks the end once, and looks at what the hook reads the second
// time.
func waveGoesOn(t *testing.T) {
	c := waveHooked(t, map[string]string{"Stop": "cat > got.json; [ -e blocked ] || " + says(`{"decision":"block","reason":"run the tests"}`) + "; touch blocked"})
	wantText(t, play(t, c.System, scripted.Turn{Text: "done"}, scripted.Turn{Text: "tested"}), `
model reads: user go
user sees answer: done
model reads: user go | model done | user run the tests
user sees answer: tested
kept: user go | model done | user run the tests | model tested`)
	wantEqual(t, "stop_hook_active", c.outputMember(t, "got.json", "stop_hook_active"), "true")
}
