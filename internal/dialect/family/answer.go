package family

import (
	"cmp"
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
)

// defaultReason is why a hook says no that does not say why.
const defaultReason = "Blocked by hook"

// answer is what one hook said: the meaning of its output.
type answer struct {
	decision      hook.Decision
	deferred      bool   // an ask that was said as "defer"
	reason        string // for the decision; a no always has one
	stop          bool
	stopReason    string
	systemMessage string
	context       string
	input         json.RawMessage // that the tool is to get; nil if it keeps its own
}

// denies reports whether the hook says no.
func (a *answer) denies() bool { return a.decision == hook.Deny }

// isNo reports whether a decision, spelt in any way, refuses.
func isNo(object hook.Object, key string) bool {
	decision, _ := object.String(key)
	return decision == "block" || decision == "deny"
}

// words is an answer's JSON, of which check has left what counts.
type words struct {
	data, specific hook.Object // specific is hookSpecificOutput
	traits         Traits
}

// meaning understands an answer.
func (w words) meaning() *answer {
	a := &answer{decision: w.decision()}
	if goOn, said := w.data.Bool("continue"); said && !goOn {
		a.stop = true
		a.stopReason, _ = w.data.String("stopReason")
	}
	if a.stop && w.traits.StopDenies {
		a.decision, a.reason = hook.Deny, cmp.Or(w.ownReason(), a.stopReason)
		a.stop, a.stopReason = false, ""
	}
	a.systemMessage, _ = w.data.String("systemMessage")
	a.context, _ = w.specific.String("additionalContext")
	permission, _ := w.specific.String("permissionDecision")
	a.deferred = permission == "defer"
	if _, ok := w.specific.Object("updatedInput"); ok && w.traits.Permission != NoPermission {
		a.input = w.specific["updatedInput"]
	}
	if w.traits.ContextDenies && a.context != "" && !a.denies() {
		a.decision, a.reason = hook.Deny, a.context
	}
	if a.reason == "" {
		a.reason = w.ownReason()
	}
	if a.denies() {
		a.reason = cmp.Or(a.reason, defaultReason)
	}
	interrupts, _ := w.specific.Bool("interrupt")
	if a.denies() && (w.traits.DenyStops || interrupts) && !a.stop {
		a.stop, a.stopReason = true, a.reason
	}
	return a
}

// saysNo reports whether the plain decision refuses. It may be at the top or in
// hookSpecificOutput.
func (w words) saysNo() bool { return isNo(w.data, "decision") || isNo(w.specific, "decision") }

// refuses reports whether permissionDecision says no. Its place is
// hookSpecificOutput, but a guard that says no means it wherever it says so.
func (w words) refuses() bool {
	return w.traits.Permission != NoPermission && (isNo(w.specific, "permissionDecision") || isNo(w.data, "permissionDecision"))
}

// decision is what the answer decides, in neutral words. To defer a question is
// to ask it later.
func (w words) decision() hook.Decision {
	if w.saysNo() || w.refuses() {
		return hook.Deny
	}
	if w.traits.Permission == NoPermission {
		return hook.NoDecision
	}
	switch permission, _ := w.specific.String("permissionDecision"); permission {
	case "ask", "defer":
		return hook.Ask
	case "allow":
		return hook.Allow
	}
	if plain, _ := w.data.String("decision"); plain == "approve" {
		return hook.Allow
	}
	return hook.NoDecision
}

// ownReason is the reason that the hook gave for its decision, or "".
func (w words) ownReason() string {
	permission, _ := w.specific.String("permissionDecisionReason")
	if permission == "" && isNo(w.data, "permissionDecision") {
		permission, _ = w.data.String("permissionDecisionReason")
	}
	if w.traits.Permission != NoPermission && permission != "" && (w.refuses() || !w.saysNo()) {
		return permission
	}
	for _, object := range []hook.Object{w.data, w.specific} {
		if reason, _ := object.String("reason"); reason != "" {
			return reason
		}
	}
	return permission
}
