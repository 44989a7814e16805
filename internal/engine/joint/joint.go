// Package joint is for events that hooks of several contracts are configured
// for: each contract's hooks see the event in their own words, and what they
// all say becomes one outcome.
package joint

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Event is a moment in the words of an agent.
type Event struct {
	Kind hook.Kind
	// Agent is whose names the tool and the members of its input have; it may
	// be empty.
	Agent string
	Data  hook.Data
}

// Hooks are the hooks of one contract.
type Hooks interface {
	FireKind(context.Context, hook.Kind, hook.Data) hook.Outcome
}

// Part is the hooks of one contract, with the contract's name, which is also
// that of its vocabulary of tools.
type Part struct {
	Name  string
	Hooks Hooks
}

// Fire fires the event at one part after the other and adds what they say to an
// outcome. Each sees the event as those before it have rewritten it.
func Fire(ctx context.Context, out *hook.Outcome, ev Event, parts []Part) {
	ev.Data = rewritten(ev.Data, *out)
	for _, part := range parts {
		said := part.fire(ctx, ev)
		ev.Data = rewritten(ev.Data, said)
		Add(out, said)
	}
}

// rewritten returns the data of an event after hooks have rewritten it.
func rewritten(d hook.Data, out hook.Outcome) hook.Data {
	for _, change := range []struct {
		to   *json.RawMessage
		from json.RawMessage
	}{
		{&d.ToolInput, out.ToolInput}, {&d.ToolResponse, out.ToolResult},
		{&d.LLMRequest, out.LLMRequest}, {&d.LLMResponse, out.LLMResponse},
	} {
		if change.from != nil {
			*change.to = change.from
		}
	}
	return d
}

// fire shows the event to the hooks of a part in the words of their contract. A
// call that does several things there is as many events.
func (p Part) fire(ctx context.Context, ev Event) hook.Outcome {
	if ev.Data.Tool == "" {
		return p.Hooks.FireKind(ctx, ev.Kind, ev.Data)
	}
	from, to := vocabulary(ev), tools.Of(p.Name)
	call := tools.Call{Name: ev.Data.Tool, Input: ev.Data.ToolInput}
	seen := to.Show(from, call)
	var out hook.Outcome
	for i := range seen {
		data := ev.Data
		data.Tool, data.ToolInput = seen[i].Name, seen[i].Input
		said := p.Hooks.FireKind(ctx, ev.Kind, data)
		if said.ToolInput != nil {
			seen[i].Input, said.ToolInput = said.ToolInput, nil
		}
		if i == 0 {
			out = said
		} else {
			Add(&out, said)
		}
	}
	input, err := to.Back(from, call, seen)
	if err != nil {
		refuse(&out, ev.Kind, err)
	} else if input != nil && !jsonx.Equal(input, ev.Data.ToolInput) {
		out.ToolInput = input
	}
	return out
}

// vocabulary is the agent's, or else one that knows the tool.
func vocabulary(ev Event) tools.Vocabulary {
	if known := tools.Knowing(ev.Agent, ev.Data.Tool); len(known) > 0 {
		return known[0]
	}
	return tools.Of(ev.Agent)
}

// refuse blocks a call that hooks have rewritten in a way that cannot be told to
// the agent: what they objected to must not run.
func refuse(out *hook.Outcome, kind hook.Kind, err error) {
	if kind != hook.ToolBefore {
		return
	}
	reason := "A hook rewrote the call in a way that cannot be given back to the agent."
	if !errors.Is(err, tools.ErrNotBack) {
		reason += " " + err.Error()
	}
	Add(out, hook.Outcome{
		Decision: hook.Deny, Blocked: true, Reason: reason, Success: true,
		Diagnostics: []hook.Diagnostic{diag.Warnf("rewrite-lost", "%v", err)},
	})
}

// Add adds what other hooks said to an outcome. Of decisions the strongest
// counts, with the reasons of all who say so.
func Add(out *hook.Outcome, more hook.Outcome) {
	switch {
	case more.Decision.Outranks(out.Decision):
		out.Decision, out.Reason = more.Decision, more.Reason
	case more.Decision == out.Decision:
		out.Reason = join(out.Reason, more.Reason)
	}
	out.StopReason = join(out.StopReason, more.StopReason)
	out.Blocked = out.Blocked || more.Blocked
	out.Stop = out.Stop || more.Stop
	out.SuppressOutput = out.SuppressOutput || more.SuppressOutput
	out.Success = out.Success && more.Success
	out.DurationMs += more.DurationMs
	out.Untrusted = append(out.Untrusted, more.Untrusted...)
	out.ToolConfig = restrict(out.ToolConfig, more.ToolConfig)
	addRewrites(out, more)
	addTexts(out, more)
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}

// addRewrites takes over what was rewritten. Whoever came later has seen what
// came before.
func addRewrites(out *hook.Outcome, more hook.Outcome) {
	for _, change := range []struct {
		to   *json.RawMessage
		from json.RawMessage
	}{
		{&out.ToolInput, more.ToolInput}, {&out.ToolResult, more.ToolResult},
		{&out.LLMRequest, more.LLMRequest}, {&out.LLMResponse, more.LLMResponse},
	} {
		if change.from != nil {
			*change.to = change.from
		}
	}
	if out.Blocked {
		out.ToolInput = nil
	}
}

// addTexts appends everything that refers to hooks by their index.
func addTexts(out *hook.Outcome, more hook.Outcome) {
	shift := len(out.Hooks)
	for _, c := range more.Context {
		c.Hook += shift
		out.Context = append(out.Context, c)
	}
	for _, m := range more.Messages {
		m.Hook += shift
		out.Messages = append(out.Messages, m)
	}
	for _, d := range more.Diagnostics {
		if d.Hook != hook.NoHook {
			d.Hook += shift
		}
		out.Diagnostics = append(out.Diagnostics, d)
	}
	out.Hooks = append(out.Hooks, more.Hooks...)
}

// restrict returns what two restrictions of tools leave.
func restrict(a, b *hook.ToolConfig) *hook.ToolConfig {
	if a == nil || b == nil {
		if a == nil {
			return b
		}
		return a
	}
	both := hook.ToolConfig{Mode: a.Mode, AllowedFunctionNames: a.AllowedFunctionNames}
	modes := []string{"", "AUTO", "ANY", "NONE"}
	if slices.Index(modes, b.Mode) > slices.Index(modes, a.Mode) {
		both.Mode = b.Mode
	}
	if a.AllowedFunctionNames == nil {
		both.AllowedFunctionNames = b.AllowedFunctionNames
	} else if b.AllowedFunctionNames != nil {
		both.AllowedFunctionNames = []string{}
		for _, name := range a.AllowedFunctionNames {
			if slices.Contains(b.AllowedFunctionNames, name) {
				both.AllowedFunctionNames = append(both.AllowedFunctionNames, name)
			}
		}
	}
	return &both
}
