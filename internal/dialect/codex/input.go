package codex

import (
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// fields adds what other contracts of the family do not have or call otherwise.
func fields(kind hook.Kind, d hook.Data, f hook.Object) {
	switch kind {
	case hook.ToolBefore:
		f.SetText("tool_use_id", d.ToolCallID)
	case hook.ToolAfter:
		f.SetText("tool_use_id", d.ToolCallID)
		f["tool_response"] = toolResponse(d.ToolResponse)
	case hook.SessionEnd:
		f.Set("reason", d.Reason)
	}
}

// toolResponse is what the model gets of a result: hooks of Codex know it as a
// text. Anything but a host's result stays as it is.
func toolResponse(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage(`""`)
	}
	result, _, err := jsonx.ParseObject(raw)
	if content := hook.Object(result); err == nil && content.Has("llmContent") {
		return content["llmContent"]
	}
	return raw
}

func fieldHelp(kind hook.Kind) []schema.Property {
	callID := schema.Optional("tool_use_id", schema.Text("The ID of the call."))
	switch kind {
	case hook.ToolBefore:
		return []schema.Property{callID}
	case hook.ToolAfter:
		return []schema.Property{callID, schema.Required("tool_response", schema.Anything("What the tool gave back, a text in most cases."))}
	case hook.SessionEnd:
		return []schema.Property{schema.Required("reason", schema.Text("Why it ends."))}
	}
	return nil
}
