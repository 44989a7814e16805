package wave

import (
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Fields gives a host's data Wave's field names. Input adds the other one that a
// prompt has.
func (Dialect) Fields(kind hook.Kind, d hook.Data) hook.Object {
	f := kit.Fields(kind, d)
	switch kind {
	case hook.ToolAfter:
		f["tool_response"] = toolResponse(d.ToolResponse)
	case hook.AgentStop:
		f.SetText("last_assistant_message", d.Response)
	case hook.SessionEnd:
		f.Set("end_source", d.Reason)
	}
	return f
}

// toolResponse gives the result of a tool the shape that Wave's own hooks know:
// whether it succeeded, what the model gets, and what went wrong. Anything but a
// host's result stays as it is.
func toolResponse(raw json.RawMessage) json.RawMessage {
	members, _, err := jsonx.ParseObject(raw)
	result := hook.Object(members)
	if err != nil || !result.Has("llmContent") {
		return kit.OrEmptyObject(raw)
	}
	failure, failed := result.Object("error")
	response := hook.Object{"content": result["llmContent"]}
	response.Set("success", !failed)
	if failed {
		response["error"] = failure["message"]
	}
	return response.Raw()
}

// fieldOrder is the order in which a reader expects the event's own fields.
var fieldOrder = []string{"timestamp", "tool_name", "tool_input", "tool_response", "prompt", "user_prompt"}

// Input writes the event as one line of JSON, base fields first.
func (Dialect) Input(ev hook.Event) (stdin []byte, env []string) {
	tool, _ := ev.Fields.String("tool_name")
	return kit.Line(kit.Base(ev), withBothPrompts(ev), fieldOrder), []string{
		"HOOK_EVENT=" + ev.Type.Name,
		kit.Variable("HOOK_TOOL_NAME", tool, maxVariable),
		projectVariable + "=" + ev.Session.Dir,
	}
}

// maxVariable is how many bytes of a tool's name go into the environment, which
// takes only so much.
const maxVariable = 4096

// withBothPrompts returns the fields with the prompt under both of its names:
// Wave's documentation says one, and its program sends the other.
func withBothPrompts(ev hook.Event) hook.Object {
	if ev.Type.Kind != hook.PromptSubmit {
		return ev.Fields
	}
	both := hook.Object{}
	for _, pair := range [][2]string{{"prompt", "user_prompt"}, {"user_prompt", "prompt"}} {
		if !ev.Fields.Has(pair[0]) && ev.Fields.Has(pair[1]) {
			both[pair[0]] = ev.Fields[pair[1]]
		}
	}
	return ev.Fields.Overlay(both)
}

// NextEvent shows the next hook the input that this one has put in place, so that
// a guard judges what the tool would get.
func (Dialect) NextEvent(ev hook.Event, output hook.Object) hook.Event {
	specific, _ := output.Object("hookSpecificOutput")
	if _, ok := specific.Object("updatedInput"); ok && traitsOf[ev.Type.Name].permission {
		ev.Fields = ev.Fields.Overlay(hook.Object{"tool_input": specific["updatedInput"]})
	}
	return ev
}
