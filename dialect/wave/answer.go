package wave

import "github.com/grapnel-hooks/grapnel/hook"

// answer is what one hook said, with Wave's rules for what it means.
type answer struct {
	traits
	data     hook.Object
	specific hook.Object // hookSpecificOutput
}

func newAnswer(ev hook.Event, data hook.Object) answer {
	specific, _ := data.Object("hookSpecificOutput")
	return answer{traits: traitsOf[ev.Type.Name], data: data, specific: specific}
}

// isNo reports whether a decision, spelt in any way, refuses.
func isNo(object hook.Object, key string) bool {
	decision, _ := object.String(key)
	return decision == "block" || decision == "deny"
}

// deniesPlainly reports whether decision says no. It may stand at the top or
// in hookSpecificOutput.
func (a answer) deniesPlainly() bool {
	return isNo(a.data, "decision") || isNo(a.specific, "decision")
}

// deniesPermission reports whether permissionDecision says no. It belongs into
// hookSpecificOutput, but a guard that says no means it wherever it says so.
func (a answer) deniesPermission() bool {
	return a.permission && isNo(a.specific, "permissionDecision") || a.deniesAtTheTop()
}

func (a answer) deniesAtTheTop() bool {
	return a.permission && isNo(a.data, "permissionDecision")
}

func (a answer) denies() bool { return a.deniesPlainly() || a.deniesPermission() }

// verdict is the decision in neutral words.
func (a answer) verdict() hook.Decision {
	if a.denies() {
		return hook.Deny
	}
	permission, _ := a.specific.String("permissionDecision")
	switch {
	case a.permission && permission == "ask":
		return hook.Ask
	case a.permission && permission == "allow":
		return hook.Allow
	}
	return hook.NoDecision
}

func (a answer) stops() bool {
	goOn, said := a.data.Bool("continue")
	return said && !goOn
}

// ownReason is the reason that the hook gave for its verdict, or "".
func (a answer) ownReason() string {
	permission, _ := a.specific.String("permissionDecisionReason")
	if permission == "" && a.deniesAtTheTop() {
		permission, _ = a.data.String("permissionDecisionReason")
	}
	if a.permission && permission != "" && (a.deniesPermission() || !a.denies()) {
		return permission
	}
	if reason, _ := a.data.String("reason"); reason != "" {
		return reason
	}
	if reason, _ := a.specific.String("reason"); reason != "" {
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

func (a answer) stopReason() string {
	if !a.stops() {
		return ""
	}
	reason, _ := a.data.String("stopReason")
	return reason
}

func (a answer) systemMessage() string {
	text, _ := a.data.String("systemMessage")
	return text
}

func (a answer) additionalContext() string {
	text, _ := a.specific.String("additionalContext")
	return text
}
