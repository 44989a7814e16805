//go:build unix

package conformance

import (
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel"
)

// TestMassGenHost shows where the model reads what MassGen's hooks inject.
func TestMassGenHost(t *testing.T) {
	inject := func(text, strategy string) string {
		return says(`{"inject":{"content":"` + text + `","strategy":"` + strategy + `"}}`)
	}
	for _, tt := range []struct {
		name  string
		hooks []string
		added string // to the result, as the model reads it
	}{
		{"MG-06.1_the_model_reads_a_tool_result_injection_in_the_result", []string{inject("also", "tool_result")}, `\n\nalso`},
		{"MG-06.2_the_model_reads_a_user_message_injection_after_the_result", []string{inject("also", "user_message")}, ` | user also`},
		{
			"MG-10.3_the_model_reads_the_injections_of_all_hooks_each_in_its_place",
			[]string{inject("one", "tool_result"), inject("two", "user_message"), inject("three", "tool_result"), inject("four", "user_message")},
			`\n\none\nthree | user two | user four`,
		},
		{
			"MG-01.2_MG-10.3_hooks_after_one_that_denies_or_fails_are_heard_too",
			[]string{says(`{"decision":"deny","reason":"too late"}`), "exit 1", "/no/such/hook", inject("also", "tool_result")},
			`\n\nalso`,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := massgenHooked(t, "PostToolUse", tt.hooks...)
			wantText(t, play(t, c.System), strings.ReplaceAll(untouched, `output: got {"a":1}`, `output: got {"a":1}`+tt.added))
		})
	}
	t.Run("MG-01.2_hooks_after_a_function_that_cannot_be_imported_are_heard_too", func(t *testing.T) {
		t.Parallel()
		c := newComponent(t, `{"hooks": {"PostToolUse": [{"handler": "no_such_module.hook"}, {"type": "command", "handler": `+encoded(inject("also", "tool_result"))+`}]}}`,
			grapnel.Options{Dialect: "massgen"})
		t.Cleanup(c.Close)
		wantText(t, play(t, c.System), strings.ReplaceAll(untouched, `output: got {"a":1}`, `output: got {"a":1}\n\nalso`))
	})
}

// massgenHooked returns a system with commands for an event, one after the other.
func massgenHooked(t *testing.T, event string, commands ...string) component {
	t.Helper()
	var list []any
	for _, command := range commands {
		list = append(list, map[string]any{"type": "command", "handler": command})
	}
	return newComponent(t, encoded(map[string]any{"hooks": map[string]any{event: list}}), grapnel.Options{Dialect: "massgen"})
}
