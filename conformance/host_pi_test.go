//go:build unix

package conformance

import (
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/scripted"
)

// TestPiHost shows where the model reads what pi's hooks add: in a block of its
// own after the results of tools, with the very next request.
func TestPiHost(t *testing.T) {
	context := func(text string) string { return says(`{"additionalContext":"` + text + `"}`) }
	calls := func(n int) scripted.Turn {
		turn := usual()[0]
		for len(turn.Calls) < n {
			turn.Calls = append(turn.Calls, turn.Calls[0])
		}
		return turn
	}
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
			events := map[string]any{}
			for event, commands := range tt.hooks {
				var list []any
				for _, command := range commands {
					list = append(list, map[string]any{"command": command})
				}
				events[event] = list
			}
			s, _ := piSystem(t, encoded(events))
			session, w := newSession(t, s, host.Options{Parallel: 1}, calls(tt.calls), usual()[1])
			defer session.Close()
			if _, err := session.Prompt(t.Context(), "go"); err != nil {
				t.Fatal(err)
			}
			w.addf("kept: %s", dialogue(session.History()))
			wantText(t, strings.Join(w.lines, "\n"), tt.want)
		})
	}
}
