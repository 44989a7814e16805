package wave

import (
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// maxVariable is how many bytes of a tool's name go into the environment, which
// takes only so much.
const maxVariable = 4096

// variables tell hooks the event and the tool.
func variables(ev hook.Event) []string {
	tool, _ := ev.Fields.String("tool_name")
	return []string{"HOOK_EVENT=" + ev.Type.Name, kit.Variable("HOOK_TOOL_NAME", tool, maxVariable)}
}

// fields adds what Wave has a name of its own for.
func fields(kind hook.Kind, d hook.Data, f hook.Object) {
	switch kind {
	case hook.ToolAfter:
		f["tool_response"] = toolResponse(d.ToolResponse)
	case hook.SessionEnd:
		f.Set("end_source", d.Reason)
	}
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

func fieldHelp(kind hook.Kind) []schema.Property {
	switch kind {
	case hook.PromptSubmit:
		return []schema.Property{schema.Required("user_prompt", schema.Text("The same as prompt."))}
	case hook.SessionEnd:
		return []schema.Property{schema.Required("end_source", schema.Text("Why it ends."))}
	}
	return nil
}

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
