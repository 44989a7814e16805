package wave

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/suggest"
)

// readAnswer keeps the members of an answer that mean something on this event
// and says what is wrong with the others. Unknown members stay: they are the
// author's.
func readAnswer(ev hook.Event, run dialect.Run, f found) dialect.Answer {
	c := &checker{event: ev.Type.Name, traits: traitsOf[ev.Type.Name], object: f.object, remarks: f.remarks}
	c.duplicates(f.duplicates)
	c.want("continue", "true or false", isBool)
	c.want("stopReason", "a string", isString)
	c.want("systemMessage", "a string", isString)
	c.want("reason", "a string", isString)
	c.decision("decision", "block", "deny")
	c.want("hookSpecificOutput", "an object", isObject)
	c.misspelt("continue", "stopReason", "systemMessage", "decision", "reason", "hookSpecificOutput")
	c.specific()

	said := newAnswer(ev, c.object)
	answer := dialect.Answer{Status: hook.StatusOK, Output: c.object}
	if said.denies() {
		answer.Status = hook.StatusBlocked
	}
	c.remarkWhole(said, run.ExitCode)
	answer.Diagnostics = c.remarks
	return answer
}

// checker removes what cannot be used from an object.
type checker struct {
	event   string
	traits  traits
	object  hook.Object
	path    string
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
		c.warnf("wrong-type", "%s%s must be %s, not %s; it is ignored", c.path, key, what, excerpt(value))
	}
	delete(c.object, key)
}

func (c *checker) duplicates(keys []string) {
	for _, key := range keys {
		c.warnf("duplicate-key", "%q stands twice in the answer; the last one counts", c.path+key)
	}
}

// decision removes a decision that is none of those that are known.
func (c *checker) decision(key string, known ...string) {
	c.want(key, "a string", isString)
	text, ok := c.object.String(key)
	if !ok || slices.Contains(known, text) {
		return
	}
	hint := ""
	if key == "decision" && c.traits.permission {
		hint = "; to allow or to ask, use hookSpecificOutput.permissionDecision"
	}
	c.warnf("unknown-decision", "%s%s: %q is no decision (these are: %s) and is ignored%s", c.path, key, text, strings.Join(known, ", "), hint)
	delete(c.object, key)
}

// misspelt notices keys that are almost ours, and would be silently without
// effect.
func (c *checker) misspelt(ours ...string) {
	for _, key := range c.object.Keys() {
		if slices.Contains(ours, key) {
			continue
		}
		if hint := suggest.DidYouMean(key, ours); hint != "" {
			c.warnf("unknown-key", "%q has no effect%s", c.path+key, hint)
		}
	}
}

// specific checks hookSpecificOutput. Written for another event, all of it is
// void.
func (c *checker) specific() {
	object, duplicates, err := hook.ParseObject(c.object["hookSpecificOutput"])
	if err != nil {
		return // there is none
	}
	inner := &checker{event: c.event, traits: c.traits, object: object, path: "hookSpecificOutput."}
	inner.duplicates(duplicates)
	if inner.forThisEvent() {
		inner.members()
		c.object["hookSpecificOutput"] = inner.object.Raw()
	} else {
		delete(c.object, "hookSpecificOutput")
	}
	c.remarks = append(c.remarks, inner.remarks...)
}

func (c *checker) forThisEvent() bool {
	name, _ := c.object.String("hookEventName")
	if !c.object.Has("hookEventName") || name == c.event {
		return true
	}
	c.warnf("wrong-event", "hookSpecificOutput is for hookEventName %s, but the event is %q; it has no effect", excerpt(c.object["hookEventName"]), c.event)
	return false
}

// members checks what stands in hookSpecificOutput, member by member.
func (c *checker) members() {
	c.decision("permissionDecision", "allow", "deny", "ask", "block")
	c.want("permissionDecisionReason", "a string", isString)
	c.want("updatedInput", "an object", isObject)
	c.want("additionalContext", "a string", isString)
	c.decision("decision", "block", "deny")
	c.want("reason", "a string", isString)
	ours := []string{"permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext"}
	c.misspelt(append(ours, "hookEventName", "decision", "reason")...)
	for _, key := range ours {
		counts := c.traits.permission
		if key == "additionalContext" {
			counts = c.traits.context != ""
		}
		if c.object.Has(key) && !counts {
			c.warnf("no-effect", "%s%s has no effect on %s", c.path, key, c.event)
			delete(c.object, key)
		}
	}
	if input, duplicates, err := hook.ParseObject(c.object["updatedInput"]); err == nil {
		for _, key := range duplicates {
			c.warnf("duplicate-key", "%q stands twice in the answer; the last one counts", c.path+"updatedInput."+key)
		}
		c.object["updatedInput"] = input.Raw()
	}
}

// remarkWhole notices what only the answer as a whole shows.
func (c *checker) remarkWhole(said answer, exitCode int) {
	if said.denies() && said.ownReason() == "" {
		c.warnf("no-reason", "the hook says no without a reason; the reason is %q", defaultReason)
	}
	if c.traits.permission && said.deniesPlainly() {
		c.remarks = append(c.remarks, hook.Infof("old-decision",
			"decision counts on %s too, but its own form is hookSpecificOutput.permissionDecision", c.event))
	}
	if exitCode != 0 {
		c.warnf("exit-code-unused", "the hook exited with code %d, but its JSON answer counts instead", exitCode)
	}
}

func isString(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '"' }
func isObject(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '{' }
func isBool(raw json.RawMessage) bool   { return string(raw) == "true" || string(raw) == "false" }
