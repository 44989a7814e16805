package llxprt

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/llm"
)

// atTop are the members that count at the top of an answer alone.
var atTop = []string{"decision", "reason", "continue", "stopReason", "suppressOutput", "systemMessage"}

var decisions = []string{"block", "deny", "allow", "approve", "ask"}

// checked keeps the members of an answer that have the right type and says
// what is wrong with the others.
func (d Dialect) checked(ev hook.Event, object hook.Object, duplicates []string) dialect.Answer {
	c := &kit.Checker{Object: object}
	c.Duplicates(duplicates)
	c.Decision("decision", decisions, "")
	c.Want(kit.String, "reason", "stopReason", "systemMessage")
	c.Want(kit.Bool, "continue", "suppressOutput")
	c.Want(kit.Object, "hookSpecificOutput")
	c.OtherCase(append(atTop, "hookSpecificOutput")...)
	c.Inside("hookSpecificOutput", func(inner *kit.Checker) { d.checkSpecific(inner, ev) })
	for _, key := range object.Keys() {
		if isEffect(key) {
			c.Warnf("no-effect", "%q has no effect here; it belongs into hookSpecificOutput", key)
		}
	}
	c.Foreign(d.Contract.Short, map[string]string{"updatedInput": "hookSpecificOutput.tool_input", "updated_input": "hookSpecificOutput.tool_input"})
	return dialect.Answer{Status: hook.StatusOK, Output: object, Diagnostics: c.Diagnostics}
}

// effects lists what hookSpecificOutput can do on an event.
func effects(kind hook.Kind) []string {
	switch kind {
	case hook.ToolBefore:
		return []string{"tool_input", "permissionDecision", "permissionDecisionReason"}
	case hook.ToolAfter, hook.PromptSubmit, hook.SessionStart:
		return []string{"additionalContext"}
	case hook.ModelBefore:
		return []string{"llm_request", "llm_response"}
	case hook.ModelAfter:
		return []string{"llm_response"}
	case hook.ToolSelection:
		return []string{"toolConfig"}
	}
	return nil
}

func (d Dialect) checkSpecific(c *kit.Checker, ev hook.Event) {
	c.Want(kit.Object, "tool_input", "llm_request", "llm_response", "toolConfig")
	c.Want(kit.String, "additionalContext", "permissionDecisionReason")
	c.Decision("permissionDecision", decisions, "")
	c.Inside("tool_input", nil)
	c.Inside("llm_request", func(request *kit.Checker) {
		request.Want(kit.String, "model")
		request.Want(kit.List, "messages")
		request.Want(kit.Object, "config", "toolConfig")
		sent, _ := ev.Fields.Object("llm_request")
		clean, notes := llm.CleanRequest(sent, request.Object)
		for _, note := range notes {
			request.Warnf("llm-request", "llm_request: %s", note)
		}
		request.Object = clean
	})
	c.OtherCase(allEffects...)
	c.Foreign(d.Contract.Short, map[string]string{"updatedInput": "tool_input", "updated_input": "tool_input"})
	for _, key := range c.Object.Keys() {
		if isEffect(key) && !slices.Contains(effects(ev.Type.Kind), key) {
			c.NoEffect(ev.Type.Name, key)
		}
	}
	for _, key := range atTop {
		if c.Object.Has(key) {
			c.Warnf("no-effect", "%q has no effect here; it belongs at the top", c.Name(key))
		}
	}
}

// allEffects are those of all events.
var allEffects = []string{
	"additionalContext", "llm_request", "llm_response", "permissionDecision", "permissionDecisionReason", "tool_input", "toolConfig",
}

func isEffect(key string) bool { return slices.Contains(allEffects, key) }
