// Package joint fires one event at the hooks of several contracts and makes one
// outcome of what they say. Each contract sees the event in its own words: its
// name for the event, its tools, its fields. What hooks change is translated
// back into the words of the agent that the event comes from.
package joint

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
	"github.com/grapnel-hooks/grapnel/internal/engine"
)

// Event is a moment in the words of the agent that it comes from.
type Event struct {
	Name    string // the agent's own name for it
	Kind    hook.Kind
	Agent   string
	Tools   tools.Vocabulary // what the agent calls its tools
	Session hook.Session
	Data    hook.Data
	// Extra are fields that hooks of every contract get unless the contract has
	// them already.
	Extra hook.Object
}

// Part is the hooks of one contract.
type Part struct {
	Contract engine.Contract
	Engine   *engine.Engine
}

// Fire fires an event at the parts, one after the other: later ones see what
// earlier ones made of the event. All of them run, also after a deny: hooks may
// be there to observe, and the model is to read all reasons at once.
func Fire(ctx context.Context, parts []Part, e Event) hook.Outcome {
	all := merger{kind: e.Kind, out: hook.Proceed(e.Name, "")}
	for _, part := range parts {
		if t, ok := EventFor(part.Contract, e.Name, e.Kind); ok {
			part.fire(ctx, t, &e, &all)
		}
	}
	if ctx.Err() != nil {
		all.refuse("canceled")
	}
	return all.outcome()
}

// Continue adds what the hooks of other contracts say about an event to the
// outcome that some have come to already. They see what those made of it.
func Continue(ctx context.Context, out hook.Outcome, parts []Part, e Event) hook.Outcome {
	all := merger{kind: e.Kind, out: hook.Proceed(e.Name, "")}
	all.add(out)
	all.out.ToolInput = out.ToolInput
	e.follow(all.out)
	for _, part := range parts {
		if t, ok := EventFor(part.Contract, e.Name, e.Kind); ok {
			part.fire(ctx, t, &e, &all)
		}
	}
	joined := all.outcome()
	joined.Dialect = out.Dialect
	return joined
}

// contract is what choosing an event needs of one.
type contract interface{ Events() []hook.EventType }

// EventFor is a contract's event for a moment. Of several for one kind it is the
// one that the agent means, if both have the same name for it. Who has no event
// for tools that failed has them with those that did not.
func EventFor(c contract, name string, kind hook.Kind) (t hook.EventType, ok bool) {
	for _, candidate := range c.Events() {
		if candidate.Kind != kind {
			continue
		}
		if candidate.Name == name {
			return candidate, true
		}
		if !ok {
			t, ok = candidate, true
		}
	}
	if !ok && kind == hook.ToolFailure {
		return EventFor(c, name, hook.ToolAfter)
	}
	return t, ok
}

// fire fires the event at one part: once, or once for each thing that a call of
// a tool does, such as the files of a patch. What it changes is put into e.
func (p Part) fire(ctx context.Context, t hook.EventType, e *Event, all *merger) {
	if e.Data.Tool == "" {
		all.add(p.fireOnce(ctx, t, e, e.Data))
		e.follow(all.out)
		return
	}
	names := tools.Of(p.Contract.Name())
	call := tools.Call{Name: e.Data.Tool, Input: e.Data.ToolInput}
	seen := names.Show(e.Tools, call)
	for i := range seen {
		data := e.Data
		data.Tool, data.ToolInput = seen[i].Name, seen[i].Input
		out := p.fireOnce(ctx, t, e, data)
		if out.ToolInput != nil {
			seen[i].Input = out.ToolInput
		}
		out.ToolInput = nil // it is in the contract's words
		all.add(out)
	}
	input, err := names.Back(e.Tools, call, seen)
	switch {
	case err != nil:
		// The old input is not what the hooks agreed to.
		all.refuse("A hook changed this call, but " + err.Error() + ".")
		all.out.Diagnostics = append(all.out.Diagnostics, diag.Warnf("rewrite-lost", "%v", err).Of(hook.NoHook))
	case input != nil:
		all.out.ToolInput = input
	}
	e.follow(all.out)
}

// fireOnce fires the event with data in the contract's words.
func (p Part) fireOnce(ctx context.Context, t hook.EventType, e *Event, data hook.Data) hook.Outcome {
	if t.Kind != e.Kind && data.ToolResponse == nil {
		failure := hook.Object{}
		failure.Set("error", data.ToolError)
		data.ToolResponse = failure.Raw()
	}
	fields := e.Extra.Overlay(p.Contract.Fields(t.Kind, data))
	if data.Tool != e.Data.Tool || !bytes.Equal(data.ToolInput, e.Data.ToolInput) {
		fields["original"] = e.original().Raw()
	}
	return p.Engine.FireValid(ctx, hook.Event{Type: t, Session: e.Session, Time: time.Now(), Fields: fields})
}

// original is a call as the agent makes it, for hooks that want to know.
func (e *Event) original() hook.Object {
	o := hook.Object{}
	o.SetText("agent", e.Agent)
	o.SetText("event", e.Name)
	o.SetText("tool_name", e.Data.Tool)
	if e.Data.ToolInput != nil {
		o["tool_input"] = e.Data.ToolInput
	}
	return o
}

// follow puts into the event what hooks have changed so far.
func (e *Event) follow(out hook.Outcome) {
	for _, change := range []struct {
		to   *json.RawMessage
		from json.RawMessage
	}{
		{&e.Data.ToolInput, out.ToolInput},
		{&e.Data.ToolResponse, out.ToolResult},
		{&e.Data.LLMRequest, out.LLMRequest},
		{&e.Data.LLMResponse, out.LLMResponse},
	} {
		if change.from != nil {
			*change.to = change.from
		}
	}
}

// join joins texts by newlines, each once.
func join(texts []string) string {
	var list []string
	for _, text := range texts {
		if text != "" && !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return strings.Join(list, "\n")
}
