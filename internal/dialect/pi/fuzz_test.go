package pi

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/fuzztest"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// FuzzAnswer reads and merges arbitrary hook output. Whatever hooks write, the
// outcome is valid JSON, exit code 2 and a failure that must not be block a
// tool call, a deny is never lost, and no unsafe key reaches the tool.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		``, `text`, `{"decision":"deny"}`, `{"decision":"deny","Decision":"allow"}`, `{"decision":"ask","reason":"x"}`, `{"decision":1}`,
		`{"updatedInput":{"a":2,"__proto__":{"x":1},"constructor":null}}`, `{"updatedInput":{"a":1}}`, `{"updatedInput":[]}`,
		`{"additionalContext":"c","hookSpecificOutput":{"additionalContext":5}}`, `{"hookSpecificOutput":{"additionalContext":"n"}}`,
		"{\"reason\":\"\xff\"}", "\ufeff{}", `[1]`, `{"a":`, "x\n{\"decision\":\"deny\"}", `{"decision":"deny","decision":null}`,
	} {
		f.Add([]byte(seed), []byte(`{"decision":"allow"}`), uint8(1), uint8(0), false)
		f.Add([]byte(seed), []byte(seed), uint8(2), uint8(2), true)
	}
	f.Fuzz(func(t *testing.T, first, second []byte, event, exitCode uint8, closed bool) {
		ev := hook.Event{Type: events[int(event)%len(events)], Fields: hook.Object{"tool_input": json.RawMessage(`{"a":1}`)}}
		d := Dialect{}
		a := fuzztest.Read(d, ev, hook.Definition{FailClosed: closed}, first, exitCode)
		b := fuzztest.Read(d, ev, hook.Definition{}, second, 0)
		before := ev.Type.Kind == hook.ToolBefore
		if before && exitCode == 2 && a.Result.Status != hook.StatusBlocked {
			t.Fatalf("exit code 2 gives %s", a.Result.Status)
		}
		if before && exitCode != 0 && closed && a.Result.Decision != hook.Deny {
			t.Fatalf("a failure that must not be gives %q", a.Result.Decision)
		}
		out := fuzztest.Merge(t, d, ev, true, a, b)
		denied := a.Result.Decision == hook.Deny || b.Result.Decision == hook.Deny
		if denied != (out.Decision == hook.Deny) || out.Blocked != (denied && before) {
			t.Fatalf("decisions %q and %q, outcome %q, blocked %v", a.Result.Decision, b.Result.Decision, out.Decision, out.Blocked)
		}
		if out.Blocked && out.Reason == "" {
			t.Fatal("a block without a reason")
		}
		checkInput(t, out.ToolInput)
		again := d.EncodeOutcome(out)
		if (again.ExitCode == exitBlock) != out.Blocked {
			t.Fatalf("as a hook: %+v", again)
		}
		next := fuzztest.NextEvent(t, d, ev, a)
		if stdin, _ := d.Input(next); bytes.IndexByte(stdin, '\n') != len(stdin)-1 {
			t.Fatalf("the next hook would read %q", stdin)
		}
		checkInput(t, next.Fields["tool_input"])
	})
}

func checkInput(t *testing.T, raw json.RawMessage) {
	if raw == nil {
		return
	}
	input, _, err := jsonx.ParseObject(raw)
	if err != nil || input["a"] == nil {
		t.Fatalf("input %s: %v", raw, err)
	}
	for key := range input {
		if slices.Contains(unsafeKeys, key) {
			t.Fatalf("input %s", raw)
		}
	}
}

// FuzzConfig reads arbitrary configurations: every definition that comes out
// can be run and matched, every complaint names a place and says what to do, and
// a mistake leaves nothing.
func FuzzConfig(f *testing.F) {
	for _, seed := range []string{
		`{"PreToolUse":[{"command":"x","timeoutMs":1e-9,"failOpen":false,"matcher":{"toolNames":["a"]}}]}`,
		`{"SessionStart":[{"command":"x","matcher":{}}],"Stop":[]}`, `{"PreToolUse":[{"command":"x","timeoutMs":1e300}]}`, `[]`, `{}`,
		`{"hooks":{"PreToolUse":[{"matcher":"Bash(a*|b)|*(","hooks":[{"type":"command","command":"x","timeout":1e-300}]},{"command":"y"}],"Stop":1}}`,
	} {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, text []byte, claude bool) {
		doc, err := document.ParseStrictJSON("h.json", text)
		if err != nil {
			return
		}
		from := dialect.Location{Path: "h.json", Source: SourceCLI}
		if claude {
			from.Source = SourceClaude
		}
		Dialect{}.Detect(doc)
		c, err := Dialect{}.ReadConfig(doc, from, dialect.Environment{})
		if err != nil && (len(c.Definitions) > 0 || !bytes.HasPrefix([]byte(err.Error()), []byte("h.json:"))) {
			t.Fatalf("%v with %v", err, c.Definitions)
		}
		fuzztest.Config(t, Dialect{}, c)
		for _, def := range c.Definitions {
			ev, _ := dialect.Event(Dialect{}, def.Event)
			if _, err := (Dialect{}).Matcher(ev, def); err != nil || def.Command == "" {
				t.Fatalf("definition %+v: %v", def, err)
			}
			Dialect{}.MatchesContent(hook.Event{Type: ev, Fields: hook.Object{"tool_name": json.RawMessage(`"bash"`)}}, def)
		}
	})
}
