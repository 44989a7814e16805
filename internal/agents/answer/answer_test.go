package answer_test

import (
	"context"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/agents/all"
	"github.com/grapnel-hooks/grapnel/internal/agents/answer"
)

// probing is an environment in which every event that can be denied is.
func probing(name string) string {
	if name == answer.ProbeVariable {
		return "no"
	}
	return ""
}

func TestEverySampleIsDeniedAndRecognized(t *testing.T) {
	for _, a := range all.Agents() {
		t.Run(a.Name, func(t *testing.T) {
			r := answer.To(context.Background(), answer.Call{Agent: a.Name, Payload: []byte(a.Sample), Getenv: probing})
			if !r.Outcome.Blocked || r.Answer == (agents.Answer{}) || r.Event.Type.Kind != hook.ToolBefore {
				t.Errorf("%+v", r)
			}
		})
	}
}

// Whatever a payload is, what nobody understands is not let through.
func FuzzNoPayloadIsAllowedByAccident(f *testing.F) {
	for _, a := range all.Agents() {
		f.Add(a.Name, a.Sample)
	}
	f.Add("", "{}")
	f.Add("codex", `{"hook_event_name":7,"tool_name":[]}`)
	f.Fuzz(func(t *testing.T, agent, payload string) {
		r := answer.To(context.Background(), answer.Call{Agent: agent, Payload: []byte(payload), Getenv: probing})
		later := !r.Event.Type.Kind.PrecedesOperation()
		if !r.Outcome.Blocked && !r.Nothing && !later {
			t.Errorf("%s: %q is let through: %+v", agent, payload, r)
		}
		if r.Outcome.Blocked && r.Answer == (agents.Answer{}) {
			t.Errorf("%s: %q is denied without a word", agent, payload)
		}
	})
}
