package engine_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine"
)

// event returns an event of a dialect about a tool.
func event(t *testing.T, dialectName, name string, fields map[string]any) (dialect.Dialect, hook.Event) {
	t.Helper()
	d, err := all.ByName(dialectName)
	if err != nil {
		t.Fatal(err)
	}
	e, ok := dialect.Event(d, name)
	if !ok {
		t.Fatalf("no event %s", name)
	}
	ev := hook.Event{Type: e, Fields: hook.Object{}}
	for key, value := range fields {
		ev.Fields.Set(key, value)
	}
	return d, ev
}

func TestExplainNamesEveryHook(t *testing.T) {
	hooks := []hook.Definition{
		{Name: "all", Event: "BeforeTool", Type: "command", Command: "a"},
		{Name: "writes", Event: "BeforeTool", Type: "command", Command: "b", Matcher: "write", Sequential: true},
		{Name: "again", Event: "BeforeTool", Type: "command", Command: "a", Matcher: "write_file"},
		{Name: "reads", Event: "BeforeTool", Type: "command", Command: "c", Matcher: "read"},
		{Name: "later", Event: "AfterTool", Type: "command", Command: "a"},
		{Name: "broken", Event: "BeforeTool", Type: "command", Command: "d", Matcher: "*_file"},
	}
	tests := []struct {
		name           string
		fields         map[string]any
		planned, other string
		sequential     bool
	}{
		{
			"a tool",
			map[string]any{"tool_name": "write_file"},
			"[all writes]", "[again:duplicate:all reads:matcher: broken:matcher: later:event:]", true,
		},
		{
			"another tool",
			map[string]any{"tool_name": "glob"},
			"[all]", "[writes:matcher: again:matcher: reads:matcher: broken:matcher: later:event:]", false,
		},
		{
			"no tool", nil,
			"[all]", "[writes:subject: again:subject: reads:subject: broken:subject: later:event:]", false,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d, ev := event(t, "llxprt", "BeforeTool", tt.fields)
			registry := engine.NewRegistry(d, hooks)
			x := engine.Explain(registry, ev)
			var planned, other []string
			for _, def := range x.Hooks {
				planned = append(planned, def.Name)
			}
			for _, out := range x.Skipped {
				other = append(other, fmt.Sprintf("%s:%s:%s", out.Hook.Name, out.Reason, out.First.Name))
			}
			if fmt.Sprint(planned) != tt.planned || fmt.Sprint(other) != tt.other || x.Sequential != tt.sequential {
				t.Errorf("planned %v, left out %v, sequential %v", planned, other, x.Sequential)
			}
			if len(planned)+len(other) != len(hooks) {
				t.Errorf("%d hooks, of which %d and %d are explained", len(hooks), len(planned), len(other))
			}
			if subject, known := ev.Subject(); known {
				plan := engine.PlanFor(registry, ev.Type.Name, subject)
				same := slices.EqualFunc(plan.Hooks(), x.Hooks, func(a, b hook.Definition) bool { return a.Name == b.Name })
				if !same || plan.Sequential != x.Sequential {
					t.Errorf("the plan has %v", plan.Hooks())
				}
			}
		})
	}
}

func TestExplainLooksAtContent(t *testing.T) {
	d, ev := event(t, "massgen", "PostToolUse", map[string]any{"tool_name": "Write", "tool_response": map[string]any{"error": "x"}})
	hooks := []hook.Definition{{Event: "PostToolUse", Type: "command", Command: "a"}}
	x := engine.Explain(engine.NewRegistry(d, hooks), ev)
	if len(x.Hooks) != 0 || len(x.Skipped) != 1 || x.Skipped[0].Reason != engine.ByContent {
		t.Errorf("got %+v", x)
	}
}
