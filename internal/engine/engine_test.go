//go:build unix

package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine"
)

// newEngine returns an engine for hooks of LLxprt, each of which runs a
// command.
func newEngine(t *testing.T, hooks ...hook.Definition) *engine.Engine {
	t.Helper()
	d, err := all.ByName("llxprt")
	if err != nil {
		t.Fatal(err)
	}
	for i := range hooks {
		hooks[i].Type, hooks[i].Timeout = "command", 60e9
	}
	e := engine.New(engine.NewRegistry(d, hooks), engine.Options{Session: hook.Session{Dir: t.TempDir()}})
	t.Cleanup(e.Close)
	return e
}

func named(name string, fields hook.Object) hook.Event {
	return hook.Event{Type: hook.EventType{Name: name}, Fields: fields}
}

func TestTheNameOfAnEventIsEnough(t *testing.T) {
	tool := hook.Object{"tool_name": []byte(`"write_file"`)}
	e := newEngine(t,
		hook.Definition{Event: "BeforeTool", Command: "exit 2", Matcher: "write"},
		hook.Definition{Event: "BeforeTool", Command: "exit 1", Matcher: "read"},
		hook.Definition{Event: "AfterTool", Command: "exit 2", Matcher: "write"},
	)
	if out := e.Fire(t.Context(), named("BeforeTool", tool)); len(out.Hooks) != 1 || !out.Blocked {
		t.Errorf("before a tool: %d hooks, blocked %v", len(out.Hooks), out.Blocked)
	}
	if out := e.Fire(t.Context(), named("AfterTool", tool)); out.Decision != hook.Deny || out.Blocked {
		t.Errorf("after a tool: decision %q, blocked %v", out.Decision, out.Blocked)
	}
	if out := e.Fire(t.Context(), named("BeforeTool", nil)); len(out.Hooks) != 0 || codes(out) != "[no-subject]" {
		t.Errorf("no tool: %d hooks, diagnostics %v", len(out.Hooks), codes(out))
	}
}

// The warning is only for those who have hooks that do not run.
func TestAMissingSubjectMattersToHooksWithAMatcher(t *testing.T) {
	all := hook.Definition{Event: "BeforeTool", Command: "true", Matcher: "*"}
	some := hook.Definition{Event: "BeforeTool", Command: "echo", Matcher: "write"}
	again := hook.Definition{Event: "BeforeTool", Command: "true"} // skipped as a duplicate
	for name, tt := range map[string]struct {
		hooks []hook.Definition
		want  string
	}{
		"all run":             {[]hook.Definition{all}, "[]"},
		"one is a duplicate":  {[]hook.Definition{all, again}, "[]"},
		"one has a matcher":   {[]hook.Definition{all, some}, "[no-subject]"},
		"none runs":           {[]hook.Definition{some}, "[no-subject]"},
		"nobody is for tools": {[]hook.Definition{{Event: "SessionStart", Command: "true", Matcher: "x"}}, "[]"},
	} {
		if out := newEngine(t, tt.hooks...).Fire(t.Context(), named("BeforeTool", nil)); codes(out) != tt.want {
			t.Errorf("%s: diagnostics %s, want %s", name, codes(out), tt.want)
		}
	}
}

// A guard whose matcher is not what it looks like hardly ever runs. That is in
// the outcomes of the events that it does not run for.
func TestABadMatcherIsInEveryOutcomeOfItsEvent(t *testing.T) {
	e := newEngine(t,
		hook.Definition{Event: "BeforeTool", Command: "exit 2", Matcher: "*_file"},
		hook.Definition{Event: "BeforeTool", Command: "true", Matcher: "read"},
	)
	for range 2 { // the second time the plan is known
		for tool, hooks := range map[string]int{"write_file": 0, "read_file": 1} {
			out := e.FireBeforeTool(t.Context(), tool, nil)
			if len(out.Hooks) != hooks || codes(out) != "[bad-matcher]" {
				t.Errorf("%s: %d hooks, diagnostics %v", tool, len(out.Hooks), codes(out))
			}
		}
	}
	if out := e.FireAfterTool(t.Context(), "write_file", nil, nil); len(out.Diagnostics) != 0 {
		t.Errorf("another event: %v", codes(out))
	}
}

// Matchers that ran out of time may match after all when the machine is less
// busy, so that only a plan made in time is kept.
func TestAPlanIsKeptUnlessMatchersRanOutOfTime(t *testing.T) {
	d, err := all.ByName("llxprt")
	if err != nil {
		t.Fatal(err)
	}
	r := engine.NewRegistry(d, []hook.Definition{
		{Event: "BeforeTool", Type: "command", Command: "true", Matcher: "^(a+)+$"},
	})
	for subject, want := range map[string]bool{"a": true, strings.Repeat("a", 100) + "!": false} {
		first, second := engine.PlanFor(r, "BeforeTool", subject), engine.PlanFor(r, "BeforeTool", subject)
		if kept := first == second; kept != want {
			t.Errorf("%s: kept %v", subject, kept)
		}
	}
}

// Hooks that were canceled must not be mistaken for hooks that agreed.
func TestACanceledEventSaysSo(t *testing.T) {
	for _, sequential := range []bool{false, true} {
		e := newEngine(t,
			hook.Definition{Event: "BeforeTool", Command: "exit 2", Sequential: sequential},
			hook.Definition{Event: "BeforeTool", Command: "exit 2 # again"},
			hook.Definition{Event: "AfterTool", Command: "true"},
		)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		out := e.FireBeforeTool(ctx, "write_file", nil)
		if !out.Blocked || out.Reason != "canceled" || out.Success || out.Decision != hook.NoDecision || codes(out) != "[hook-canceled hook-canceled]" {
			t.Errorf("sequential %v: %+v", sequential, out)
		}
		if out := e.FireAfterTool(ctx, "write_file", nil, nil); out.Blocked {
			t.Errorf("sequential %v: what has happened is blocked", sequential)
		}
	}
}

func TestHooksStartWhenTheOneBeforeHasEnded(t *testing.T) {
	e := newEngine(t,
		hook.Definition{Event: "BeforeTool", Command: "sleep 0.05", Sequential: true},
		hook.Definition{Event: "BeforeTool", Command: "exit 2"},
		hook.Definition{Event: "BeforeTool", Command: "true"},
	)
	out := e.FireBeforeTool(t.Context(), "write_file", nil)
	first, second, third := out.Hooks[0], out.Hooks[1], out.Hooks[2]
	if second.StartMs < first.StartMs+first.DurationMs || out.DurationMs < second.StartMs+second.DurationMs || third.StartMs != 0 {
		t.Errorf("starts %v, %v and %v; durations %v and %v of %v",
			first.StartMs, second.StartMs, third.StartMs, first.DurationMs, second.DurationMs, out.DurationMs)
	}
}

func codes(out hook.Outcome) string {
	var list []string
	for _, d := range out.Diagnostics {
		list = append(list, d.Code)
	}
	return fmt.Sprint(list)
}

// What hooks wrote, and how they are called, reaches the log of a host without
// secrets. What the host acts on stays whole.
func TestLogsHaveNoSecrets(t *testing.T) {
	const secret = "hunter2hunter2"
	for name, d := range map[string]hook.Definition{
		"stderr of a hook that fails": {Command: "cat token >&2; exit 1"},
		"an answer of the wrong type": {Command: `echo "{\"decision\": \"$(cat token)\"}"`},
		"a command":                   {Command: "false --token " + secret},
		"a name":                      {Command: "false", Name: "TOKEN=" + secret},
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			o := engine.Options{
				Session: hook.Session{Dir: t.TempDir()},
				Log:     slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})),
			}
			if err := os.WriteFile(filepath.Join(o.Session.Dir, "token"), []byte("TOKEN="+secret), 0o600); err != nil {
				t.Fatal(err)
			}
			llxprt, err := all.ByName("llxprt")
			if err != nil {
				t.Fatal(err)
			}
			d.Event, d.Type, d.Timeout = "BeforeTool", "command", 60e9
			h := engine.New(engine.NewRegistry(llxprt, []hook.Definition{d}), o)
			defer h.Close()
			out := h.Fire(t.Context(), named("BeforeTool", hook.Object{"tool_name": []byte(`"x"`)}))
			if !strings.Contains(log.String(), "WARN") || strings.Contains(log.String(), secret) {
				t.Errorf("log:\n%s", log.String())
			}
			if r := out.Hooks[0]; !strings.Contains(r.Name+r.Command+r.Stdout+r.Stderr, secret) {
				t.Errorf("the outcome was redacted: %+v", r)
			}
		})
	}
}
