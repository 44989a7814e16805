package wave

import (
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// readAnswer keeps the members of an answer that mean something on this event
// and says what is wrong with the others. Unknown members stay: they are the
// author's.
func readAnswer(ev hook.Event, run dialect.Exit, f found) dialect.Answer {
	c := &checker{&kit.Checker{Object: f.object, Remarks: f.remarks}, ev.Type.Name, traitsOf[ev.Type.Name]}
	c.Duplicates(f.duplicates)
	c.Want(kit.Bool, "continue")
	c.Want(kit.String, "stopReason", "systemMessage", "reason")
	c.decision()
	c.Want(kit.Object, "hookSpecificOutput")
	c.misspelt("continue", "stopReason", "systemMessage", "decision", "reason", "hookSpecificOutput")
	c.misplaced()
	c.specific()

	said := newAnswer(ev, c.Object)
	c.remarkWhole(said, run.ExitCode)
	answer := dialect.Answer{Status: hook.StatusOK, Output: c.Object, Diagnostics: c.Remarks}
	if said.denies() {
		answer.Status = hook.StatusBlocked
	}
	return answer
}

// checker removes what cannot be used on an event.
type checker struct {
	*kit.Checker
	event  string
	traits traits
}

// decision checks the plain decision, which can only say no.
func (c *checker) decision() {
	hint := ""
	if c.traits.permission {
		hint = "; to allow or to ask, use hookSpecificOutput.permissionDecision"
	}
	c.Decision("decision", []string{"block", "deny"}, hint)
}

// misspelt notices keys that are almost ours, and would be silently without
// effect.
func (c *checker) misspelt(ours ...string) {
	for _, key := range c.Object.Keys() {
		if slices.Contains(ours, key) {
			continue
		}
		if hint := suggest.DidYouMean(key, ours); hint != "" {
			c.Warnf("unknown-key", "%q has no effect; %s", c.Name(key), hint)
		}
	}
}

var permissions = []string{"allow", "deny", "ask", "block"}

// misplaced notices members at the top that belong into hookSpecificOutput.
// Only a no counts here too.
func (c *checker) misplaced() {
	c.Decision("permissionDecision", permissions, "")
	c.Want(kit.String, "permissionDecisionReason")
	no := c.traits.permission && isNo(c.Object, "permissionDecision")
	for _, key := range []string{"permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext"} {
		switch isPermission := strings.HasPrefix(key, "permission"); {
		case !c.Object.Has(key):
		case no && isPermission:
			c.Warnf("misplaced-key", "%q belongs into hookSpecificOutput; that it says no counts here too", key)
		default:
			c.Warnf("misplaced-key", "%q has no effect here; it belongs into hookSpecificOutput", key)
		}
	}
}

// specific checks hookSpecificOutput. Written for another event, all of it is
// void.
func (c *checker) specific() {
	void := false
	c.Inside("hookSpecificOutput", func(inner *kit.Checker) {
		specific := &checker{inner, c.event, c.traits}
		if void = !specific.forThisEvent(); !void {
			specific.members()
		}
	})
	if void {
		delete(c.Object, "hookSpecificOutput")
	}
}

func (c *checker) forThisEvent() bool {
	name, _ := c.Object.String("hookEventName")
	if !c.Object.Has("hookEventName") || name == c.event {
		return true
	}
	c.Warnf("wrong-event", "hookSpecificOutput is for hookEventName %s, but the event is %q; it has no effect", kit.Excerpt(c.Object["hookEventName"]), c.event)
	return false
}

// members checks what stands in hookSpecificOutput, member by member.
func (c *checker) members() {
	c.Decision("permissionDecision", permissions, "")
	c.Want(kit.String, "permissionDecisionReason", "additionalContext", "reason")
	c.Want(kit.Object, "updatedInput")
	c.decision()
	c.misspelt("permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext", "hookEventName", "decision", "reason")
	if !c.traits.permission {
		c.NoEffect(c.event, "permissionDecision", "permissionDecisionReason", "updatedInput")
	}
	if c.traits.context == "" {
		c.NoEffect(c.event, "additionalContext")
	}
	c.Inside("updatedInput", nil)
}

// remarkWhole notices what only the answer as a whole shows.
func (c *checker) remarkWhole(said answer, exitCode int) {
	if said.denies() && said.ownReason() == "" {
		c.Warnf("no-reason", "the hook says no without a reason; the reason is %q", defaultReason)
	}
	if c.traits.permission && said.deniesPlainly() {
		c.Remarks = append(c.Remarks, diag.Infof("old-decision",
			"decision counts on %s too, but its own form is hookSpecificOutput.permissionDecision", c.event))
	}
	if exitCode != 0 {
		c.Warnf("exit-code-unused", "the hook exited with code %d, but its JSON answer counts instead", exitCode)
	}
}
