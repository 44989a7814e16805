package llxprt

import "github.com/grapnel-hooks/grapnel/hook"

// Output is a hook's answer, or several merged ones, with LLxprt's rules for
// what it means.
type Output struct {
	Data     hook.Object
	Specific hook.Object // hookSpecificOutput
	// compat says that permissionDecision counts beside decision.
	compat bool
}

// NewOutput reads an answer by its common fields alone, whatever its event. It
// does not look at hookSpecificOutput.permissionDecision.
func NewOutput(data hook.Object) Output {
	specific, _ := data.Object("hookSpecificOutput")
	return Output{Data: data, Specific: specific}
}

// NewSpecificOutput reads an answer with everything its event allows: on
// BeforeTool, permissionDecision and permissionDecisionReason too.
func NewSpecificOutput(event string, data hook.Object) Output {
	o := NewOutput(data)
	o.compat = event == BeforeTool
	return o
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

// ShouldStop reports whether the answer ends the agent loop.
func (o Output) ShouldStop() bool {
	goOn, said := o.Data.Bool("continue")
	return said && !goOn
}

// StopReason returns why the loop ends, if it does.
func (o Output) StopReason() string {
	if !o.ShouldStop() {
		return ""
	}
	reason, _ := o.Data.String("stopReason")
	return reason
}

// SystemMessage returns a text for the model.
func (o Output) SystemMessage() string {
	text, _ := o.Data.String("systemMessage")
	return text
}

// AdditionalContext returns the text to add to the model's context.
func (o Output) AdditionalContext() string {
	text, _ := o.Specific.String("additionalContext")
	return text
}

// meaning is what Read understands: an answer, and the objects in it that are
// merged member by member. Those that it does not have are nil.
type meaning struct {
	Output
	toolInput, request, toolConfig hook.Object
}

func newMeaning(event string, data hook.Object) *meaning {
	m := &meaning{Output: NewSpecificOutput(event, data)}
	m.toolInput, _ = m.Specific.Object("tool_input")
	m.request, _ = m.Specific.Object("llm_request")
	m.toolConfig, _ = m.Specific.Object("toolConfig")
	return m
}
