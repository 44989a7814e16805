package massgen

import (
	"encoding/json"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/fuzztest"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// FuzzAnswer reads and merges arbitrary hook output. Whatever a hook writes,
// the outcome is valid JSON, a deny survives a second hook's answer, and a hook
// that fails closed never lets anything pass by failing.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		``, `text`, `{"decision":"deny"}`, `{"decision":"deny","Decision":"allow"}`, `{"allowed":false,"decision":"allow"}`,
		`{"updated_input":{"a":1e400},"modified_args":"{\"a\":2}"}`, `{"modified_args":"{"}`, `{"inject":{"content":"x","strategy":"user_message"}}`,
		`{"inject":{"content":1,"strategy":[]},"metadata":{"reason":"r"},"allowed":false}`, "{\"reason\":\"\xff\",\"decision\":\"ask\"}", "\ufeff{}", `[1]`,
		`{"decision":"deny","decision":null}`, `{"decision":"block"}`,
	} {
		f.Add([]byte(seed), []byte(`{"decision":"allow"}`), uint8(0), uint8(0), false)
		f.Add([]byte(seed), []byte(seed), uint8(1), uint8(78), true)
	}
	f.Fuzz(func(t *testing.T, first, second []byte, event, exitCode uint8, python bool) {
		ev := hook.Event{Type: events[int(event)%len(events)], Fields: hook.Object{"tool_input": json.RawMessage(`{"a":1}`)}}
		def := hook.Definition{Type: typeCommand, Command: "x", Name: "command_x", FailClosed: event%3 == 0}
		if python {
			def.Type = typePython
		}
		d := Dialect{}
		a, b := fuzztest.Read(d, ev, def, first, exitCode), fuzztest.Read(d, ev, def, second, 0)
		if (def.FailClosed || python && exitCode == exitImport) && exitCode != 0 && a.Result.Decision != hook.Deny {
			t.Fatalf("exit code %d decides %q", exitCode, a.Result.Decision)
		}
		if a.Result.Status == hook.StatusBlocked && a.Result.Decision != hook.Deny {
			t.Fatalf("blocked, but decides %q", a.Result.Decision)
		}
		out := fuzztest.Merge(t, d, ev, true, a, b)
		if denied := a.Result.Decision == hook.Deny || b.Result.Decision == hook.Deny; denied != (out.Decision == hook.Deny) {
			t.Fatalf("decisions %q and %q, together %q", a.Result.Decision, b.Result.Decision, out.Decision)
		}
		if out.Decision == hook.Deny && (out.Reason == "" || out.ToolInput != nil && out.Blocked) {
			t.Fatalf("deny with reason %q and input %s", out.Reason, out.ToolInput)
		}
		if out.Blocked != (out.Decision == hook.Deny && ev.Type.Name == PreToolUse) {
			t.Fatalf("%s, decision %q, blocked %v", ev.Type.Name, out.Decision, out.Blocked)
		}
		if answer := d.EncodeOutcome(out); !json.Valid([]byte(answer.Stdout)) || answer.ExitCode != 0 {
			t.Fatalf("as a hook: %+v", answer)
		}
		fuzztest.NextEvent(t, d, ev, a)
	})
}

// FuzzConfig reads arbitrary configurations: every definition that comes out
// can be run, and every complaint names a place and says what to do.
func FuzzConfig(f *testing.F) {
	for _, seed := range []string{
		"hooks:\n  PreToolUse:\n    - handler: a.b\n      timeout: 1\n      matcher: 'W*|E'\nagents:\n  - id: a\n    backend:\n      hooks: {PreToolUse: {override: yes, hooks: []}}\n",
		"hooks: {PreToolUse: [1, {}, {handler: 7}, {handler: a, type: x}, {handler: a, timeout: -1, fail_closed: 9}], BeforeTool: 1, override: 2}",
		"agents: [1, {id: [1]}, {id: 2, backend: 3}, {id: a, hooks: {}}]\nagent: {backend: {hooks: {PostToolUse: {handler: x}}}}",
		"hooks: []", "[]", "hooks:", "agents: {}", "hooks: {PreToolUse: {handler: a}}", "hooks: {PreToolUse: [{type: command, handler: \"\\0\"}]}",
	} {
		f.Add([]byte(seed), "a")
		f.Add([]byte(seed), "")
	}
	f.Fuzz(func(t *testing.T, text []byte, agent string) {
		doc, err := document.ParseYAML("c.yaml", text)
		if err != nil {
			return
		}
		Dialect{}.Detect(doc)
		c, err := Dialect{}.ReadConfig(doc, dialect.Location{Path: "c.yaml", Source: hook.SourceProject}, dialect.Environment{Agent: agent})
		if err != nil {
			return
		}
		fuzztest.Config(t, Dialect{}, c)
		for _, def := range c.Definitions {
			if def.Command == "" || def.Name == "" || def.Type != typePython && def.Type != typeCommand {
				t.Fatalf("definition %+v", def)
			}
			if _, err := (Dialect{}).Matcher(events[0], def); err != nil {
				t.Fatalf("matcher %q: %v", def.Matcher, err)
			}
		}
	})
}

// FuzzInput writes arbitrary payloads: hooks always read one line of JSON, with
// all fields.
func FuzzInput(f *testing.F) {
	for _, seed := range []string{`{}`, `{"tool_input":"{"}`, `{"tool_input":"","tool_name":7,"agent_id":1}`, `{"tool_input":"[1]","timestamp":null,"a\nb":{"x":[1,
2]}}`, `{"tool_output":null,"tool_response":{"error":1}}`, `{"tool_name":"a\u0000b","agent_id":"\ud800"}`} {
		f.Add([]byte(seed), uint8(0))
		f.Add([]byte(seed), uint8(1))
	}
	f.Fuzz(func(t *testing.T, payload []byte, event uint8) {
		fields, _, err := jsonx.ParseObject(payload)
		if err != nil {
			return
		}
		stdin, env := Dialect{}.Input(hook.Event{Type: events[int(event)%2], Fields: fields})
		seen, duplicates, err := jsonx.ParseObject(stdin)
		if err != nil || len(duplicates) > 0 || stdin[len(stdin)-1] != '\n' || countLines(stdin) != 1 {
			t.Fatalf("%q: %v, %v", stdin, err, duplicates)
		}
		for _, key := range ownFields {
			if _, ok := seen[key]; !ok {
				t.Fatalf("no %s in %s", key, stdin)
			}
		}
		if len(env) != 5 {
			t.Fatalf("environment %q", env)
		}
	})
}

func countLines(text []byte) (n int) {
	for _, c := range text {
		if c == '\n' || c == '\r' {
			n++
		}
	}
	return n
}
