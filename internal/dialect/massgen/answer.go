package massgen

import (
	"encoding/json"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// The strategies of an injection.
const (
	strategyToolResult  = "tool_result"
	strategyUserMessage = "user_message"
)

var decisions = []string{"allow", "deny", "ask"}

// checked keeps the members of an answer that can be used and says what is
// wrong with the others.
func checked(ev hook.Event, def hook.Definition, object hook.Object, duplicates []string) dialect.Answer {
	c := &checker{kit.Checker{Object: object}}
	c.Duplicates(duplicates)
	c.Want(kit.String, "decision", "reason")
	c.Want(kit.Object, "updated_input", "metadata")
	c.Want(kit.Type{Name: "an object {content, strategy}", Is: kit.IsObject}, "inject")
	c.Want(kit.Bool, "allowed")
	c.Want(kit.Type{Name: "a JSON object written as a string", Is: isEncodedObject}, "modified_args")
	c.decision()
	c.injection()
	c.foreign()
	c.withoutEffect(ev)
	answer := dialect.Answer{Status: hook.StatusOK, Output: object, Diagnostics: c.Remarks}
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
type checker struct{ kit.Checker }

// decision removes a decision that MassGen does not know.
func (c *checker) decision() {
	hint := ""
	switch text, _ := c.Object.String("decision"); strings.ToLower(text) {
	case "block", "deny", "denied":
		hint = "; to deny, write \"deny\""
	}
	c.Decision("decision", decisions, hint)
}

// injection removes an injection without usable content, and a strategy that
// is none.
func (c *checker) injection() {
	inject, ok := c.Object.Object("inject")
	if !ok {
		return
	}
	if !kit.IsString(inject["content"]) {
		c.Warnf("wrong-type", "inject.content must be a string; the injection is ignored")
		delete(c.Object, "inject")
		return
	}
	strategy, ok := inject.String("strategy")
	if ok && (strategy == strategyToolResult || strategy == strategyUserMessage) || !inject.Has("strategy") {
		return
	}
	c.Warnf("unknown-strategy", "inject.strategy %s is not known; write %s or %s; the first is used",
		kit.Excerpt(inject["strategy"]), strategyToolResult, strategyUserMessage)
	inject.Set("strategy", strategyToolResult)
	c.Object["inject"] = inject.Raw()
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
	for _, key := range c.Object.Keys() {
		ours, ok := foreignKeys[key]
		for _, known := range ourKeys {
			if key != known && strings.EqualFold(key, known) {
				ours, ok = known, true
			}
		}
		if ok {
			c.Warnf("unknown-key", "%q has no effect in MassGen; write %s", key, ours)
		}
	}
}

// withoutEffect removes what cannot be done at this event.
func (c *checker) withoutEffect(ev hook.Event) {
	if ev.Type.Kind == hook.ToolAfter {
		c.NoEffect(ev.Type.Name, "updated_input", "modified_args")
	} else {
		c.NoEffect(ev.Type.Name, "inject")
	}
}

// isEncodedObject reports whether a value is a string that holds an object.
func isEncodedObject(raw json.RawMessage) bool {
	encoded, ok := jsonx.String(raw)
	if !ok {
		return false
	}
	_, _, err := jsonx.ParseObject([]byte(encoded))
	return err == nil
}
