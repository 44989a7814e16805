//go:build unix

package adk_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/adk/v2/plugin"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/adapters/adk"
)

// diary has a hook for every lifecycle event that keeps its input.
func diary() map[string]string {
	hooks := map[string]string{}
	for _, event := range []string{"SessionStart", "BeforeAgent", "AfterAgent", "SessionEnd"} {
		hooks[event] = "cat >> diary"
	}
	return hooks
}

// entries returns the events that were kept, as name and data.
func entries(t *testing.T, st *stage) [][]string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(st.dir, "diary"))
	if err != nil {
		t.Fatal(err)
	}
	var list [][]string
	for dec := json.NewDecoder(bytes.NewReader(raw)); dec.More(); {
		var input map[string]any
		if err := dec.Decode(&input); err != nil {
			t.Fatal(err)
		}
		entry := []string{input["hook_event_name"].(string)}
		for _, key := range []string{"session_id", "source", "prompt", "prompt_response", "reason"} {
			if text, ok := input[key].(string); ok {
				entry = append(entry, text)
			}
		}
		list = append(list, entry)
	}
	return list
}

func TestLifecycle(t *testing.T) {
	st := scene{hooks: diary()}.play(t)
	if err := st.prompt(t.Context(), genai.NewContentFromText("again", genai.RoleUser)); err != nil {
		t.Fatal(err)
	}
	for range 2 { // closing twice is like closing once
		if err := st.plugin.Close(); err != nil {
			t.Fatal(err)
		}
	}
	want := [][]string{
		{"SessionStart", "session", "startup"},
		{"BeforeAgent", "session", "hello"},
		{"AfterAgent", "session", "hello", "done"},
		{"BeforeAgent", "session", "again"},
		{"AfterAgent", "session", "again", "done"},
		{"SessionEnd", "session", "exit"},
	}
	if diff := cmp.Diff(want, entries(t, st)); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

func TestResumedSession(t *testing.T) {
	st := scene{hooks: diary()}.play(t)
	st.plugin.Close()

	next := scene{hooks: diary()}.set(t)
	next.runner = must(runner.New(runner.Config{
		AppName: "test", Agent: repeater(), SessionService: st.session,
		PluginConfig: runner.PluginConfig{Plugins: []*plugin.Plugin{next.plugin}},
	}))
	if err := next.prompt(t.Context(), genai.NewContentFromText("it is me", genai.RoleUser)); err != nil {
		t.Fatal(err)
	}
	next.plugin.Close()
	if first := entries(t, next)[0]; !cmp.Equal(first, []string{"SessionStart", "session", "resume"}) {
		t.Errorf("the session began with %v", first)
	}
}

// TestSlowLifecycleHooks has nobody wait for lifecycle hooks, and Close no
// longer than it may.
func TestSlowLifecycleHooks(t *testing.T) {
	begin := time.Now()
	st := scene{
		hooks:   map[string]string{"SessionStart": "sleep 60", "SessionEnd": "touch ended"},
		options: adk.Options{Drain: 50 * time.Millisecond},
	}.play(t)
	st.plugin.Close()
	if took := time.Since(begin); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	if _, err := os.Stat(filepath.Join(st.dir, "ended")); err == nil {
		t.Error("a hook ran after the time was up")
	}
}

// TestUnusedPlugin has no session end that never began.
func TestUnusedPlugin(t *testing.T) {
	st := scene{hooks: diary()}.set(t)
	st.plugin.Close()
	if _, err := os.Stat(filepath.Join(st.dir, "diary")); err == nil {
		t.Errorf("events %v", entries(t, st))
	}
}

func TestNoHooks(t *testing.T) {
	p := must(adk.New(nil, adk.Options{Name: "nothing"}))
	if p.Name() != "nothing" || p.BeforeToolCallback() != nil || p.Close() != nil {
		t.Error("a plugin without hooks does something")
	}
}
