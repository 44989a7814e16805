package engine

import (
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/llm"
)

// droppedCalls says which tool calls of the model go with a response that a hook
// has replaced. Hooks see and write text only, so the calls are lost, and with
// them, as a rule, the rest of the turn.
func droppedCalls(response *llm.Response) []hook.Diagnostic {
	if response == nil || len(response.Candidates) == 0 {
		return nil
	}
	var names []string
	for _, call := range response.Candidates[0].Content.Calls() {
		names = append(names, call.Name)
	}
	if len(names) == 0 {
		return nil
	}
	return []hook.Diagnostic{diag.Warnf("tool-calls-dropped",
		"a hook replaced the model's response, and its tool calls are dropped with it: %s", strings.Join(names, ", ")).
		Fixf("return llm_response only where the text is to change")}
}
