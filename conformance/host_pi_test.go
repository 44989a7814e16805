//go:build unix

package conformance

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/scripted"
)

// TestPiHost shows where the model reads what pi's hooks add: in a block of its
// own after the results of tools, with the very next request.
func TestPiHost(t *testing.T) {
	context := func(text string) string { return says(`{"additionalContext":"` + text + `"}`) }
	tests := []struct {
		name  string
		hooks map[string][]string
		calls int
		want  string
	}{
		{
			"PI-2.5_PI-4.4_PI-4.5_PI-8.4_context_of_a_hook_before_a_tool",
			map[string][]string{"PreToolUse": {context("mind the gap")}},
			1, `
model reads: user go
user sees answer: let me look
tool gets: {"a":1}
user sees tool: shown {"a":1}
model reads: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1} | user <hook_context>\nmind the gap\n</hook_context>
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1} | user <hook_context>\nmind the gap\n</hook_context> | model all done`,
		},
		{
			"PI-2.5_PI-4.4_PI-4.5_PI-8.4_context_of_a_hook_that_denies_a_tool",
			map[string][]string{"PreToolUse": {says(`{"decision":"deny","reason":"not this","additionalContext":"mind the gap"}`)}},
			1, `
model reads: user go
user sees answer: let me look
user sees tool: not this
model reads: user go | model let me look + call echo {"a":1} | user echo error: not this | user <hook_context>\nmind the gap\n</hook_context>
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} | user echo error: not this | user <hook_context>\nmind the gap\n</hook_context> | model all done`,
		},
		{
			"PI-2.5_PI-4.4_PI-4.5_PI-8.4_context_of_a_hook_after_a_tool",
			map[string][]string{"PostToolUse": {says(`{"decision":"deny","reason":"too late","additionalContext":"mind the gap"}`)}},
			1, `
model reads: user go
user sees answer: let me look
tool gets: {"a":1}
user sees tool: shown {"a":1}
model reads: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1} | user <hook_context>\nmind the gap\n</hook_context>
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1} | user <hook_context>\nmind the gap\n</hook_context> | model all done`,
		},
		{
			"PI-4.4_PI-4.6_PI-8.8_all_contexts_of_a_turn_in_one_block_in_the_order_of_their_hooks",
			map[string][]string{"PreToolUse": {context("one"), context("two")}, "PostToolUse": {context("three"), "echo four"}},
			2, `
model reads: user go
user sees answer: let me look
tool gets: {"a":1}
user sees tool: shown {"a":1}
tool gets: {"a":1}
user sees tool: shown {"a":1}
model reads: user go | model let me look + call echo {"a":1} + call echo {"a":1} | user echo output: got {"a":1} + echo output: got {"a":1} | user <hook_context>\none\n\ntwo\n\nthree\n\nfour\n\none\n\ntwo\n\nthree\n\nfour\n</hook_context>
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} + call echo {"a":1} | user echo output: got {"a":1} + echo output: got {"a":1} | user <hook_context>\none\n\ntwo\n\nthree\n\nfour\n\none\n\ntwo\n\nthree\n\nfour\n</hook_context> | model all done`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := piHooked(t, tt.hooks)
			session, w := newSession(t, s, host.Options{Parallel: 1}, calls(slices.Repeat([]string{"echo"}, tt.calls)...), usual()[1])
			defer session.Close()
			if _, err := session.Prompt(t.Context(), "go"); err != nil {
				t.Fatal(err)
			}
			w.addf("kept: %s", dialogue(session.History()))
			wantText(t, strings.Join(w.lines, "\n"), tt.want)
		})
	}
}

// piHooked returns a system with commands for each of the events.
func piHooked(t *testing.T, hooks map[string][]string) *grapnel.System {
	t.Helper()
	events := map[string]any{}
	for event, commands := range hooks {
		var list []any
		for _, command := range commands {
			list = append(list, map[string]any{"command": command})
		}
		events[event] = list
	}
	s, _ := piSystem(t, encoded(events))
	return s
}

// TestPiHostMore shows what only several hooks, or several calls of the model,
// can show.
func TestPiHostMore(t *testing.T) {
	t.Run("PI-3.2_the_tool_gets_arguments_that_the_last_hook_replaced_as_a_whole", func(t *testing.T) {
		t.Parallel()
		s := piHooked(t, map[string][]string{"PreToolUse": {
			says(`{"updatedInput":{"options":{"deep":{"x":1},"kept":true},"b":2}}`),
			says(`{"updatedInput":{"options":{"deep":{"y":2}}}}`),
		}})
		session, w := newSession(t, s, host.Options{})
		defer session.Close()
		w.prompt(t, session, "go")
		got := w.with("tool gets: ")
		if len(got) != 1 {
			t.Fatalf("the tool ran %d times", len(got))
		}
		wantJSON(t, "what the tool gets", json.RawMessage(strings.TrimPrefix(got[0], "tool gets: ")), `{"a":1,"b":2,"options":{"deep":{"y":2}}}`)
	})

	t.Run("PI-4.5_context_is_delivered_once_with_the_next_request", func(t *testing.T) {
		t.Parallel()
		s := piHooked(t, map[string][]string{"PostToolUse": {"[ -e said ] || echo mind the gap; touch said"}})
		session, w := newSession(t, s, host.Options{}, calls("echo"), calls("echo"), calls("echo"), usual()[1], scripted.Turn{Text: "and again"})
		defer session.Close()
		w.prompt(t, session, "go")
		w.prompt(t, session, "go on")
		var got []int
		for _, read := range w.with("model reads") {
			got = append(got, strings.Count(read, "mind the gap"))
		}
		wantEqual(t, "how often each request has it", got, []int{0, 1, 1, 1, 1})
		want := `user echo output: got {"a":1} | user <hook_context>\nmind the gap\n</hook_context> | model let me look`
		if kept := oneLine(dialogue(session.History())); strings.Count(kept, "hook_context>") != 2 || !strings.Contains(kept, want) {
			t.Errorf("kept: %s", kept)
		}
	})

	t.Run("PI-5.8_no_record_and_no_log_line_has_a_token_of_GitHub_s_of_any_kind", func(t *testing.T) {
		t.Parallel()
		for _, kind := range []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"} {
			token := kind + "0123456789abcdefghijABCDEFGHIJ012345"
			s, lines := piSystem(t, encoded(map[string]any{"PreToolUse": []any{map[string]any{"command": "echo " + token + "; echo " + token + " >&2"}}}))
			out := s.BeforeTool(t.Context(), "bash", json.RawMessage(`{}`))
			for what, text := range map[string]string{"the record": encoded(out.Hooks), "the log": encoded(lines("hook"))} {
				if strings.Contains(text, token) || strings.Count(text, "[REDACTED]") < 3 { // command, stdout, stderr
					t.Errorf("%s has %s", what, text)
				}
			}
		}
	})
}
