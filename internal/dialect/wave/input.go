package wave

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
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
	if kind == hook.SessionEnd {
		f.Set("end_source", d.Reason)
	}
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
