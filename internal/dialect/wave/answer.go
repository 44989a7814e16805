package wave

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// answer is what one hook said, with Wave's rules for what it means.
type answer struct {
	kit.Common
	traits
}

func newAnswer(ev hook.Event, data hook.Object) answer {
	return answer{Common: kit.NewCommon(data), traits: traitsOf[ev.Type.Name]}
}

// isNo reports whether a decision, spelt in any way, refuses.
func isNo(object hook.Object, key string) bool {
	decision, _ := object.String(key)
	return decision == "block" || decision == "deny"
}

// deniesPlainly reports whether decision says no. It may stand at the top or
// in hookSpecificOutput.
func (a answer) deniesPlainly() bool {
	return isNo(a.Data, "decision") || isNo(a.Specific, "decision")
}

// deniesPermission reports whether permissionDecision says no. It belongs into
// hookSpecificOutput, but a guard that says no means it wherever it says so.
func (a answer) deniesPermission() bool {
	return a.permission && isNo(a.Specific, "permissionDecision") || a.deniesAtTheTop()
}

func (a answer) deniesAtTheTop() bool {
	return a.permission && isNo(a.Data, "permissionDecision")
}

func (a answer) denies() bool { return a.deniesPlainly() || a.deniesPermission() }

// verdict is the decision in neutral words.
func (a answer) verdict() hook.Decision {
	if a.denies() {
		return hook.Deny
	}
	permission, _ := a.Specific.String("permissionDecision")
	switch {
	case a.permission && permission == "ask":
		return hook.Ask
	case a.permission && permission == "allow":
		return hook.Allow
	}
	return hook.NoDecision
}

// ownReason is the reason that the hook gave for its verdict, or "".
func (a answer) ownReason() string {
	permission, _ := a.Specific.String("permissionDecisionReason")
	if permission == "" && a.deniesAtTheTop() {
		permission, _ = a.Data.String("permissionDecisionReason")
	}
	if a.permission && permission != "" && (a.deniesPermission() || !a.denies()) {
		return permission
	}
	if reason, _ := a.Data.String("reason"); reason != "" {
		return reason
	}
	if reason, _ := a.Specific.String("reason"); reason != "" {
		return reason
	}
	return permission
}

// reason is the one to tell; a no always has one.
func (a answer) reason() string {
	if reason := a.ownReason(); reason != "" || !a.denies() {
		return reason
	}
	return defaultReason
}
