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
	case hook.ToolBefore, hook.ToolAfter, hook.ToolFailure:
		f.SetText("tool_use_id", d.ToolCallID)
	case hook.SessionEnd:
		f.Set("reason", d.Reason)
	}
}

func fieldHelp(kind hook.Kind) []schema.Property {
	switch kind {
	case hook.ToolBefore, hook.ToolAfter, hook.ToolFailure:
		return []schema.Property{schema.Optional("tool_use_id", schema.Text("The ID of the call."))}
	case hook.SessionEnd:
		return []schema.Property{schema.Required("reason", schema.Text("Why it ends."))}
	}
	return nil
}
