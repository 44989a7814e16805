package family

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
func (d Dialect) readAnswer(ev hook.Event, run dialect.Exit, f found) dialect.Answer {
	c := &checker{
		Checker:  &kit.Checker{Object: f.object, Diagnostics: f.diagnostics},
		contract: d.Contract, event: ev.Type.Name, traits: d.Contract.Traits(ev.Type.Name),
	}
	flawed := c.hasNull()
	c.Duplicates(f.duplicates)
	c.common()
	c.misplaced()
	c.specific()

	w := words{data: c.Object, traits: c.traits}
	w.specific, _ = c.Object.Object("hookSpecificOutput")
	if c.traits.Permission == BehaviorDecision {
		w.specific = byBehavior(w.specific)
	}
	meaning := w.meaning()
	c.reportWhole(w, meaning, run.ExitCode)
	said := dialect.Answer{Status: hook.StatusOK, Output: c.Object, Diagnostics: c.Diagnostics, Meaning: meaning}
	if meaning.denies() {
		said.Status = hook.StatusBlocked
	}
	switch failed := run.ExitCode != 0 && run.ExitCode != ExitBlock; {
	case flawed || slices.ContainsFunc(c.Diagnostics, d.Contract.Strictness.isFlaw):
		return d.voided(said, meaning, "an answer with such a mistake")
	case failed && d.Contract.FailureVoids:
		return d.voided(said, meaning, "the answer of a hook that failed")
	}
	return said
}

// isFlaw reports whether a diagnostic is about a mistake for which a product
// ignores a whole answer.
func (s Strictness) isFlaw(d hook.Diagnostic) bool {
	switch d.Code {
	case "wrong-type", "unknown-decision", "wrong-event", "no-event":
		return s != Lenient
	case "unknown-key", "misplaced-key", "no-effect", "no-allow":
		return s == NoUnknowns
	}
	return false
}

// voided is what is left of an answer that a product ignores as a whole: nothing,
// unless it says no or stops the agent.
func (d Dialect) voided(said dialect.Answer, meaning *answer, what string) dialect.Answer {
	product := d.Contract.Product
	if !meaning.denies() && !meaning.stop {
		bad := kit.Bad("%s ignores %s as a whole", product, what)
		bad.Diagnostics = append(said.Diagnostics, bad.Diagnostics...)
		return bad
	}
	said.Diagnostics = append(said.Diagnostics, diag.Warnf("bad-output",
		"%s itself ignores %s as a whole and goes on; here it still counts", product, what))
	return said
}

// checker removes what cannot be used on an event.
type checker struct {
	*kit.Checker
	contract *Contract
	event    string
	traits   Traits
}

// hasNull reports whether a member that counts is null, and says so for
// contracts in which that is a mistake.
func (c *checker) hasNull() bool {
	if c.contract.Strictness != NoNulls {
		return false
	}
	found := false
	for _, key := range topKeys() {
		if value, ok := c.Object[key]; ok && string(value) == "null" {
			found = true
			c.Warnf("null", "%s is null", c.Name(key))
		}
	}
	return found
}

// topKeys are the members that count at the top of an answer.
func topKeys() []string {
	return []string{"continue", "stopReason", "systemMessage", "suppressOutput", "decision", "reason", "hookSpecificOutput"}
}

// common checks the members at the top.
func (c *checker) common() {
	c.Want(kit.Bool, "continue", "suppressOutput")
	c.Want(kit.String, "stopReason", "systemMessage", "reason")
	c.decision()
	c.Want(kit.Object, "hookSpecificOutput")
	c.misspelt(topKeys()...)
	if c.traits.NeverStops {
		c.NoEffect(c.event, "continue", "stopReason")
	}
}

// decision checks the plain decision. One that says no in another contract's
// word still says no.
func (c *checker) decision() {
	known := c.contract.Decisions
	if isNo(c.Object, "decision") {
		if word, _ := c.Object.String("decision"); !slices.Contains(known, word) {
			c.Warnf("unknown-decision", "%s: %q is not one of %s; it counts as a no", c.Name("decision"), word, strings.Join(known, ", "))
		}
		return
	}
	hint := ""
	if c.traits.Permission == PermissionDecision {
		hint = "; to allow or to ask, use hookSpecificOutput.permissionDecision"
	}
	c.Decision("decision", known, hint)
}

// misspelt notices keys that are almost ours, and would be silently without
// effect. Contracts without unknown members say so about all others, too.
func (c *checker) misspelt(ours ...string) {
	for _, key := range c.Object.Keys() {
		hint := suggest.DidYouMean(key, ours)
		switch {
		case slices.Contains(ours, key) || slices.Contains(specificKeys(), key):
		case hint != "":
			c.Warnf("unknown-key", "%q has no effect; %s", c.Name(key), hint)
		case c.contract.Strictness == NoUnknowns:
			c.Warnf("unknown-key", "%q is not known here", c.Name(key))
		}
	}
}

// specificKeys are the members that count in hookSpecificOutput; elsewhere they
// are misplaced.
func specificKeys() []string {
	return []string{"permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext"}
}

// misplaced notices members at the top that belong into hookSpecificOutput.
// Only a no counts here too.
func (c *checker) misplaced() {
	c.Decision("permissionDecision", c.contract.Permissions, "")
	c.Want(kit.String, "permissionDecisionReason")
	no := c.traits.Permission != NoPermission && isNo(c.Object, "permissionDecision")
	for _, key := range specificKeys() {
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
// ignored.
func (c *checker) specific() {
	void := false
	c.Inside("hookSpecificOutput", func(inner *kit.Checker) {
		specific := &checker{inner, c.contract, c.event, c.traits}
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
	switch {
	case name == c.event:
	case c.Object.Has("hookEventName"):
		c.Warnf("wrong-event", "hookSpecificOutput is for hookEventName %s, but the event is %q; it has no effect", kit.Excerpt(c.Object["hookEventName"]), c.event)
		return false
	case c.contract.Strictness != Lenient:
		c.Warnf("no-event", "hookSpecificOutput has no hookEventName; write \"hookEventName\": %q", c.event)
	}
	return true
}

// members checks hookSpecificOutput, member by member.
func (c *checker) members() {
	c.Decision("permissionDecision", c.contract.Permissions, "")
	c.Want(kit.String, "permissionDecisionReason", "additionalContext", "reason")
	c.Want(kit.Object, "updatedInput")
	if c.traits.Permission == BehaviorDecision {
		c.behavior()
	} else {
		c.decision()
	}
	c.misspelt(append(specificKeys(), "hookEventName", "decision", "reason")...)
	if c.traits.Permission != PermissionDecision {
		c.NoEffect(c.event, "permissionDecision", "permissionDecisionReason", "updatedInput")
	}
	if c.traits.Context == "" && !c.traits.ContextDenies {
		c.NoEffect(c.event, "additionalContext")
	}
	if permission, _ := c.Object.String("permissionDecision"); c.traits.RewriteNeedsAllow && permission != "allow" && c.Object.Has("updatedInput") {
		c.Warnf("no-allow", "%s has no effect without \"permissionDecision\": \"allow\"", c.Name("updatedInput"))
		delete(c.Object, "updatedInput")
	}
	c.Inside("updatedInput", nil)
}

// reportWhole notices what only the answer as a whole shows.
func (c *checker) reportWhole(w words, meaning *answer, exitCode int) {
	if meaning.denies() && meaning.reason == defaultReason && w.ownReason() == "" {
		c.Warnf("no-reason", "the hook says no without a reason; the reason is %q", defaultReason)
	}
	if c.traits.Permission == PermissionDecision && w.saysNo() {
		c.Diagnostics = append(c.Diagnostics, diag.Infof("old-decision",
			"decision counts on %s too, but its own form is hookSpecificOutput.permissionDecision", c.event))
	}
	if meaning.deferred && meaning.decision == hook.Ask {
		c.Diagnostics = append(c.Diagnostics, diag.Infof("deferred", "the hook defers the question; it counts as ask"))
	}
	agrees := exitCode == ExitBlock && (c.contract.ExitDenies || meaning.denies())
	if exitCode != 0 && !agrees {
		c.Warnf("exit-code-unused", "the hook exited with code %d, but its JSON answer counts instead", exitCode)
	}
}

// behavior checks the decision of a contract that has an object for it.
func (c *checker) behavior() {
	c.Want(kit.Object, "decision")
	c.Inside("decision", func(inner *kit.Checker) {
		inner.Decision("behavior", []string{"allow", "deny"}, "")
		inner.Want(kit.String, "message")
		inner.Want(kit.Object, "updatedInput")
		inner.Want(kit.Bool, "interrupt")
		inner.Inside("updatedInput", nil)
	})
}

// byBehavior returns hookSpecificOutput with its decision in the words of
// permissionDecision.
func byBehavior(specific hook.Object) hook.Object {
	decision, ok := specific.Object("decision")
	if !ok {
		return specific
	}
	plain := hook.Object{}.Overlay(specific)
	delete(plain, "decision")
	for from, to := range map[string]string{
		"behavior": "permissionDecision", "message": "permissionDecisionReason", "updatedInput": "updatedInput", "interrupt": "interrupt",
	} {
		if decision.Has(from) {
			plain[to] = decision[from]
		}
	}
	return plain
}

// behavior writes a decision as an object.
func behavior(decision hook.Decision, reason string, input []byte) hook.Object {
	object := hook.Object{}
	object.Set("behavior", string(decision))
	object.SetText("message", reason)
	if input != nil {
		object["updatedInput"] = input
	}
	return object
}
