package all

import (
	"bytes"
	"encoding/json"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
)

// drawEvent is any call of any tool of an agent before an operation.
func drawEvent(t *rapid.T, a agents.Agent) agents.Event {
	var before []agents.EventName
	for _, e := range a.Events {
		if e.Kind.PrecedesOperation() {
			before = append(before, e)
		}
	}
	name := rapid.SampledFrom(before).Draw(t, "event")
	e := agents.Event{Agent: a.Name, Name: name.Name, Kind: name.Kind}
	if e.Kind == hook.ToolBefore {
		e.Data.Tool = rapid.SampledFrom(append(a.Tools().Tools, tools.Tool{Name: "mcp__a__b"})).Draw(t, "tool").Name
		e.Data.ToolInput = json.RawMessage(`{"path":"x"}`)
	}
	return e
}

// drawOutcome is whatever hooks may have said.
func drawOutcome(t *rapid.T) hook.Outcome {
	texts := rapid.OneOf(rapid.Just(""), rapid.String(), rapid.SampledFrom([]string{" \n", "'; rm -rf ~; '", "a\nb\x00c", "\xff", `{"decision":"allow"}`}))
	out := hook.Outcome{
		Decision:   rapid.SampledFrom([]hook.Decision{hook.NoDecision, hook.Allow, hook.Deny, hook.Ask}).Draw(t, "decision"),
		Blocked:    rapid.Bool().Draw(t, "blocked"),
		Reason:     texts.Draw(t, "reason"),
		Stop:       rapid.Bool().Draw(t, "stop"),
		StopReason: texts.Draw(t, "stopReason"),
	}
	if rapid.Bool().Draw(t, "rewritten") {
		out.ToolInput = json.RawMessage(rapid.SampledFrom([]string{`{"command":"ls"}`, `{}`, `{"broken"`}).Draw(t, "input"))
	}
	if rapid.Bool().Draw(t, "context") {
		out.Context = []hook.Context{{Text: texts.Draw(t, "text")}}
		out.Messages = []hook.Message{{To: hook.ToUser, Text: texts.Draw(t, "message")}}
	}
	if out.Stop {
		out.Blocked = true // as everywhere before an operation
	}
	return out
}

func drawPolicy(t *rapid.T) agents.Policy {
	choice := rapid.SampledFrom([]agents.Choice{agents.ByDefault, agents.DenyThen, agents.DropThen})
	return agents.Policy{
		Rewrite: choice.Draw(t, "rewrite"), Ask: choice.Draw(t, "ask"),
		Context: choice.Draw(t, "on context"), Stop: choice.Draw(t, "on stop"),
	}
}

// checkAgents checks a property of each agent.
func checkAgents(t *testing.T, property func(*rapid.T, agents.Agent)) {
	for _, a := range Agents() {
		t.Run(a.Name, rapid.MakeCheck(func(t *rapid.T) { property(t, a) }))
	}
}

func TestADenyIsADenyOnEveryAgentThatCanExpressOne(t *testing.T) {
	checkAgents(t, func(t *rapid.T, a agents.Agent) {
		e, out := drawEvent(t, a), drawOutcome(t)
		out.Blocked = true
		said, _ := a.Out(e, out, drawPolicy(t))
		if a.Can(e.Kind, agents.Deny).Level == agents.Impossible {
			return
		}
		did := obey(e, said)
		if !did.blocked || did.read == "" {
			t.Fatalf("%s %s %s goes on after %+v", a.Name, e.Name, e.Data.Tool, said)
		}
		if reason := strings.ToValidUTF8(out.Reason, "\ufffd"); strings.TrimSpace(reason) != "" && !strings.Contains(strings.ToValidUTF8(did.read, "\ufffd"), reason) {
			t.Fatalf("%s: the model reads %q, not %q", a.Name, did.read, reason)
		}
	})
}

// By the policy's default a hook that changes or questions a call is never
// passed over: where the agent cannot do it, the call is denied.
func TestARewriteOrAnAskIsNeverPassedOver(t *testing.T) {
	checkAgents(t, func(t *rapid.T, a agents.Agent) {
		e, out := drawEvent(t, a), drawOutcome(t)
		if e.Kind != hook.ToolBefore {
			return
		}
		said, _ := a.Out(e, out, agents.Policy{})
		did := obey(e, said)
		if out.Decision == hook.Ask && !did.blocked && !did.asked {
			t.Fatalf("%s: nobody is asked: %+v", a.Name, said)
		}
		if out.ToolInput != nil && !did.blocked && !bytes.Equal(did.input, out.ToolInput) {
			t.Fatalf("%s: the old input runs: %+v", a.Name, said)
		}
	})
}

func TestWhatNobodyDeniedGoesOn(t *testing.T) {
	checkAgents(t, func(t *rapid.T, a agents.Agent) {
		e, out := drawEvent(t, a), drawOutcome(t)
		out.Blocked, out.Stop, out.ToolInput = false, false, nil
		if out.Decision == hook.Deny || out.Decision == hook.Ask {
			out.Decision = hook.NoDecision
		}
		if said, _ := a.Out(e, out, agents.Policy{}); obey(e, said).blocked || said.ExitCode != 0 {
			t.Fatalf("%s %s is denied: %+v", a.Name, e.Name, said)
		}
	})
}

func TestAFailureIsADenyBeforeAnOperationAndNothingElsewhere(t *testing.T) {
	for _, a := range Agents() {
		for _, name := range append(a.Events, agents.EventName{Name: "", Kind: hook.ToolBefore}, agents.EventName{Name: "Zork", Kind: hook.ToolBefore}) {
			e, _ := a.In([]byte("not JSON"), name.Name)
			said := a.Fail(e, "broken")
			if e.Kind, e.Name = name.Kind, nameOf(a, name); name.Kind.PrecedesOperation() {
				if !obey(e, said).blocked {
					t.Errorf("%s %q goes on after %+v", a.Name, name.Name, said)
				}
			} else if said.Stdout != "" || said.ExitCode != 0 {
				t.Errorf("%s %q: %+v", a.Name, name.Name, said)
			}
		}
	}
}

// nameOf is the event's name as the agent expects it in an answer.
func nameOf(a agents.Agent, name agents.EventName) string {
	if _, known := a.Kind(name.Name); known {
		return name.Name
	}
	return a.EventsFor([]hook.Kind{hook.ToolBefore})[0].Name
}

func FuzzPayload(f *testing.F) {
	f.Add([]byte(`{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`), "PreToolUse")
	f.Add([]byte(`{"hookName":"tool_call","taskId":"t","clineVersion":"","tool_call":{"name":"editor","input":[]}}`), "")
	f.Add([]byte(`{"sessionId":"s","timestamp":1,"cwd":"/","toolName":"bash","toolArgs":"x"}`), "PreToolUse")
	f.Add([]byte(`{"hook_event_name":7,"tool_name":null}`), "BeforeTool")
	f.Fuzz(func(t *testing.T, payload []byte, event string) {
		_, _ = Recognize(payload, func(string) string { return "" })
		for _, a := range Agents() {
			e, err := a.In(payload, event)
			if err != nil {
				said := a.Fail(e, err.Error())
				kind, known := a.Kind(e.Name)
				if !known {
					e.Name, kind = nameOf(a, agents.EventName{Name: e.Name}), hook.ToolBefore
				}
				e.Agent, e.Kind = a.Name, kind
				if kind.PrecedesOperation() && !obey(e, said).blocked {
					t.Fatalf("%s goes on although %v: %+v", a.Name, err, said)
				}
				continue
			}
			said, _ := a.Out(e, hook.Outcome{Blocked: true, Reason: "no"}, agents.Policy{})
			if e.Kind.PrecedesOperation() && !obey(e, said).blocked {
				t.Fatalf("%s %s goes on after %+v", a.Name, payload, said)
			}
			e.Roles()
		}
	})
}

// The work on a payload grows with its size, up to 50 MB: twice as much text is
// not four times the memory.
func TestLargePayloadsAreLinear(t *testing.T) {
	for _, a := range Agents() {
		t.Run(a.Name, func(t *testing.T) {
			one, two := allocated(t, a, 1<<20), allocated(t, a, 2<<20)
			if two > 3*one {
				t.Errorf("%d bytes for 1 MB, %d for 2 MB", one, two)
			}
		})
	}
}

// allocated returns how many bytes it takes to read a payload and to answer it.
func allocated(t *testing.T, a agents.Agent, size int) uint64 {
	t.Helper()
	payload := largePayload(a, size)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	e, err := a.In(payload, a.EventsFor([]hook.Kind{hook.ToolBefore})[0].Name)
	if err != nil {
		t.Fatal(err)
	}
	calls := tools.Of("claude").Show(a.Tools(), e.Call())
	if len(calls[0].Input) < size {
		t.Fatalf("the text is gone: %s", calls[0].Name)
	}
	a.Out(e, hook.Outcome{ToolInput: e.Data.ToolInput}, agents.Policy{})
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// largePayload is a call of the agent's shell with a long command.
func largePayload(a agents.Agent, size int) []byte {
	call := tools.Call{Name: "Bash", Input: json.RawMessage(fmt.Sprintf(`{"command":"echo %s"}`, strings.Repeat("x", size)))}
	own := a.Tools().Show(tools.Of("claude"), call)[0]
	format := `{"hook_event_name":"%s","tool_name":"%s","tool_input":%s}`
	if a.Name == "cline" {
		format = `{"clineVersion":"%s","hookName":"tool_call","tool_call":{"name":"%s","input":%s}}`
	}
	return fmt.Appendf(nil, format, a.EventsFor([]hook.Kind{hook.ToolBefore})[0].Name, own.Name, own.Input)
}

func TestTheMatrixHasACellForEveryAgent(t *testing.T) {
	rows := Matrix()
	if len(rows) < 30 {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		if len(row.Cells) != len(Agents()) {
			t.Errorf("%s %s has %d cells", row.Kind, row.Effect, len(row.Cells))
		}
		for _, cell := range row.Cells {
			if !cell.Fires && cell.Level != agents.Impossible {
				t.Errorf("%s can %s at %s, where it calls no hooks", cell.Agent, row.Effect, row.Kind)
			}
			if cell.Level == agents.Degraded && cell.How == "" {
				t.Errorf("%s %s at %s does not say how", cell.Agent, row.Effect, row.Kind)
			}
		}
	}
	for _, a := range Agents() {
		for _, ability := range a.Abilities {
			if !agents.Possible(ability.Kind, ability.Effect) {
				t.Errorf("%s: %s at %s is in no row", a.Name, ability.Effect, ability.Kind)
			}
		}
	}
}
