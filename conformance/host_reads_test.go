//go:build unix

package conformance

import (
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// TestLLxprtHostReads shows what hooks read in a session, and which of them run.
// Scripts cannot show it: the command fires whatever payload it is given.
func TestLLxprtHostReads(t *testing.T) {
	for _, tt := range []struct{ name, event, want string }{
		{"HOOK-015_a_session_tells_a_hook_before_a_tool_what_is_about_to_run", "BeforeTool", `{"tool_name":"echo","tool_input":{"a":1}}`},
		{"HOOK-026_a_session_tells_a_hook_after_a_tool_call_and_result", "AfterTool", `{"tool_name":"echo","tool_input":{"a":1},
			"tool_response":{"llmContent":"got {\"a\":1}","returnDisplay":"shown {\"a\":1}","metadata":{}}}`},
		{"HOOK-034_a_session_tells_a_hook_before_the_model_the_request", "BeforeModel", `{"llm_request":` + secondRequest + `}`},
		{"HOOK-044_a_session_tells_a_hook_after_the_model_request_and_response", "AfterModel", `{"llm_request":` + secondRequest + `,
			"llm_response":{"text":"all done","candidates":[{"content":{"role":"model","parts":["all done"]},"finishReason":"STOP","index":0}]}}`},
		{"HOOK-054_a_session_tells_a_hook_before_tool_selection_the_request", "BeforeToolSelection", `{"llm_request":` + secondRequest + `}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			readsInSession(t, tt.event, tt.want)
		})
	}
	t.Run("HOOK-021_HOOK-022_HOOK-162_a_session_runs_the_hooks_before_a_tool_that_match_its_name", matchersInSession("BeforeTool"))
	t.Run("HOOK-032_HOOK-162_a_session_runs_the_hooks_after_a_tool_that_match_its_name", matchersInSession("AfterTool"))
	t.Run("HOOK-162_the_triggers_of_tools_match_hooks_by_the_tool_s_name", matchersOfTriggers)
}

// secondRequest is the second request of the usual session, as hooks read it:
// results of tools are not text.
const secondRequest = `{"model":"test-model","messages":[{"role":"user","content":"go"},{"role":"model","content":"let me look"}]}`

// readsInSession plays the usual session with one hook, and looks at what that
// read last.
func readsInSession(t *testing.T, event, want string) {
	c := hooked(t, map[string]string{event: "cat > got.json"})
	wantText(t, play(t, c.System), untouched)
	got, _, err := jsonx.ParseObject([]byte(c.read(t, "got.json")))
	if err != nil {
		t.Fatal(err)
	}
	for member, base := range map[string]string{"session_id": "s1", "cwd": c.dir, "hook_event_name": event, "transcript_path": ""} {
		wantEqual(t, member, string(got[member]), encoded(base))
		delete(got, member)
	}
	var fired time.Time
	if err := json.Unmarshal(got["timestamp"], &fired); err != nil || fired.IsZero() {
		t.Errorf("timestamp %s: %v", got["timestamp"], err)
	}
	delete(got, "timestamp")
	wantJSON(t, "the members of the event", got, want)
}

// matching are settings with hooks for a tool event that leave their names:
// those for one tool, for the other, for a part of a name, and for all.
func matching(event string) string {
	var groups []any
	for name, matcher := range map[string]any{"echo": "^echo$", "other": "^other$", "part": "cho|the", "write": "write", "all": nil} {
		group := map[string]any{"hooks": []any{map[string]any{"type": "command", "command": "echo " + name + " >> log"}}}
		if matcher != nil {
			group["matcher"] = matcher
		}
		groups = append(groups, group)
	}
	return encoded(map[string]any{"hooks": map[string]any{event: groups}})
}

// wantHooks says which hooks have run since it was last asked, in any order.
func (c component) wantHooks(t *testing.T, want ...string) {
	t.Helper()
	got := c.lines(t, "log")
	slices.Sort(got)
	wantEqual(t, "the hooks that ran", got, want)
	c.write(t, "log", "")
}

// matchersInSession has the model call one tool, the other, and both.
func matchersInSession(event string) func(*testing.T) {
	return func(t *testing.T) {
		t.Parallel()
		c := newComponent(t, matching(event), grapnel.Options{})
		play(t, c.System, calls("echo"), usual()[1])
		c.wantHooks(t, "all", "echo", "part")
		play(t, c.System, calls("other"), usual()[1])
		c.wantHooks(t, "all", "other", "part")
		play(t, c.System, calls("echo", "other"), usual()[1])
		c.wantHooks(t, "all", "all", "echo", "other", "part", "part")
	}
}

func matchersOfTriggers(t *testing.T) {
	t.Parallel()
	c := newComponent(t, matching("BeforeTool"), grapnel.Options{})
	c.BeforeTool(t.Context(), "echo", toolInput)
	c.wantHooks(t, "all", "echo", "part")
	c = newComponent(t, matching("AfterTool"), grapnel.Options{})
	c.AfterTool(t.Context(), "other", toolInput, nil)
	c.wantHooks(t, "all", "other", "part")
}
