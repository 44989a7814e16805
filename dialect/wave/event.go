package wave

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
)

// timeLayout is how JavaScript's toISOString writes time.
const timeLayout = "2006-01-02T15:04:05.000Z"

// Fields gives a host's data Wave's field names.
func (Dialect) Fields(kind hook.Kind, d hook.Data) hook.Object {
	f := hook.Object{}
	switch kind {
	case hook.ToolBefore, hook.ToolAfter:
		f.Set("tool_name", d.Tool)
		f["tool_input"] = orEmptyObject(d.ToolInput)
		if kind == hook.ToolAfter {
			f["tool_response"] = orEmptyObject(d.ToolResponse)
		}
	case hook.PromptSubmit:
		f.Set("prompt", d.Prompt) // Input adds the other name
	case hook.AgentStop:
		f.Set("stop_hook_active", d.StopActive)
		if d.Response != "" {
			f.Set("last_assistant_message", d.Response)
		}
	case hook.SessionStart:
		f.Set("source", d.Source)
	case hook.SessionEnd:
		f.Set("end_source", d.Reason)
	case hook.CompactBefore:
		f.Set("trigger", d.Trigger)
	case hook.Notification:
		f.Set("notification_type", d.Notification)
		f.Set("message", d.Message)
		f["details"] = orEmptyObject(d.Details)
	}
	return f
}

func orEmptyObject(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("{}")
	}
	return raw
}

// fieldOrder is the order in which a reader expects the event's own fields; any
// others follow alphabetically.
var fieldOrder = []string{"timestamp", "tool_name", "tool_input", "tool_response", "prompt", "user_prompt"}

// Input writes the event as one line of JSON, base fields first.
func (Dialect) Input(ev hook.Event) (stdin []byte, env []string) {
	fields := withBothPrompts(ev)
	if !fields.Has("timestamp") {
		fields.Set("timestamp", ev.Time.UTC().Format(timeLayout))
	}
	var buf bytes.Buffer
	buf.Grow(512 + size(fields))
	buf.WriteByte('{')
	for _, base := range [][2]string{
		{"session_id", ev.Session.ID},
		{"transcript_path", ev.Session.TranscriptPath},
		{"cwd", ev.Session.Dir},
		{"hook_event_name", ev.Type.Name},
	} {
		writeKey(&buf, base[0])
		buf.Write(hook.AppendString(nil, base[1]))
		buf.WriteByte(',')
		delete(fields, base[0])
	}
	for i, key := range ordered(fields) {
		if i > 0 {
			buf.WriteByte(',')
		}
		writeKey(&buf, key)
		writeOneLine(&buf, fields[key])
	}
	buf.WriteString("}\n")
	return buf.Bytes(), environment(ev)
}

// withBothPrompts returns a copy of the fields with the prompt under both of
// its names: Wave's documentation says one, and its program sends the other.
func withBothPrompts(ev hook.Event) hook.Object {
	both := hook.Object{}
	for _, pair := range [][2]string{{"prompt", "user_prompt"}, {"user_prompt", "prompt"}} {
		if ev.Type.Kind == hook.PromptSubmit && !ev.Fields.Has(pair[0]) && ev.Fields.Has(pair[1]) {
			both[pair[0]] = ev.Fields[pair[1]]
		}
	}
	return ev.Fields.Overlay(both)
}

func size(fields hook.Object) int {
	n := 0
	for key, value := range fields {
		n += len(key) + len(value) + 4
	}
	return n
}

func ordered(fields hook.Object) []string {
	keys := fields.Keys()
	rank := func(key string) int {
		if i := slices.Index(fieldOrder, key); i >= 0 {
			return i
		}
		return len(fieldOrder)
	}
	slices.SortStableFunc(keys, func(a, b string) int { return rank(a) - rank(b) })
	return keys
}

func writeKey(buf *bytes.Buffer, key string) {
	buf.Write(hook.AppendString(nil, key))
	buf.WriteByte(':')
}

// writeOneLine writes a JSON value without line breaks. Most values have none,
// and looking for one is far cheaper than compacting.
func writeOneLine(buf *bytes.Buffer, raw json.RawMessage) {
	if bytes.IndexByte(raw, '\n') < 0 && bytes.IndexByte(raw, '\r') < 0 {
		buf.Write(raw)
	} else if before := buf.Len(); json.Compact(buf, raw) != nil {
		buf.Truncate(before) // the engine only lets valid JSON through
		buf.WriteString("null")
	}
}

// maxVariable is how many bytes of a tool's name go into the environment,
// which takes only so much. A name that is too long must not keep a guard from
// starting; it reads the whole of it on standard input.
const maxVariable = 4096

func environment(ev hook.Event) []string {
	tool, _ := ev.Fields.String("tool_name")
	tool = strings.ReplaceAll(tool, "\x00", "")
	if len(tool) > maxVariable {
		tool = strings.ToValidUTF8(tool[:maxVariable], "")
	}
	return []string{"HOOK_EVENT=" + ev.Type.Name, "HOOK_TOOL_NAME=" + tool, projectVariable + "=" + ev.Session.Dir}
}

// Chain shows the next hook the input that this one has put in place, so that
// a guard judges what the tool would get.
func (Dialect) Chain(ev hook.Event, output hook.Object) hook.Event {
	specific, _ := output.Object("hookSpecificOutput")
	if _, ok := specific.Object("updatedInput"); ok && traitsOf[ev.Type.Name].permission {
		ev.Fields = ev.Fields.Overlay(hook.Object{"tool_input": specific["updatedInput"]})
	}
	return ev
}
