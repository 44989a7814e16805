package family_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/claude"
	"github.com/grapnel-hooks/grapnel/internal/dialect/family"
	"github.com/grapnel-hooks/grapnel/internal/dialect/fuzztest"
	"github.com/grapnel-hooks/grapnel/internal/dialect/wave"
)

// members are the contracts of the family.
var members = []family.Dialect{wave.Dialect, claude.Dialect}

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
		for member := range members {
			f.Add([]byte(seed), []byte(`{"hookSpecificOutput":{"permissionDecision":"allow","updatedInput":{}}}`), uint8(0), uint8(0), uint8(member))
			f.Add([]byte(seed), []byte(seed), uint8(3), uint8(2), uint8(member))
			f.Add([]byte(seed), []byte(seed), uint8(9), uint8(1), uint8(member))
		}
	}
	f.Fuzz(func(t *testing.T, first, second []byte, event, exitCode, member uint8) {
		d := members[int(member)%len(members)]
		ev := hook.Event{Type: d.Events()[int(event)%len(d.Events())], Fields: hook.Object{"tool_input": json.RawMessage(`{"a":1}`)}}
		traits := d.Contract.Traits(ev.Type.Name)
		a, b := fuzztest.Read(d, ev, hook.Definition{}, first, exitCode), fuzztest.Read(d, ev, hook.Definition{}, second, 0)
		saysNo := exitCode == 2 && traits.Permission != family.BehaviorDecision
		if saysNo && a.Result.Status != hook.StatusBlocked && (d.Contract.ExitDenies || !mayHoldAnswer(first)) {
			t.Fatalf("exit code 2 gives %s", a.Result.Status)
		}
		out := fuzztest.Merge(t, d, ev, true, a, b)
		denied := a.Result.Status == hook.StatusBlocked || b.Result.Status == hook.StatusBlocked
		if denied != (out.Decision == hook.Deny) || denied && out.Reason == "" {
			t.Fatalf("statuses %s and %s, decision %q because of %q", a.Result.Status, b.Result.Status, out.Decision, out.Reason)
		}
		if traits.Blocks && denied && !out.Stop && !out.Blocked {
			t.Fatalf("denied but not blocked: %+v", out)
		}
		if out.Blocked && (out.ToolInput != nil || len(out.Context) > 0) {
			t.Fatalf("blocked with effects: %+v", out)
		}
		again := passOn(d, ev, d.EncodeOutcome(out))
		sameDecision := again.Decision == out.Decision || d.Contract.ExitDenies && out.Stop && again.Decision == hook.Deny
		if !sameDecision || again.Stop != out.Stop || again.Blocked != out.Blocked {
			t.Fatalf("%+v\nbecomes %+v", out, again)
		}
		said := d.EncodeOutcome(out)
		said.Stdout = ""
		if plain := passOn(d, ev, said); plain.Blocked != out.Blocked && traits.Permission != family.BehaviorDecision {
			t.Fatalf("%+v\nby its exit code alone becomes %+v", out, plain)
		}
		fuzztest.NextEvent(t, d, ev, a)
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

// passOn is what an outer agent makes of an answer.
func passOn(d family.Dialect, ev hook.Event, said dialect.ProcessResult) hook.Outcome {
	run := dialect.Exit{Status: hook.StatusOK, ExitCode: said.ExitCode, Stdout: []byte(said.Stdout), Stderr: []byte(said.Stderr)}
	if said.ExitCode != 0 {
		run.Status = hook.StatusFailed
	}
	answer := d.Read(ev, hook.Definition{}, run)
	return d.Merge(ev, true, []dialect.Reading{{Result: &hook.Result{Status: answer.Status, Output: answer.Output}, Meaning: answer.Meaning}})
}

// FuzzSettings reads arbitrary settings files: every definition that comes out
// can be run, and every complaint names a place and says what to do.
func FuzzSettings(f *testing.F) {
	for _, seed := range []string{
		`{"enableHooks":true,"hooks":{"PreToolUse":[{"matcher":"a|b*","hooks":[{"type":"command","command":"x","timeout":1.5}]}]}}`,
		`{"hooks":{"BeforeTool":[],"pretooluse":1,"PostToolUse":[null,{},{"hooks":1},{"hooks":[1,{"type":"Command"},{"type":"command","Command":"x"}]}]}}`,
		`{"hooks":{"Stop":[{"matcher":"x","hooks":[{"type":"command","command":"x","timeout":-1},{"type":"command","command":"y","timeout":1e400,"async":true}]}]}}`,
		`{"disableAllHooks":true,"hooks":{"PreToolUse":[{"matcher":"Bash(x)|[","hooks":[{"type":"command","command":"x","args":["a b"],"if":"Bash(git push *)","onFailure":"stop"},{"type":"http","url":"x"}]}]}}`,
		`[]`, `{"hooks":[]}`, `{"enableHooks":"yes","Stop":[]}`, `{"hooks":{"PreToolUse":[{"matcher":"a||b","hooks":[]},{"matcher":"$(x)"},{"matcher":1}]}}`,
	} {
		for member := range members {
			f.Add([]byte(seed), uint8(member))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, member uint8) {
		d := members[int(member)%len(members)]
		doc, err := document.ParseJSON("s.json", text)
		if err != nil {
			return
		}
		d.Detect(doc)
		c, err := d.ReadConfig(doc, dialect.Location{Path: "s.json", Source: hook.SourceProject}, dialect.Environment{})
		if err != nil {
			return
		}
		fuzztest.Config(t, d, c)
		for _, def := range c.Definitions {
			if def.Timeout > d.Contract.Timeouts.Max || def.Command == "" {
				t.Fatalf("definition %+v", def)
			}
		}
	})
}

// FuzzCondition tests arbitrary conditions on arbitrary commands: deciding ends,
// and a condition without a glob is for every use of its tool.
func FuzzCondition(f *testing.F) {
	for _, seed := range []string{"Bash(git push *)", "Bash", "Bash(", "(x)", "*(a*b)", "Bash(rm:*)"} {
		f.Add(seed, "cd x && git push --force")
		f.Add(seed, "a=$(git push `rm x`) <<X\n")
	}
	f.Fuzz(func(t *testing.T, condition, command string) {
		input := hook.Object{}
		input.Set("command", command)
		ev := hook.Event{Type: claude.Dialect.Events()[0], Fields: hook.Object{"tool_input": input.Raw()}}
		ev.Fields.Set("tool_name", "Bash")
		got := family.IsTrue(condition, ev)
		if rule, ok := family.ParseRule(condition); (!ok || rule.Tool == "Bash" && rule.AnyUse) && !got {
			t.Fatalf("%q is not true", condition)
		}
	})
}
