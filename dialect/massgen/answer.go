package massgen

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
)

// The strategies of an injection.
const (
	strategyToolResult  = "tool_result"
	strategyUserMessage = "user_message"
)

var decisions = []string{"allow", "deny", "ask"}

// checked keeps the members of an answer that can be used and says what is
// wrong with the others. Unknown members stay: they are the author's.
func checked(ev hook.Event, def hook.Definition, object hook.Object, duplicates []string) dialect.Answer {
	c := checker{object: object}
	for _, key := range duplicates {
		c.warnf("duplicate-key", "%q stands twice in the answer; the last one counts", key)
	}
	c.want("decision", "a string", isString)
	c.want("reason", "a string", isString)
	c.want("updated_input", "an object", isObject)
	c.want("inject", "an object {content, strategy}", isObject)
	c.want("allowed", "true or false", isBool)
	c.want("modified_args", "a JSON object written as a string", isEncodedObject)
	c.want("metadata", "an object", isObject)
	c.decision()
	c.injection()
	c.foreign()
	c.withoutEffect(ev)
	answer := dialect.Answer{Status: hook.StatusOK, Output: object, Diagnostics: c.remarks}
	answer.Decision, answer.Reason = verdict(object), reasonOf(object, def.DisplayName())
	if answer.Decision == hook.Deny {
		answer.Status = hook.StatusBlocked
	}
	return answer
}

// verdict is what an answer decides. A deny in either of its spellings counts,
// whatever the other says.
func verdict(output hook.Object) hook.Decision {
	decision, _ := output.String("decision")
	allowed, legacy := output.Bool("allowed")
	switch {
	case decision == "deny" || legacy && !allowed:
		return hook.Deny
	case decision == "ask":
		return hook.Ask
	case decision == "allow" || legacy:
		return hook.Allow
	}
	return hook.NoDecision
}

// reasonOf is why the hook of this name decided as it did. A deny always has a
// reason.
func reasonOf(output hook.Object, name string) string {
	if reason, _ := output.String("reason"); reason != "" {
		return reason
	}
	if verdict(output) != hook.Deny {
		return ""
	}
	metadata, _ := output.Object("metadata")
	if reason, _ := metadata.String("reason"); reason != "" {
		return reason
	}
	return "Denied by hook " + name
}

// rewrittenInput is the input that the tool is to get in place of its own.
func rewrittenInput(output hook.Object) (input json.RawMessage, ok bool) {
	if encoded, ok := output.String("modified_args"); ok {
		return json.RawMessage(encoded), true
	}
	return output["updated_input"], output.Has("updated_input")
}

// injection is the text that an answer adds to what the model reads.
func injection(output hook.Object) (text, strategy string) {
	inject, _ := output.Object("inject")
	text, _ = inject.String("content")
	if strategy, _ = inject.String("strategy"); strategy == "" {
		strategy = strategyToolResult
	}
	return text, strategy
}

// checker removes what cannot be used from an answer.
type checker struct {
	object  hook.Object
	remarks []hook.Diagnostic
}

func (c *checker) warnf(code, format string, args ...any) {
	c.remarks = append(c.remarks, hook.Warnf(code, format, args...))
}

// want removes the member if it is there but not of the type it must have.
func (c *checker) want(key, what string, is func(json.RawMessage) bool) {
	value, ok := c.object[key]
	if !ok || is(value) {
		return
	}
	if c.object.Has(key) { // null says nothing, which is fine
		c.warnf("wrong-type", "%s must be %s, not %s; it is ignored", key, what, excerpt(value))
	}
	delete(c.object, key)
}

// decision removes a decision that MassGen does not know.
func (c *checker) decision() {
	text, ok := c.object.String("decision")
	if !ok || slices.Contains(decisions, text) {
		return
	}
	hint := ""
	switch strings.ToLower(text) {
	case "block", "deny", "denied":
		hint = "; to deny, write \"deny\""
	}
	c.warnf("unknown-decision", "%q is no decision (these are: %s); it is ignored%s", text, strings.Join(decisions, ", "), hint)
	delete(c.object, "decision")
}

// injection removes an injection without usable content, and a strategy that
// is none.
func (c *checker) injection() {
	inject, ok := c.object.Object("inject")
	if !ok {
		return
	}
	if _, ok := inject.String("content"); !ok {
		c.warnf("wrong-type", "inject.content must be a string; the injection is ignored")
		delete(c.object, "inject")
		return
	}
	strategy, ok := inject.String("strategy")
	if ok && (strategy == strategyToolResult || strategy == strategyUserMessage) || !inject.Has("strategy") {
		return
	}
	c.warnf("unknown-strategy", "inject.strategy %s is not known; write %s or %s; the first is used",
		excerpt(inject["strategy"]), strategyToolResult, strategyUserMessage)
	inject.Set("strategy", strategyToolResult)
	c.object["inject"] = inject.Raw()
}

// foreignKeys are other agents' names for members of an answer.
var foreignKeys = map[string]string{
	"updatedInput":       "updated_input",
	"modifiedArgs":       "modified_args",
	"permissionDecision": "decision",
	"hookSpecificOutput": "decision, updated_input and inject at the top",
	"additionalContext":  "inject: {content, strategy}",
	"systemMessage":      "inject: {content, strategy}",
	"continue":           "decision",
}

var ourKeys = []string{"decision", "reason", "updated_input", "inject", "allowed", "modified_args", "metadata"}

// foreign notices members that have no effect and were meant to have one.
func (c *checker) foreign() {
	for _, key := range c.object.Keys() {
		ours, ok := foreignKeys[key]
		for _, known := range ourKeys {
			if key != known && strings.EqualFold(key, known) {
				ours, ok = known, true
			}
		}
		if ok {
			c.warnf("unknown-key", "%q has no effect in MassGen; write %s", key, ours)
		}
	}
}

// withoutEffect removes what cannot be done at this event.
func (c *checker) withoutEffect(ev hook.Event) {
	vain := []string{"inject"}
	if ev.Type.Kind == hook.ToolAfter {
		vain = []string{"updated_input", "modified_args"}
	}
	for _, key := range vain {
		if c.object.Has(key) {
			c.warnf("no-effect", "%s has no effect on %s", key, ev.Type.Name)
			delete(c.object, key)
		}
	}
}

func isString(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '"' }
func isObject(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '{' }
func isBool(raw json.RawMessage) bool   { return string(raw) == "true" || string(raw) == "false" }

// isEncodedObject reports whether a value is a string that holds an object.
func isEncodedObject(raw json.RawMessage) bool {
	encoded, ok := unquote(raw)
	if !ok {
		return false
	}
	_, _, err := hook.ParseObject([]byte(encoded))
	return err == nil
}
