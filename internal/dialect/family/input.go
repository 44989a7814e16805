package family

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// Fields gives a host's data the contract's field names.
func (d Dialect) Fields(kind hook.Kind, data hook.Data) hook.Object {
	f := kit.Fields(kind, data)
	switch kind {
	case hook.ToolFailure:
		f.Set("tool_name", data.Tool)
		f["tool_input"] = kit.OrEmptyObject(data.ToolInput)
		f.Set("error", data.ToolError)
		f.Set("is_interrupt", false)
	case hook.AgentStop:
		f.SetText("last_assistant_message", data.Response)
	}
	d.Contract.Input.Fields(kind, data, f)
	return f
}

// Input writes the event as one line of JSON, base fields first.
func (d Dialect) Input(ev hook.Event) (stdin []byte, env []string) {
	in := d.Contract.Input
	fields := ev.Fields
	if in.Complete != nil {
		fields = in.Complete(ev)
	}
	base := kit.Base(ev)
	if in.Timestamp {
		base = kit.WithTimestamp(base, ev)
	}
	env = in.Variables(ev)
	for _, name := range in.ProjectVariables {
		env = append(env, name+"="+ev.Session.Dir)
	}
	return kit.Line(base, fields, in.FieldOrder), env
}

// NextEvent shows the next hook the input that this one has put in place, so that
// a guard judges what the tool would get.
func (Dialect) NextEvent(ev hook.Event, meaning any) hook.Event {
	if said, ok := meaning.(*answer); ok && said.input != nil {
		ev.Fields = ev.Fields.Overlay(hook.Object{"tool_input": said.input})
	}
	return ev
}
