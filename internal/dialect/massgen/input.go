package massgen

import (
	"encoding/json"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// timeLayout is how Python's isoformat writes a time with a zone.
const timeLayout = "2006-01-02T15:04:05.000000-07:00"

// Fields gives a host's data MassGen's field names. Hooks see tool_output as
// text; the response it came from stays beside it, for MatchesContent.
func (Dialect) Fields(kind hook.Kind, d hook.Data) hook.Object {
	f := hook.Object{}
	f.Set("tool_name", d.Tool)
	if len(d.ToolInput) > 0 {
		f["tool_input"] = d.ToolInput
	}
	if kind == hook.ToolAfter && len(d.ToolResponse) > 0 {
		f["tool_response"] = d.ToolResponse
		f["tool_output"] = outputText(d.ToolResponse)
	}
	return f
}

// outputText is what a tool said to the model, as a JSON string.
func outputText(response json.RawMessage) json.RawMessage {
	if kit.IsString(response) {
		return response
	}
	if object, _, err := jsonx.ParseObject(response); err == nil && kit.IsString(object["llmContent"]) {
		return object["llmContent"]
	}
	return jsonx.AppendString(nil, string(response))
}

// ownFields are the fields of every event, in the order in which they are written.
var ownFields = []string{
	"hook_type", "session_id", "orchestrator_id", "agent_id", "timestamp", "tool_name", "tool_input", "tool_output",
}

// hiddenFields are members of a payload that hooks know by another name.
var hiddenFields = []string{"hook_event_name", "tool_response", "cwd", "transcript_path"}

// Input writes the event as one line of JSON. All of MassGen's own fields are
// always there; other members of the payload follow.
func (Dialect) Input(ev hook.Event) (stdin []byte, env []string) {
	orchestrator, _ := ev.Fields.String("orchestrator_id")
	tool, _ := ev.Fields.String("tool_name")

	all := ev.Fields.Overlay(hook.Object{
		"agent_id":    agentID(ev),
		"tool_input":  toolInput(ev.Fields),
		"tool_output": toolOutput(ev),
	})
	for _, key := range hiddenFields {
		delete(all, key)
	}
	agent, _ := all.String("agent_id")
	all.Set("hook_type", ev.Type.Name)
	all.Set("session_id", ev.Session.ID)
	all.Set("orchestrator_id", orchestrator)
	all.Set("tool_name", tool)
	if !all.Has("timestamp") {
		all.Set("timestamp", ev.Time.UTC().Format(timeLayout))
	}
	return kit.Line(nil, all, ownFields), []string{
		kit.Variable("MASSGEN_HOOK_TYPE", ev.Type.Name, maxVariable),
		kit.Variable("MASSGEN_TOOL_NAME", tool, maxVariable),
		kit.Variable("MASSGEN_SESSION_ID", ev.Session.ID, maxVariable),
		kit.Variable("MASSGEN_AGENT_ID", agent, maxVariable),
		kit.Variable("MASSGEN_ORCHESTRATOR_ID", orchestrator, maxVariable),
	}
}

// maxVariable is how many bytes the value of a variable may have.
const maxVariable = 32 << 10

// agentID is which agent the event is about, as a JSON string or null.
func agentID(ev hook.Event) json.RawMessage {
	switch {
	case kit.IsString(ev.Fields["agent_id"]):
		return ev.Fields["agent_id"]
	case ev.Session.Agent != "":
		return jsonx.AppendString(nil, ev.Session.Agent)
	}
	return json.RawMessage("null")
}

// toolInput is the arguments of the tool. They may come as text, as models
// write them; what does not parse is passed on under "raw", so that guards see
// it too.
func toolInput(fields hook.Object) json.RawMessage {
	raw := fields["tool_input"]
	if !fields.Has("tool_input") {
		return json.RawMessage("{}")
	}
	text, isText := fields.String("tool_input")
	switch {
	case !isText:
		return raw
	case strings.TrimSpace(text) == "":
		return json.RawMessage("{}")
	case jsonx.Valid([]byte(text)):
		return json.RawMessage(text)
	}
	return hook.Object{"raw": raw}.Raw()
}

// toolOutput is the result of the tool; null before it ran.
func toolOutput(ev hook.Event) json.RawMessage {
	if ev.Type.Kind == hook.ToolAfter {
		for _, key := range []string{"tool_output", "tool_response"} {
			if ev.Fields.Has(key) {
				return ev.Fields[key]
			}
		}
	}
	return json.RawMessage("null")
}

// NextEvent passes the input that a hook has rewritten to the next hook.
func (Dialect) NextEvent(ev hook.Event, meaning any) hook.Event {
	if said, ok := meaning.(*answer); ok && said.input != nil && ev.Type.Kind == hook.ToolBefore {
		ev.Fields = ev.Fields.Overlay(hook.Object{"tool_input": said.input})
	}
	return ev
}
