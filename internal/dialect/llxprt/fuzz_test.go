package llxprt

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
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
		a := read(ev, first, exitCode)
		b := read(ev, second, 0)
		if exitCode == 2 && a.Result.Status != hook.StatusBlocked {
			t.Fatalf("exit code 2 gives %s", a.Result.Status)
		}
		for _, sequential := range []bool{false, true} {
			out := Dialect{}.Merge(ev, sequential, []dialect.Reading{a, b})
			raw, err := jsonx.Marshal(out)
			if err != nil || !json.Valid(raw) || !utf8.Valid(raw) {
				t.Fatalf("outcome %q: %v", raw, err)
			}
			denied := a.Result.Status == hook.StatusBlocked || b.Result.Status == hook.StatusBlocked
			if denied != (out.Decision == hook.Deny) {
				t.Fatalf("statuses %s and %s, decision %q", a.Result.Status, b.Result.Status, out.Decision)
			}
			if out.Blocked && ev.Type.Kind != hook.ToolBefore && ev.Type.Kind != hook.ModelBefore {
				t.Fatalf("%s is blocked", ev.Type.Name)
			}
			answer := Dialect{}.EncodeOutcome(out)
			said := read(ev, []byte(answer.Stdout), uint8(answer.ExitCode))
			again := Dialect{}.Merge(ev, false, []dialect.Reading{said})
			if again.Decision != out.Decision || again.Stop != out.Stop {
				t.Fatalf("decision %q and stop %v are said as %+v, which means %q and %v", out.Decision, out.Stop, answer, again.Decision, again.Stop)
			}
		}
		if next := (Dialect{}).NextEvent(ev, a.Meaning); a.Meaning != nil {
			if stdin, _ := (Dialect{}).Input(next); !json.Valid(stdin) {
				t.Fatalf("the next hook would read %q", stdin)
			}
		}
	})
}

func read(ev hook.Event, text []byte, exitCode uint8) dialect.Reading {
	run := dialect.Exit{Status: hook.StatusOK, ExitCode: int(exitCode), Stdout: text}
	if exitCode != 0 {
		run.Status, run.Stderr = hook.StatusFailed, text
	}
	answer := Dialect{}.Read(ev, hook.Definition{}, run)
	return dialect.Reading{Result: &hook.Result{Status: answer.Status, Output: answer.Output, Success: exitCode == 0}, Meaning: answer.Meaning}
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
		for _, def := range c.Definitions {
			program, err := Dialect{}.Program(def, "/")
			if def.Timeout <= 0 || def.Origin.Line == 0 || (err == nil) != (def.Type == "command") || err == nil && len(program.Argv) == 0 {
				t.Fatalf("definition %+v: program %v, %v", def, program, err)
			}
			ev, ok := dialect.Event(Dialect{}, def.Event)
			if m, _ := (Dialect{}).Matcher(ev, def); !ok || m == nil {
				t.Fatalf("definition %+v: event %v, matcher %v", def, ok, m)
			}
		}
		for _, d := range c.Diagnostics {
			if !d.Position.IsValid() || d.Problem == "" || d.Fix == "" {
				t.Fatalf("diagnostic %+v", d)
			}
		}
	})
}
