//go:build unix

package engine_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine"
)

// failingHooks are the ways not to do one's work, by what the reason says. The
// answer that cannot be used is not JSON everywhere, but nowhere an answer.
var failingHooks = map[string]hook.Definition{
	"exited with code 3":   {Command: "exit 3"},
	"timed out after 50ms": {Command: "exec sleep 60", Timeout: 50 * time.Millisecond},
	"was killed by SIG":    {Command: "kill -KILL $$"},
}

// failed returns the outcome of the first event of a kind, whose only hook
// fails.
func failed(t *testing.T, d dialect.Dialect, kind hook.Kind, def hook.Definition, policy hook.Decision) (out hook.Outcome, ok bool) {
	t.Helper()
	for _, e := range d.Events() {
		if e.Kind == kind {
			def.Event, ok = e.Name, true
			break
		}
	}
	def.Type, def.Name = "command", "guard"
	if def.Timeout == 0 {
		def.Timeout = time.Minute
	}
	dir := t.TempDir()
	e := engine.New(engine.NewRegistry(d, []hook.Definition{def}), engine.Options{Session: hook.Session{Dir: dir}, OnFailure: policy})
	t.Cleanup(e.Close)
	return e.FireTool(t.Context(), kind, hook.Data{Tool: "tool", ToolInput: []byte("{}")}), ok
}

func TestThePolicyDecidesForHooksThatCouldNotDoTheirWork(t *testing.T) {
	for _, d := range all.Dialects() {
		for how, def := range failingHooks {
			t.Run(d.Name()+" "+how, func(t *testing.T) {
				own := d.Rules().Policy != (dialect.Policy{}) // it has a policy for each way to fail
				if out, _ := failed(t, d, hook.ToolBefore, def, hook.NoDecision); out.Blocked && !own {
					t.Errorf("without a policy: %+v", out)
				}
				denied, _ := failed(t, d, hook.ToolBefore, def, hook.Deny)
				if !denied.Blocked || denied.Decision != hook.Deny || !strings.Contains(denied.Reason, "guard") || !own && !strings.Contains(denied.Reason, `"guard" `+how) {
					t.Errorf("deny: %+v", denied)
				}
				if answer := d.EncodeOutcome(denied); !strings.Contains(answer.Stdout+answer.Stderr, "guard") {
					t.Errorf("deny, as a hook says it: %+v", answer)
				}
				asked, _ := failed(t, d, hook.ToolBefore, def, hook.Ask)
				if asked.Blocked || asked.Decision != hook.Ask || !strings.Contains(asked.Reason, how) {
					t.Errorf("ask: %+v", asked)
				}
				if answer := d.EncodeOutcome(asked); !strings.Contains(answer.Stdout, `"ask"`) {
					t.Errorf("ask, as a hook says it: %+v", answer)
				}
				def.FailClosed = true
				if out, _ := failed(t, d, hook.ToolBefore, def, hook.Allow); out.Blocked || out.Decision == hook.Deny || out.Success {
					t.Errorf("allow, of one that fails closed: %+v", out)
				}
			})
		}
	}
}

// Nobody is asked whether a model may be called or a prompt be sent: without an
// answer they are not.
func TestThePolicyToAskDeniesWhereNobodyIsAsked(t *testing.T) {
	for _, d := range all.Dialects() {
		for _, kind := range []hook.Kind{hook.ModelBefore, hook.PromptSubmit} {
			out, ok := failed(t, d, kind, hook.Definition{Command: "exit 3"}, hook.Ask)
			_, refusable := d.Refuse(hook.Event{Type: hook.EventType{Name: out.Event, Kind: kind}}, "")
			if ok && out.Blocked != refusable {
				t.Errorf("%s %v: blocked %v", d.Name(), kind, out.Blocked)
			}
		}
		if out, _ := failed(t, d, hook.ToolAfter, hook.Definition{Command: "exit 3"}, hook.Deny); out.Blocked || out.Decision == hook.Deny {
			t.Errorf("%s: after the tool: %+v", d.Name(), out)
		}
	}
}

func TestThePolicyIsNotForHooksThatDidTheirWork(t *testing.T) {
	d, err := all.ByName("llxprt")
	if err != nil {
		t.Fatal(err)
	}
	out, _ := failed(t, d, hook.ToolBefore, hook.Definition{Command: "echo yes"}, hook.Deny)
	if out.Blocked || out.Decision != hook.Allow {
		t.Errorf("%+v", out)
	}
	out, _ = failed(t, d, hook.ToolBefore, hook.Definition{Command: "echo no >&2; exit 2"}, hook.Allow)
	if !out.Blocked || out.Reason != "no" {
		t.Errorf("%+v", out)
	}
}

func TestAHookIsNotRunByWhatItHasStarted(t *testing.T) {
	guard := hook.Definition{Event: "BeforeTool", Command: `printf %s "$GRAPNEL_HOOKS"`, Origin: hook.Position{File: "a.json", Line: 1, Column: 1}}
	marks := func() string {
		out := newEngine(t, guard).FireBeforeTool(t.Context(), "write_file", nil)
		return out.Hooks[0].Stdout
	}
	first := marks()
	t.Setenv("GRAPNEL_HOOKS", first)
	out := newEngine(t, guard).FireBeforeTool(t.Context(), "write_file", nil)
	if out.Hooks[0].Status != hook.StatusSpawnError || !strings.Contains(codes(out), engine.CallsItself) {
		t.Errorf("the same hook again: %+v", out)
	}
	guard.Origin.File = "b.json"
	if second := marks(); !strings.HasPrefix(second, first+".") {
		t.Errorf("one of another file: %q after %q", second, first)
	}
}

func TestUTF16WithAByteOrderMarkIsText(t *testing.T) {
	const answer = `{"decision":"deny","reason":"nö 🪝"}`
	for name, printed := range map[string]string{"little endian": "\\377\\376", "big endian": "\\376\\377"} {
		for _, c := range answer {
			units := []rune{c}
			if c > 0xffff {
				c -= 0x10000
				units = []rune{0xd800 + c>>10, 0xdc00 + c&0x3ff}
			}
			for _, u := range units {
				first, second := u>>8, u&0xff
				if name == "little endian" {
					first, second = second, first
				}
				printed += fmt.Sprintf("\\%03o\\%03o", first, second)
			}
		}
		out := newEngine(t, hook.Definition{Event: "BeforeTool", Command: "printf '" + printed + "'"}).FireBeforeTool(t.Context(), "write_file", nil)
		if !out.Blocked || out.Reason != "nö 🪝" {
			t.Errorf("%s: blocked %v, reason %q", name, out.Blocked, out.Reason)
		}
	}
}
