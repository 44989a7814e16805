package claude

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// maxVariable is how many bytes of a value go into the environment.
const maxVariable = 4096

// variables are those of Claude Code that can be known.
func variables(ev hook.Event) []string {
	env := []string{"CLAUDECODE=1", kit.Variable("CLAUDE_CODE_SESSION_ID", ev.Session.ID, maxVariable)}
	effort, _ := ev.Fields.Object("effort")
	if level, _ := effort.String("level"); level != "" {
		env = append(env, kit.Variable("CLAUDE_EFFORT", level, maxVariable))
	}
	return env
}

// fields adds what other contracts of the family do not have or call otherwise.
func fields(kind hook.Kind, d hook.Data, f hook.Object) {
	switch kind {
	case hook.ToolBefore, hook.ToolAfter:
		f.SetText("tool_use_id", d.ToolCallID)
	case hook.ToolFailure:
		f.Set("tool_name", d.Tool)
		f["tool_input"] = kit.OrEmptyObject(d.ToolInput)
		f.SetText("tool_use_id", d.ToolCallID)
		f.Set("error", d.ToolError)
		f.Set("is_interrupt", false)
	case hook.SessionEnd:
		f.Set("reason", d.Reason)
	}
}

func fieldHelp(kind hook.Kind) []schema.Property {
	id := schema.Optional("tool_use_id", schema.Text("The ID of the call."))
	switch kind {
	case hook.ToolBefore, hook.ToolAfter:
		return []schema.Property{id}
	case hook.ToolFailure:
		return []schema.Property{
			schema.Required("tool_name", schema.Text("The tool, such as Bash.")),
			schema.Required("tool_input", schema.Object("The arguments of the tool.")),
			id,
			schema.Required("error", schema.Text("Why the tool failed.")),
			schema.Required("is_interrupt", schema.Flag("The user interrupted it.")),
		}
	case hook.SessionEnd:
		return []schema.Property{schema.Required("reason", schema.Text("Why it ends."))}
	}
	return nil
}
