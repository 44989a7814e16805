//go:build unix

package conformance

import (
	"slices"
	"strings"
	"testing"
)

// effects is everything a hook may ask for, each with the hook that does.
var effects = map[string]string{
	"block":                 says(`{"decision":"block","reason":"not this"}`),
	"exit code 2":           "echo not this >&2; exit 2",
	"permission denied":     says(`{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"not this"}}`),
	"stop":                  says(`{"continue":false,"stopReason":"enough"}`),
	"tool input":            says(`{"hookSpecificOutput":{"tool_input":{"b":2}}}`),
	"tool response":         says(`{"hookSpecificOutput":{"tool_response":{"llmContent":"forged","returnDisplay":"forged"}}}`),
	"context":               says(`{"hookSpecificOutput":{"additionalContext":"by the way"}}`),
	"system message":        says(`{"systemMessage":"mind this"}`),
	"hidden output":         says(`{"suppressOutput":true}`),
	"changed request":       says(`{"hookSpecificOutput":{"llm_request":{"model":"other-model","config":{"temperature":0}}}}`),
	"added message":         addMessage,
	"response":              says(`{"hookSpecificOutput":{"llm_response":{"text":"instead"}}}`),
	"block with a response": says(`{"decision":"deny","hookSpecificOutput":{"llm_response":{"text":"instead"}}}`),
	"tool names":            says(`{"hookSpecificOutput":{"toolConfig":{"allowedFunctionNames":["other"]}}}`),
	"tool mode":             says(`{"hookSpecificOutput":{"toolConfig":{"mode":"ANY"}}}`),
	"no tools":              says(`{"hookSpecificOutput":{"toolConfig":{"mode":"NONE"}}}`),
}

// addMessage is a hook that returns the messages of the request and one more.
const addMessage = `m=$(sed -E 's/.*"messages":\[([^]]*)\].*/\1/')
echo '{"hookSpecificOutput":{"llm_request":{"messages":['"$m"',{"role":"user","content":"on branch main"}]}}}'`

// untouched is the usual session when no hook has a say in it.
const untouched = `
model reads: user go
user sees answer: let me look
tool gets: {"a":1}
user sees tool: shown {"a":1}
model reads: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1}
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1} | model all done`

// effect is one that an event allows, and the session it makes.
type effect struct{ name, event, effect, session string }

var allowedEffects = []effect{
	{"HOOK-017_HOOK-177_a_block_gives_the_model_the_reason_instead_of_running_the_tool", "BeforeTool", "block", blockedTool},
	{"HOOK-177_exit_code_2_blocks_a_tool", "BeforeTool", "exit code 2", blockedTool},
	{"HOOK-177_a_permission_decision_blocks_a_tool", "BeforeTool", "permission denied", blockedTool},
	{"HOOK-177_a_response_is_no_tool_result", "BeforeTool", "block with a response", strings.ReplaceAll(blockedTool, "not this", "Blocked by hook")},
	{"HOOK-019_HOOK-177_the_tool_runs_with_the_rewritten_input", "BeforeTool", "tool input", `
model reads: user go
user sees answer: let me look
tool gets: {"a":1,"b":2}
user sees tool: shown {"a":1,"b":2}
model reads: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1,"b":2}
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1,"b":2} | model all done`},
	{"HOOK-020_HOOK-177_a_stop_before_a_tool_ends_the_loop_and_tells_the_user", "BeforeTool", "stop", `
model reads: user go
user sees answer: let me look
user sees tool: The tool did not run: a hook stopped the agent.
user sees stop: enough
stopped: enough
kept: user go | model let me look + call echo {"a":1} | user echo error: The tool did not run: a hook stopped the agent.`},
	{"HOOK-159_the_model_reads_a_system_message_of_a_hook_before_a_tool", "BeforeTool", "system message", systemMessageInResult},

	{"HOOK-027_HOOK-178_HOOK-217_context_is_added_to_what_the_model_reads_of_a_result", "AfterTool", "context", `
model reads: user go
user sees answer: let me look
tool gets: {"a":1}
user sees tool: shown {"a":1}
model reads: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1}\n\nby the way
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1}\n\nby the way | model all done`},
	{"HOOK-028_HOOK-178_HOOK-217_a_stop_after_a_tool_ends_the_loop_and_tells_the_user", "AfterTool", "stop", `
model reads: user go
user sees answer: let me look
tool gets: {"a":1}
user sees tool: shown {"a":1}
user sees stop: enough
stopped: enough
kept: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1}`},
	{"HOOK-029_HOOK-132_HOOK-178_HOOK-217_a_hidden_result_is_for_the_model_only", "AfterTool", "hidden output", `
model reads: user go
user sees answer: let me look
tool gets: {"a":1}
model reads: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1}
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1} | model all done`},
	{"HOOK-030_HOOK-159_HOOK-178_HOOK-217_a_system_message_is_added_to_the_result", "AfterTool", "system message", systemMessageInResult},

	{"HOOK-036_HOOK-138_HOOK-179_a_response_that_comes_with_a_block_takes_the_place_of_the_call", "BeforeModel", "block with a response", `
user sees answer: instead
kept: user go | model instead`},
	{"HOOK-037_HOOK-179_HOOK-202_a_block_without_a_response_gives_no_answer", "BeforeModel", "block", blockedModel},
	{"HOOK-179_exit_code_2_blocks_a_model_call", "BeforeModel", "exit code 2", blockedModel},
	{"HOOK-038_HOOK-139_HOOK-179_the_model_gets_the_changed_request", "BeforeModel", "changed request", `
model reads: user go (model other-model) (config {"temperature":0})
user sees answer: let me look
tool gets: {"a":1}
user sees tool: shown {"a":1}
model reads: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1} (model other-model) (config {"temperature":0})
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1} | model all done`},
	{"HOOK-039_HOOK-179_added_messages_come_after_the_conversation", "BeforeModel", "added message", `
model reads: user go | user on branch main
user sees answer: let me look
tool gets: {"a":1}
user sees tool: shown {"a":1}
model reads: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1} | user on branch main
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1} | model all done`},
	{"HOOK-040_HOOK-179_HOOK-184_a_stop_before_the_model_ends_the_loop_and_the_call", "BeforeModel", "stop", `
user sees stop: enough
stopped: enough
kept: user go`},
	{"HOOK-159_the_model_reads_a_system_message_of_a_hook_before_the_call", "BeforeModel", "system message", systemMessageInRequest},

	{"HOOK-046_HOOK-047_HOOK-180_a_response_of_a_hook_takes_the_place_of_the_model_s", "AfterModel", "response", replacedResponse},
	{"HOOK-180_a_block_beside_a_response_does_not_matter_after_the_model", "AfterModel", "block with a response", replacedResponse},
	{"HOOK-048_HOOK-180_HOOK-217_a_stop_after_the_model_answers_with_the_reason_and_ends_the_loop", "AfterModel", "stop", `
model reads: user go
user sees stop: enough
stopped: enough
kept: user go | model enough`},
	{"HOOK-049_HOOK-180_HOOK-217_a_hidden_response_is_still_worked_on", "AfterModel", "hidden output", `
model reads: user go
tool gets: {"a":1}
user sees tool: shown {"a":1}
model reads: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1}
kept: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1} | model all done`},
	{"HOOK-159_HOOK-217_the_model_reads_a_system_message_of_a_hook_after_the_call_with_the_next_one", "AfterModel", "system message", `
model reads: user go
user sees answer: let me look
tool gets: {"a":1}
user sees tool: shown {"a":1}
model reads: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1} | user [System] mind this
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1} | user [System] mind this | model all done`},

	{"HOOK-055_HOOK-140_HOOK-181_a_restriction_is_declared_and_enforced_and_definitions_stay", "BeforeToolSelection", "tool names", refusedTool("AUTO [other]")},
	{"HOOK-057_HOOK-140_HOOK-181_mode_NONE_leaves_the_model_no_tool", "BeforeToolSelection", "no tools", refusedTool("NONE []")},
	{"HOOK-056_HOOK-140_HOOK-181_the_request_has_the_mode_that_a_hook_chose", "BeforeToolSelection", "tool mode", `
model reads: user go (tools ANY [])
user sees answer: let me look
tool gets: {"a":1}
user sees tool: shown {"a":1}
model reads: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1} (tools ANY [])
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1} | model all done`},
	{"HOOK-058_HOOK-181_a_stop_at_tool_selection_ends_the_loop", "BeforeToolSelection", "stop", `
user sees stop: enough
stopped: enough
kept: user go`},
	{"HOOK-159_the_model_reads_a_system_message_of_a_hook_at_tool_selection", "BeforeToolSelection", "system message", systemMessageInRequest},
}

// Sessions that several effects make.
const (
	blockedTool = `
model reads: user go
user sees answer: let me look
user sees tool: not this
model reads: user go | model let me look + call echo {"a":1} | user echo error: not this
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} | user echo error: not this | model all done`

	systemMessageInResult = `
model reads: user go
user sees answer: let me look
tool gets: {"a":1}
user sees tool: shown {"a":1}
model reads: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1}\n\n[System] mind this
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} | user echo output: got {"a":1}\n\n[System] mind this | model all done`

	blockedModel = `
user sees info: A hook blocked the model call: not this
kept: user go`

	systemMessageInRequest = `
model reads: user go | user [System] mind this
user sees answer: let me look
tool gets: {"a":1}
user sees tool: shown {"a":1}
model reads: user go | user [System] mind this | model let me look + call echo {"a":1} | user echo output: got {"a":1} | user [System] mind this
user sees answer: all done
kept: user go | user [System] mind this | model let me look + call echo {"a":1} | user echo output: got {"a":1} | user [System] mind this | model all done`

	replacedResponse = `
model reads: user go
user sees answer: instead
kept: user go | model instead`
)

// refusedTool is the session in which the model calls a tool all the same.
func refusedTool(tools string) string {
	return strings.ReplaceAll(`
model reads: user go (tools TOOLS)
user sees answer: let me look
user sees tool: The tool "echo" may not be called now: a hook restricted the tools.
model reads: user go | model let me look + call echo {"a":1} | user echo error: The tool "echo" may not be called now: a hook restricted the tools. (tools TOOLS)
user sees answer: all done
kept: user go | model let me look + call echo {"a":1} | user echo error: The tool "echo" may not be called now: a hook restricted the tools. | model all done`, "TOOLS", tools)
}

// nothingElse names the test that shows, for an event, that all other effects
// change nothing at all.
var nothingElse = map[string]string{
	"BeforeTool":          "HOOK-177_before_a_tool_nothing_else_has_an_effect",
	"AfterTool":           "HOOK-178_after_a_tool_nothing_else_has_an_effect_not_even_a_block",
	"BeforeModel":         "HOOK-179_before_the_model_nothing_else_has_an_effect",
	"AfterModel":          "HOOK-180_after_the_model_nothing_else_has_an_effect_not_even_a_block",
	"BeforeToolSelection": "HOOK-181_at_tool_selection_nothing_else_has_an_effect_not_even_a_block",
}

// hostEffects tries every effect on every event and looks at the whole session
// each time.
func hostEffects(t *testing.T) {
	for _, e := range allowedEffects {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			wantText(t, play(t, hooked(t, map[string]string{e.event: effects[e.effect]}).System), e.session)
		})
	}
	for event, name := range nothingElse {
		t.Run(name, func(t *testing.T) {
			for effect, command := range effects {
				if slices.ContainsFunc(allowedEffects, isAbout(event, effect)) {
					continue
				}
				t.Run(effect, func(t *testing.T) {
					t.Parallel()
					hooks := hooked(t, map[string]string{event: "echo >> ran; " + command})
					wantText(t, play(t, hooks.System), untouched)
					if len(hooks.read(t, "ran")) == 0 {
						t.Error("the hook did not run")
					}
				})
			}
		})
	}
}

func isAbout(event, name string) func(effect) bool {
	return func(e effect) bool { return e.event == event && e.effect == name }
}
