package all_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
)

// outcomeOf is what a dialect makes of the only hook of an event, which ended
// like this.
func outcomeOf(d dialect.Dialect, ev hook.Event, end dialect.ProcessResult) hook.Outcome {
	exit := dialect.Exit{
		Status: hook.StatusOK, ExitCode: end.ExitCode, Stdout: []byte(end.Stdout), Stderr: []byte(end.Stderr),
	}
	if end.ExitCode != 0 {
		exit.Status = hook.StatusFailed
	}
	said := d.Read(ev, hook.Definition{Event: ev.Type.Name}, exit)
	return d.Merge(ev, true, []dialect.Reading{{Result: &hook.Result{
		Status: said.Status, Success: end.ExitCode == 0, ExitCode: end.ExitCode, Stdout: end.Stdout, Stderr: end.Stderr,
		Output: said.Output, Decision: said.Decision, Reason: said.Reason,
	}, Meaning: said.Meaning}})
}

// A refusal is what the dialect itself understands as a no, with the reason; and
// there is one for every event that any of the usual answers can block.
func TestARefusalBlocks(t *testing.T) {
	const why = "not before Monday"
	usual := []dialect.ProcessResult{
		{ExitCode: 2, Stderr: why},
		{Stdout: `{"decision": "deny", "reason": "not before Monday"}`},
		{Stdout: `{"decision": "block", "reason": "not before Monday"}`},
	}
	each(t, func(t *testing.T, d dialect.Dialect) {
		refusable := 0
		for _, e := range d.Events() {
			ev := hook.Event{Type: e, Time: time.Unix(0, 0), Session: hook.Session{ID: "s", Dir: "/project"}}
			ev.Fields = d.Fields(e.Kind, hook.Data{
				Tool: "tool", ToolInput: json.RawMessage("{}"), LLMRequest: json.RawMessage("{}"), LLMResponse: json.RawMessage("{}"),
			})
			answer, ok := d.Refuse(ev, why)
			if ok {
				refusable++
				if out := outcomeOf(d, ev, answer); !out.Blocked || out.Reason != why {
					t.Errorf("%s: %+v is understood as blocked %v, reason %q", e.Name, answer, out.Blocked, out.Reason)
				}
				continue
			}
			for _, other := range usual {
				if outcomeOf(d, ev, other).Blocked {
					t.Errorf("%s: %+v would block it", e.Name, other)
				}
			}
		}
		if refusable == 0 {
			t.Error("nothing can be refused")
		}
	})
}

// Using a flag of one dialect names that dialect, so no two may have the same,
// nor one that all commands have.
func TestSpecialFlagsBelongToOneDialect(t *testing.T) {
	owner := map[string]string{"dialect": "all", "config": "all", "cwd": "all", "agent": "all"}
	for _, d := range all.Dialects() {
		for _, flag := range d.Describe().Flags {
			if first := owner[flag.Name]; first != "" {
				t.Errorf("--%s of %s is also a flag of %s", flag.Name, d.Name(), first)
			}
			owner[flag.Name] = d.Name()
			if flag.Help == "" {
				t.Errorf("--%s of %s has no help", flag.Name, d.Name())
			}
		}
	}
}

// What configuration does not say is decided by the default, and the switch is
// there for those whose default is off.
func TestHooksThatAreOffByDefaultCanBeSwitchedOn(t *testing.T) {
	each(t, func(t *testing.T, d dialect.Dialect) {
		key := d.Describe().Form.SwitchKey
		if !d.Rules().OnByDefault && key == "" {
			t.Fatal("hooks are off, and nothing switches them on")
		}
		if key == "" {
			return
		}
		_, config, clean := read(d, written(d, dialect.Draft{Enabled: new(false)}))
		if !clean || config.Enabled == nil || *config.Enabled {
			t.Errorf("%q: false is read as %v, with %v", key, config.Enabled, config.Diagnostics)
		}
	})
}

// A question is what the dialect itself understands as one, with the reason; and
// every dialect has one before a tool.
func TestAQuestionAsksTheUser(t *testing.T) {
	const why = "is that right?"
	each(t, func(t *testing.T, d dialect.Dialect) {
		asked := 0
		for _, e := range d.Events() {
			ev := hook.Event{Type: e, Time: time.Unix(0, 0), Session: hook.Session{ID: "s", Dir: "/project"}}
			ev.Fields = d.Fields(e.Kind, hook.Data{Tool: "tool", ToolInput: json.RawMessage("{}")})
			answer, ok := d.AskUser(ev, why)
			if !ok {
				continue
			}
			asked++
			if out := outcomeOf(d, ev, answer); out.Decision != hook.Ask || out.Blocked || out.Reason != why {
				t.Errorf("%s: %+v is understood as %q, blocked %v, reason %q", e.Name, answer, out.Decision, out.Blocked, out.Reason)
			}
		}
		if asked == 0 {
			t.Error("nobody can be asked")
		}
	})
}
