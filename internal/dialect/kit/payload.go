package kit

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// isoTime is the layout in which JavaScript's toISOString writes time. It is for
// times in UTC.
const isoTime = "2006-01-02T15:04:05.000Z"

// Member is a member of a JSON object that is a text.
type Member struct{ Name, Text string }

// Base returns what payloads of LLxprt and of the family begin with.
func Base(ev hook.Event) []Member {
	return append(make([]Member, 0, 5), // room for a timestamp
		Member{"session_id", ev.Session.ID},
		Member{"transcript_path", ev.Session.TranscriptPath},
		Member{"cwd", ev.Session.Dir},
		Member{"hook_event_name", ev.Type.Name},
	)
}

// WithTimestamp adds the time of an event, unless its fields have one.
func WithTimestamp(base []Member, ev hook.Event) []Member {
	if ev.Fields.Has("timestamp") {
		return base
	}
	return append(base, Member{"timestamp", ev.Time.UTC().Format(isoTime)})
}

// Fields returns a host's data under the names that LLxprt and the family both
// have for it.
func Fields(kind hook.Kind, d hook.Data) hook.Object {
	f := hook.Object{}
	switch kind {
	case hook.ToolBefore, hook.ToolAfter:
		f.Set("tool_name", d.Tool)
		f["tool_input"] = OrEmptyObject(d.ToolInput)
		if kind == hook.ToolAfter {
			f["tool_response"] = OrEmptyObject(d.ToolResponse)
		}
	case hook.PromptSubmit:
		f.Set("prompt", d.Prompt)
	case hook.AgentStop:
		f.Set("stop_hook_active", d.StopActive)
	case hook.SessionStart:
		f.Set("source", d.Source)
	case hook.CompactBefore:
		f.Set("trigger", d.Trigger)
	case hook.Notification:
		f.Set("notification_type", d.Notification)
		f.Set("message", d.Message)
		f["details"] = OrEmptyObject(d.Details)
	}
	return f
}

// Line writes base and fields as one line of JSON without white space. Fields
// that base has too are left out. Of the others, those named in order come
// first, as far as they are there, and the rest follows alphabetically.
func Line(base []Member, fields hook.Object, order []string) []byte {
	size := 2
	for _, member := range base {
		size += len(member.Name) + len(member.Text) + 6
	}
	for key, value := range fields {
		size += len(key) + len(value) + 4
	}
	line := append(make([]byte, 0, size), '{')
	for _, member := range base {
		line = jsonx.AppendString(startMember(line, member.Name), member.Text)
	}
	for _, key := range ordered(fields, order) {
		if !slices.ContainsFunc(base, func(m Member) bool { return m.Name == key }) {
			line = jsonx.AppendCompact(startMember(line, key), fields[key])
		}
	}
	return append(line, '}', '\n')
}

// startMember appends the name of a member to an object that is being written.
func startMember(line []byte, name string) []byte {
	if line[len(line)-1] != '{' {
		line = append(line, ',')
	}
	return append(jsonx.AppendString(line, name), ':')
}

func ordered(fields hook.Object, order []string) []string {
	keys := make([]string, 0, len(fields))
	for _, key := range order {
		if _, ok := fields[key]; ok {
			keys = append(keys, key)
		}
	}
	if len(keys) == len(fields) {
		return keys
	}
	for _, key := range fields.Keys() {
		if !slices.Contains(order, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// OrEmptyObject is a host's JSON, or {} if it gave none.
func OrEmptyObject(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("{}")
	}
	return raw
}

// Variable returns an environment variable whose value comes from outside. A
// NUL character, or more than the system takes, would keep a guard from
// starting; it reads the whole value on standard input.
func Variable(name, value string, maxBytes int) string {
	value = strings.ReplaceAll(value, "\x00", "")
	if len(value) > maxBytes {
		value = strings.ToValidUTF8(value[:maxBytes], "")
	}
	return name + "=" + value
}
