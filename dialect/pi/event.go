package pi

import (
	"encoding/json"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Fields gives a host's data pi's field names. The result of a tool is not
// among them.
func (Dialect) Fields(kind hook.Kind, d hook.Data) hook.Object {
	f := hook.Object{}
	set := func(key, text string) {
		if text != "" {
			f.Set(key, text)
		}
	}
	switch kind {
	case hook.ToolBefore, hook.ToolAfter, hook.ToolFailure:
		f.Set("tool_name", d.Tool)
		f["tool_input"] = d.ToolInput
		if len(d.ToolInput) == 0 {
			f["tool_input"] = json.RawMessage("{}")
		}
		set("tool_use_id", d.ToolCallID)
		if kind == hook.ToolFailure {
			f.Set("tool_error", d.ToolError)
		}
	case hook.SessionStart:
		set("source", d.Source)
	case hook.CompactBefore:
		set("trigger", d.Trigger)
	}
	return f
}

// fieldOrder is the order in which a reader expects the fields; any others
// follow alphabetically.
var fieldOrder = []string{"hook_event_name", "cwd", "session_id", "transcript_path", "tool_name", "tool_input", "tool_use_id", "tool_error"}

// Input writes the event as one line of JSON. The environment is the agent's.
func (Dialect) Input(ev hook.Event) (stdin []byte, env []string) {
	buf := append([]byte(`{"hook_event_name":`), hook.AppendString(nil, ev.Type.Name)...)
	buf = append(buf, `,"cwd":`...)
	buf = hook.AppendString(buf, ev.Session.Dir)
	if !ev.Session.Unnamed && ev.Session.ID != "" {
		buf = hook.AppendString(append(buf, `,"session_id":`...), ev.Session.ID)
	}
	if ev.Session.TranscriptPath != "" {
		buf = hook.AppendString(append(buf, `,"transcript_path":`...), ev.Session.TranscriptPath)
	}
	for _, key := range orderedKeys(ev.Fields) {
		buf = append(buf, ',')
		buf = hook.AppendString(buf, key)
		buf = append(buf, ':')
		buf = hook.AppendCompact(buf, ev.Fields[key])
	}
	return append(buf, '}', '\n'), nil
}

func orderedKeys(fields hook.Object) []string {
	var keys []string
	for _, key := range fieldOrder[4:] {
		if _, ok := fields[key]; ok {
			keys = append(keys, key)
		}
	}
	for _, key := range fields.Keys() {
		if !slices.Contains(fieldOrder, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// Chain lets the next hook see the input as this one has changed it.
func (Dialect) Chain(ev hook.Event, output hook.Object) hook.Event {
	edit, ok := output.Object("updatedInput")
	if !ok || ev.Type.Kind != hook.ToolBefore {
		return ev
	}
	input, _ := ev.Fields.Object("tool_input")
	ev.Fields = ev.Fields.Overlay(hook.Object{"tool_input": input.Overlay(edit).Raw()})
	return ev
}
