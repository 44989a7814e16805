package pi

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
)

// ownKeys are what an answer can say.
var ownKeys = []string{"decision", "reason", "additionalContext", "updatedInput", "hookSpecificOutput"}

// otherKeys are what an answer in the manner of another agent would say, with
// what to do about it.
var otherKeys = map[string]string{
	"tool_name":          "a hook cannot change which tool is called",
	"toolName":           "a hook cannot change which tool is called",
	"tool_use_id":        "a hook cannot change the ID of a call",
	"toolCallId":         "a hook cannot change the ID of a call",
	"tool_input":         "write updatedInput",
	"updated_input":      "write updatedInput",
	"additional_context": "write additionalContext",
	"permissionDecision": "write decision",
	"continue":           "pi has no way to stop the agent",
	"stopReason":         "pi has no way to stop the agent",
	"systemMessage":      "write additionalContext",
	"suppressOutput":     "pi has no way to hide output",
}

var decisions = []string{"allow", "deny", "ask"}

// check removes from an answer what cannot be used and says why. Values are
// not quoted: they may be secret. Unknown members stay: they are the author's.
func (r *reading) check() {
	r.want("decision", '"', "a string")
	r.want("reason", '"', "a string")
	r.want("additionalContext", '"', "a string")
	r.want("updatedInput", '{', "an object")
	r.want("hookSpecificOutput", '{', "an object")
	r.checkDecision()
	r.checkSpecific()
	r.checkUpdatedInput()
	r.checkNames()
}

// want removes a member that does not begin like a value of its type.
func (r *reading) want(key string, begin byte, what string) {
	value, ok := r.object[key]
	if !ok || value[0] == begin {
		return
	}
	if r.object.Has(key) { // null says nothing, which is fine
		r.warnf("wrong-type", "%s must be %s, not %s; it is ignored", key, what, typeOf(value))
	}
	delete(r.object, key)
}

func typeOf(value json.RawMessage) string {
	switch value[0] {
	case '"':
		return "a string"
	case '{':
		return "an object"
	case '[':
		return "a list"
	case 't', 'f':
		return "a boolean"
	}
	return "a number"
}

func (r *reading) checkDecision() {
	decision, ok := r.object.String("decision")
	switch kind := r.ev.Type.Kind; {
	case !ok:
	case !slices.Contains(decisions, decision):
		hint := ""
		if decision == "block" {
			hint = "; write \"deny\" to block"
		}
		r.warnf("unknown-decision", "the decision is none of %s; it is ignored%s", strings.Join(decisions, ", "), hint)
		delete(r.object, "decision")
	case kind != hook.ToolBefore && kind != hook.ToolAfter:
		r.warnf("no-effect", "a decision has no effect on %s", r.ev.Type.Name)
		delete(r.object, "decision")
	}
}

// checkSpecific accepts additionalContext at the place where other agents
// expect it.
func (r *reading) checkSpecific() {
	specific, duplicates, err := hook.ParseObject(r.object["hookSpecificOutput"])
	if err != nil {
		return
	}
	r.reportDuplicates("hookSpecificOutput.", duplicates)
	context, ok := specific["additionalContext"]
	switch _, above := r.object["additionalContext"]; {
	case !ok || above:
	case context[0] == '"':
		r.object["additionalContext"] = context
	case specific.Has("additionalContext"):
		r.warnf("wrong-type", "hookSpecificOutput.additionalContext must be a string, not %s; it is ignored", typeOf(context))
	}
	for _, key := range specific.Keys() {
		switch key {
		case "permissionDecision", "decision", "updatedInput":
			r.warnf("no-effect", "hookSpecificOutput.%s has no effect; write %s at the top of the answer", key, strings.Replace(key, "permissionDecision", "decision", 1))
		}
	}
}

// unsafeKeys could change more than an object's own members in JavaScript.
var unsafeKeys = []string{"__proto__", "prototype", "constructor"}

// checkUpdatedInput leaves only what may be merged into a tool's arguments.
func (r *reading) checkUpdatedInput() {
	edit, duplicates, err := hook.ParseObject(r.object["updatedInput"])
	if err != nil {
		return
	}
	if why := r.rejectsUpdates(); why != "" {
		r.warnf("no-effect", "updatedInput has no effect: %s", why)
		delete(r.object, "updatedInput")
		return
	}
	r.reportDuplicates("updatedInput.", duplicates)
	for _, key := range unsafeKeys {
		if _, ok := edit[key]; ok {
			r.warnf("unsafe-key", "updatedInput must not have the key %q; it is ignored", key)
			delete(edit, key)
		}
	}
	r.object["updatedInput"] = edit.Raw()
}

func (r *reading) rejectsUpdates() string {
	_, isObject := r.ev.Fields.Object("tool_input")
	switch {
	case r.ev.Type.Kind != hook.ToolBefore:
		return "only " + PreToolUse + " hooks can change the input of a tool"
	case r.failed():
		return "the hook failed"
	case r.ev.Fields.Has("tool_input") && !isObject:
		return "the tool's input is no object"
	}
	return ""
}

// checkNames notices members without effect that somebody may rely on.
func (r *reading) checkNames() {
	for _, key := range r.object.Keys() {
		if hint, known := otherKeys[key]; known {
			r.warnf("no-effect", "%q has no effect here: %s", key, hint)
		}
		for _, own := range ownKeys {
			if key != own && strings.EqualFold(key, own) {
				r.warnf("unknown-key", "%q has no effect; did you mean %q?", key, own)
			}
		}
	}
}
