package llxprt

import (
	"encoding/json"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/fuzztest"
)

// FuzzAnswer reads and merges arbitrary hook output. Whatever a hook writes,
// the outcome is valid JSON, exit code 2 denies, and a deny survives a second
// hook's answer.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		``, `text`, `{"decision":"deny"}`, `{"decision":"deny","Decision":"allow"}`, `"{\"decision\":\"block\"}"`,
		`{"continue":false,"stopReason":"x"}`, `{"hookSpecificOutput":{"tool_input":{"a":1},"permissionDecision":"deny"}}`,
		`{"hookSpecificOutput":{"llm_request":{"messages":[],"config":{"temperature":1e400}},"llm_response":{"text":"x"}}}`,
		`{"hookSpecificOutput":{"toolConfig":{"mode":"NONE","allowedFunctionNames":["b","a"]}}}`,
		"{\"reason\":\"\xff\"}", "\ufeff{}", `[1]`, `{"a":{"a":{}}}`, `{"hookSpecificOutput":{"permissionDecision":"ask"}}`, `{"decision":"deny","decision":null}`,
	} {
		f.Add([]byte(seed), []byte(`{"decision":"allow"}`), uint8(0), uint8(0))
		f.Add([]byte(seed), []byte(seed), uint8(3), uint8(2))
	}
	f.Fuzz(func(t *testing.T, first, second []byte, event, exitCode uint8) {
		ev := hook.Event{Type: events[int(event)%len(events)], Fields: hook.Object{
			"tool_input":  json.RawMessage(`{"a":1}`),
			"llm_request": json.RawMessage(`{"model":"m","messages":[{"role":"user","content":"hi"}]}`),
		}}
		d := Dialect{}
		a := fuzztest.Read(d, ev, hook.Definition{}, first, exitCode)
		b := fuzztest.Read(d, ev, hook.Definition{}, second, 0)
		if exitCode == 2 && a.Result.Status != hook.StatusBlocked {
			t.Fatalf("exit code 2 gives %s", a.Result.Status)
		}
		for _, sequential := range []bool{false, true} {
			out := fuzztest.Merge(t, d, ev, sequential, a, b)
			denied := a.Result.Status == hook.StatusBlocked || b.Result.Status == hook.StatusBlocked
			if denied != (out.Decision == hook.Deny) {
				t.Fatalf("statuses %s and %s, decision %q", a.Result.Status, b.Result.Status, out.Decision)
			}
			if out.Blocked && ev.Type.Kind != hook.ToolBefore && ev.Type.Kind != hook.ModelBefore {
				t.Fatalf("%s is blocked", ev.Type.Name)
			}
			answer := d.EncodeOutcome(out)
			again := fuzztest.Merge(t, d, ev, false, fuzztest.Read(d, ev, hook.Definition{}, []byte(answer.Stdout), uint8(answer.ExitCode)))
			if again.Decision != out.Decision || again.Stop != out.Stop {
				t.Fatalf("decision %q and stop %v are said as %+v, which means %q and %v", out.Decision, out.Stop, answer, again.Decision, again.Stop)
			}
		}
		fuzztest.NextEvent(t, d, ev, a)
	})
}

// FuzzSettings reads arbitrary settings files: every definition that comes out
// can be run, and every complaint names a place and says what to do.
func FuzzSettings(f *testing.F) {
	for _, seed := range []string{
		`{"enableHooks":true,"hooks":{"BeforeTool":[{"matcher":"a|b","sequential":true,"hooks":[{"type":"command","command":"x","timeout":1}]}]}}`,
		`{"hooks":{"PreToolUse":[],"Beforetool":1,"AfterTool":[null,{},{"hooks":1},{"hooks":[1,{"type":"Command"},{"type":"command","Command":"x"}]}]}}`,
		`{"hooks":{"BeforeTool":[{"hooks":[{"type":"command","command":"x","timeout":-1},{"type":"plugin","timeout":1e300}]}]}}`,
		`[]`, `{"hooks":[]}`, `{"tools":{"enableHooks":"yes"}}`, `{"tools":1}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := document.ParseJSON("s.json", text)
		if err != nil {
			return
		}
		c, err := Dialect{}.ReadConfig(doc, dialect.Location{Path: "s.json", Source: hook.SourceProject}, dialect.Environment{})
		if err != nil {
			return
		}
		fuzztest.Config(t, Dialect{}, c)
		for _, def := range c.Definitions {
			program, err := Dialect{}.Program(def, "/")
			if (err == nil) != (def.Type == "command") || err == nil && len(program.Argv) == 0 {
				t.Fatalf("definition %+v: program %v, %v", def, program, err)
			}
		}
	})
}
