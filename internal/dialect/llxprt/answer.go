package llxprt

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// Output is a hook's answer, or several merged ones, with LLxprt's rules for
// what it means.
type Output struct {
	kit.Common
	// compat says that permissionDecision counts beside decision.
	compat bool
}

// NewOutput reads an answer by its common fields alone, whatever its event. It
// does not look at hookSpecificOutput.permissionDecision.
func NewOutput(data hook.Object) Output {
	return Output{Common: kit.NewCommon(data)}
}

// NewSpecificOutput reads an answer with everything its event allows: on
// BeforeTool, permissionDecision and permissionDecisionReason too.
func NewSpecificOutput(event string, data hook.Object) Output {
	return Output{Common: kit.NewCommon(data), compat: event == BeforeTool}
}

// Decision returns the decision as it was spelt, or "".
func (o Output) Decision() string {
	decision, _ := o.Data.String("decision")
	return decision
}

// IsBlocking reports whether the answer says block or deny.
func (o Output) IsBlocking() bool {
	if denies(o.Decision()) {
		return true
	}
	permission, _ := o.Specific.String("permissionDecision")
	return o.compat && denies(permission)
}

func denies(decision string) bool { return neutral(decision) == hook.Deny }

// verdict is what the answer decides.
func (o Output) verdict() hook.Decision {
	if o.IsBlocking() {
		return hook.Deny
	}
	decision := o.Decision()
	if permission, ok := o.Specific.String("permissionDecision"); ok && o.compat && decision == "" {
		decision = permission
	}
	return neutral(decision)
}

// neutral is a decision in neutral words.
func neutral(decision string) hook.Decision {
	switch decision {
	case "block", "deny":
		return hook.Deny
	case "ask":
		return hook.Ask
	case "allow", "approve":
		return hook.Allow
	}
	return hook.NoDecision
}

// EffectiveReason returns why: permissionDecisionReason where it counts, else
// reason, else the default text if the answer blocks.
func (o Output) EffectiveReason() string {
	if reason, _ := o.Specific.String("permissionDecisionReason"); o.compat && reason != "" {
		return reason
	}
	if reason, _ := o.Data.String("reason"); reason != "" {
		return reason
	}
	if o.IsBlocking() {
		return defaultReason
	}
	return ""
}
