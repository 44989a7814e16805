package massgen

import (
	"encoding/json"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
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
	said := newAnswer(object, def.DisplayName())
	answer := dialect.Answer{
		Status: hook.StatusOK, Output: object, Diagnostics: c.Diagnostics,
		Decision: said.decision, Reason: said.reason, Meaning: said,
	}
	if said.decision == hook.Deny {
		answer.Status = hook.StatusBlocked
	}
	return answer
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
// is not known.
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

// ownKey is what MassGen calls a member of other agents' answers; "" for other
// members.
func ownKey(foreign string) string {
	switch foreign {
	case "updatedInput":
		return "updated_input"
	case "modifiedArgs":
		return "modified_args"
	case "permissionDecision", "continue":
		return "decision"
	case "hookSpecificOutput":
		return "decision, updated_input and inject at the top"
	case "additionalContext", "systemMessage":
		return "inject: {content, strategy}"
	}
	return ""
}

var ourKeys = []string{"decision", "reason", "updated_input", "inject", "allowed", "modified_args", "metadata"}

// foreign notices members that have no effect and were meant to have one.
func (c *checker) foreign() {
	for _, key := range c.Object.Keys() {
		ours := ownKey(key)
		for _, known := range ourKeys {
			if key != known && strings.EqualFold(key, known) {
				ours = known
			}
		}
		if ours != "" {
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
