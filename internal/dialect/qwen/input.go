package qwen

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// maxVariable is how many bytes of a value go into the environment.
const maxVariable = 4096

// variables are those of Qwen Code that can be known.
func variables(ev hook.Event) []string {
	env := []string{kit.Variable("QWEN_CODE_SESSION_ID", ev.Session.ID, maxVariable)}
	if prompt, _ := ev.Fields.String("prompt_id"); prompt != "" {
		env = append(env, kit.Variable("QWEN_CODE_PROMPT_ID", prompt, maxVariable))
	}
	return env
}

// fields adds what other contracts of the family do not have or call otherwise.
func fields(kind hook.Kind, d hook.Data, f hook.Object) {
	switch kind {
	case hook.ToolBefore, hook.ToolAfter, hook.ToolFailure:
		f.SetText("tool_use_id", d.ToolCallID)
		f.SetText("tool_call_id", d.ToolCallID)
	case hook.SessionEnd:
		f.Set("reason", d.Reason)
	}
}

func fieldHelp(kind hook.Kind) []schema.Property {
	switch kind {
	case hook.ToolBefore, hook.ToolAfter, hook.ToolFailure:
		return []schema.Property{
			schema.Optional("tool_use_id", schema.Text("Qwen Code's own ID of the call.")),
			schema.Optional("tool_call_id", schema.Text("The model's ID of the call.")),
		}
	case hook.SessionEnd:
		return []schema.Property{schema.Required("reason", schema.Text("Why it ends."))}
	case hook.Notification:
		return []schema.Property{schema.Optional("details", schema.Object("More about it."))}
	}
	return nil
}
