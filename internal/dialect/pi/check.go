package pi

import (
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// ownKeys are what an answer can say.
var ownKeys = []string{"decision", "reason", "additionalContext", "updatedInput", "hookSpecificOutput"}

// adviceOn says what to do about a key that an answer in the manner of another
// agent would have; "" for other keys.
func adviceOn(key string) string {
	switch key {
	case "tool_name", "toolName":
		return "a hook cannot change which tool is called"
	case "tool_use_id", "toolCallId":
		return "a hook cannot change the ID of a call"
	case "tool_input", "updated_input":
		return "write updatedInput"
	case "additional_context", "systemMessage":
		return "write additionalContext"
	case "permissionDecision":
		return "write decision"
	case "continue", "stopReason":
		return "pi has no way to stop the agent"
	case "suppressOutput":
		return "pi has no way to hide output"
	}
	return ""
}

var decisions = []string{"allow", "deny", "ask"}

// check removes from an answer what cannot be used and says why.
func (r *reading) check() {
	r.Want(kit.String, "decision", "reason", "additionalContext")
	r.Want(kit.Object, "updatedInput", "hookSpecificOutput")
	r.checkDecision()
	r.checkSpecific()
	r.checkUpdatedInput()
	r.checkNames()
}

func (r *reading) checkDecision() {
	hint := ""
	if decision, _ := r.Object.String("decision"); decision == "block" {
		hint = "; write \"deny\" to block"
	}
	r.Decision("decision", decisions, hint)
	if kind := r.ev.Type.Kind; kind != hook.ToolBefore && kind != hook.ToolAfter {
		r.NoEffect(r.ev.Type.Name, "decision")
	}
}

// checkSpecific accepts additionalContext at the place where other agents
// expect it.
func (r *reading) checkSpecific() {
	r.Inside("hookSpecificOutput", func(specific *kit.Checker) {
		if _, above := r.Object["additionalContext"]; !above {
			specific.Want(kit.String, "additionalContext")
			if context, ok := specific.Object["additionalContext"]; ok {
				r.Object["additionalContext"] = context
			}
		}
		for _, key := range specific.Object.Keys() {
			switch key {
			case "permissionDecision", "decision", "updatedInput":
				specific.Warnf("no-effect", "%s has no effect; write %s at the top of the answer", specific.Name(key), strings.Replace(key, "permissionDecision", "decision", 1))
			}
		}
	})
}

// unsafeKeys could change more than an object's own members in JavaScript.
var unsafeKeys = []string{"__proto__", "prototype", "constructor"}

// checkUpdatedInput leaves only what may be merged into a tool's arguments.
func (r *reading) checkUpdatedInput() {
	if why := r.rejectsUpdates(); r.Object.Has("updatedInput") && why != "" {
		r.Warnf("no-effect", "updatedInput has no effect: %s", why)
		delete(r.Object, "updatedInput")
	}
	r.Inside("updatedInput", func(edit *kit.Checker) {
		for _, key := range unsafeKeys {
			if _, ok := edit.Object[key]; ok {
				edit.Warnf("unsafe-key", "updatedInput must not have the key %q; it is ignored", key)
				delete(edit.Object, key)
			}
		}
	})
}

func (r *reading) rejectsUpdates() string {
	_, isObject := r.ev.Fields.Object("tool_input")
	switch {
	case r.ev.Type.Kind != hook.ToolBefore:
		return "only " + PreToolUse + " hooks can change the input of a tool"
	case r.failed():
		return "the hook failed"
	case r.ev.Fields.Has("tool_input") && !isObject:
		return "the tool's input is not an object"
	}
	return ""
}

// checkNames notices members without effect that somebody may rely on.
func (r *reading) checkNames() {
	for _, key := range r.Object.Keys() {
		if hint := adviceOn(key); hint != "" {
			r.Warnf("no-effect", "%q has no effect here: %s", key, hint)
		}
	}
	r.OtherCase(ownKeys...)
}
