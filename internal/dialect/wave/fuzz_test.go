package wave

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// FuzzAnswer reads and merges arbitrary hook output. Whatever a hook writes,
// the outcome is valid JSON, exit code 2 denies unless there is a JSON answer,
// and neither a deny nor a stop is lost to a second hook's answer or to being
// passed on as a hook's.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		``, `text`, `{"decision":"block"}`, `{"decision":"block","Decision":"approve"}`, "log\n{\"continue\":false}\nlog", `x {"continue":false}`,
		`{"continue":false,"stopReason":"x"}`, `{"hookSpecificOutput":{"updatedInput":{"a":1},"permissionDecision":"deny"}}`,
		`{"hookSpecificOutput":{"hookEventName":"Stop","decision":"block","additionalContext":"c"}}`, `{"hookSpecificOutput":[]}`,
		"{\"reason\":\"\xff\"}", "\ufeff{}", `[1]`, "[\n{\"decision\":\"block\"}\n]", "[1,\n{}\n]", "log\n[\n  {}\n]", `{"permissionDecision":"deny","updatedInput":{}}`, "{\n{\"decision\":\"block\"}\n", `{"decision":"block","decision":null}`, `{} {}`,
	} {
		f.Add([]byte(seed), []byte(`{"hookSpecificOutput":{"permissionDecision":"allow","updatedInput":{}}}`), uint8(0), uint8(0))
		f.Add([]byte(seed), []byte(seed), uint8(3), uint8(2))
	}
	f.Fuzz(func(t *testing.T, first, second []byte, event, exitCode uint8) {
		ev := hook.Event{Type: events[int(event)%len(events)], Fields: hook.Object{"tool_input": json.RawMessage(`{"a":1}`)}}
		a, b := read(ev, first, exitCode), read(ev, second, 0)
		if exitCode == 2 && a.Status != hook.StatusBlocked && !mayHoldAnswer(first) {
			t.Fatalf("exit code 2 gives %s", a.Status)
		}
		out := Dialect{}.Merge(ev, true, []hook.Result{a, b})
		raw, err := jsonx.Marshal(out)
		if err != nil || !json.Valid(raw) || !utf8.Valid(raw) {
			t.Fatalf("outcome %q: %v", raw, err)
		}
		denied := a.Status == hook.StatusBlocked || b.Status == hook.StatusBlocked
		if denied != (out.Decision == hook.Deny) || denied && out.Reason == "" {
			t.Fatalf("statuses %s and %s, decision %q because of %q", a.Status, b.Status, out.Decision, out.Reason)
		}
		if traitsOf[ev.Type.Name].blocks && denied && !out.Stop && !out.Blocked {
			t.Fatalf("denied but not blocked: %s", raw)
		}
		if out.Blocked && (out.ToolInput != nil || len(out.Context) > 0) {
			t.Fatalf("blocked with effects: %s", raw)
		}
		again := passOn(ev, Dialect{}.EncodeOutcome(out))
		if again.Decision != out.Decision || again.Stop != out.Stop || again.Blocked != out.Blocked {
			t.Fatalf("%s\nbecomes %+v", raw, again)
		}
		said := Dialect{}.EncodeOutcome(out)
		said.Stdout = ""
		if plain := passOn(ev, said); plain.Blocked != out.Blocked {
			t.Fatalf("%s\nby its exit code alone becomes %+v", raw, plain)
		}
		if stdin, _ := (Dialect{}).Input(Dialect{}.NextEvent(ev, a.Output)); !json.Valid(stdin) {
			t.Fatalf("the next hook would read %q", stdin)
		}
	})
}

// mayHoldAnswer reports whether stdout can have an answer at all: it is an
// object, or no JSON, and one of its lines begins like an object.
func mayHoldAnswer(stdout []byte) bool {
	text := strings.Trim(strings.ToValidUTF8(string(stdout), "?"), "\ufeff \t\r\n\v\f\u0085\u00a0\u2028\u2029")
	if json.Valid([]byte(text)) {
		return text[0] == '{'
	}
	return slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool {
		return strings.HasPrefix(strings.TrimSpace(line), "{")
	})
}

func read(ev hook.Event, text []byte, exitCode uint8) hook.Result {
	run := dialect.Exit{Status: hook.StatusOK, ExitCode: int(exitCode), Stdout: text}
	if exitCode != 0 {
		run.Status, run.Stderr = hook.StatusFailed, text
	}
	answer := Dialect{}.Read(ev, hook.Definition{}, run)
	return hook.Result{Status: answer.Status, Output: answer.Output, Success: exitCode == 0}
}

// passOn is what an outer agent makes of an answer.
func passOn(ev hook.Event, said dialect.ProcessResult) hook.Outcome {
	run := dialect.Exit{Status: hook.StatusOK, ExitCode: said.ExitCode, Stdout: []byte(said.Stdout), Stderr: []byte(said.Stderr)}
	if said.ExitCode != 0 {
		run.Status = hook.StatusFailed
	}
	answer := Dialect{}.Read(ev, hook.Definition{}, run)
	return Dialect{}.Merge(ev, true, []hook.Result{{Status: answer.Status, Output: answer.Output}})
}

// FuzzSettings reads arbitrary settings files: every definition that comes out
// can be run, and every complaint names a place and says what to do.
func FuzzSettings(f *testing.F) {
	for _, seed := range []string{
		`{"enableHooks":true,"hooks":{"PreToolUse":[{"matcher":"a|b*","hooks":[{"type":"command","command":"x","timeout":1.5}]}]}}`,
		`{"hooks":{"BeforeTool":[],"pretooluse":1,"PostToolUse":[null,{},{"hooks":1},{"hooks":[1,{"type":"Command"},{"type":"command","Command":"x"}]}]}}`,
		`{"hooks":{"Stop":[{"matcher":"x","hooks":[{"type":"command","command":"x","timeout":-1},{"type":"command","command":"y","timeout":1e400,"async":true}]}]}}`,
		`[]`, `{"hooks":[]}`, `{"enableHooks":"yes","Stop":[]}`, `{"hooks":{"PreToolUse":[{"matcher":"a||b","hooks":[]},{"matcher":"$(x)"},{"matcher":1}]}}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := document.ParseJSON("s.json", text)
		if err != nil {
			return
		}
		Dialect{}.Detect(doc)
		c, err := Dialect{}.ReadConfig(doc, dialect.Location{Path: "s.json", Source: hook.SourceProject}, dialect.Environment{})
		if err != nil {
			return
		}
		for _, def := range c.Definitions {
			if def.Timeout <= 0 || def.Timeout > maxTimeout || def.Origin.Line == 0 || def.Command == "" {
				t.Fatalf("definition %+v", def)
			}
			if m, err := (Dialect{}).Matcher(events[0], def); m == nil || err != nil {
				t.Fatalf("matcher %q: %v", def.Matcher, err)
			}
		}
		for _, d := range c.Diagnostics {
			if !d.Position.IsValid() || d.Problem == "" || d.Fix == "" {
				t.Fatalf("diagnostic %+v", d)
			}
		}
	})
}
