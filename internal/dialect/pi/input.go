package pi

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// Fields gives a host's data pi's field names. The result of a tool is not
// among them.
func (Dialect) Fields(kind hook.Kind, d hook.Data) hook.Object {
	f := hook.Object{}
	switch kind {
	case hook.ToolBefore, hook.ToolAfter, hook.ToolFailure:
		f.Set("tool_name", d.Tool)
		f["tool_input"] = kit.OrEmptyObject(d.ToolInput)
		f.SetText("tool_use_id", d.ToolCallID)
		if kind == hook.ToolFailure {
			f.Set("tool_error", d.ToolError)
		}
	case hook.SessionStart:
		f.SetText("source", d.Source)
	case hook.CompactBefore:
		f.SetText("trigger", d.Trigger)
	}
	return f
}

// fieldOrder is the order in which a reader expects the fields.
var fieldOrder = []string{"hook_event_name", "cwd", "session_id", "transcript_path", "tool_name", "tool_input", "tool_use_id", "tool_error"}

// Input writes the event as one line of JSON. The environment is the agent's.
func (Dialect) Input(ev hook.Event) (stdin []byte, env []string) {
	fields := ev.Fields.Overlay(nil)
	delete(fields, "session_id")
	delete(fields, "transcript_path")
	fields.Set("hook_event_name", ev.Type.Name)
	fields.Set("cwd", ev.Session.Dir)
	if !ev.Session.Unnamed {
		fields.SetText("session_id", ev.Session.ID)
	}
	fields.SetText("transcript_path", ev.Session.TranscriptPath)
	return kit.Line(nil, fields, fieldOrder), nil
}

// NextEvent lets the next hook see the input as this one has changed it.
func (Dialect) NextEvent(ev hook.Event, meaning any) hook.Event {
	said, ok := meaning.(*answer)
	if !ok || said.edit == nil || ev.Type.Kind != hook.ToolBefore {
		return ev
	}
	input, _ := ev.Fields.Object("tool_input")
	ev.Fields = ev.Fields.Overlay(hook.Object{"tool_input": input.Overlay(said.edit).Raw()})
	return ev
}
