package kit

import "github.com/grapnel-hooks/grapnel/hook"

// Denied is the outcome of an operation that must not happen, with an answer
// {"decision": "deny", "reason": …}. Dialects that say no in another form replace
// Output.
func Denied(reason string) hook.Outcome {
	return hook.Outcome{Blocked: true, Decision: hook.Deny, Reason: reason, Output: decided(hook.Deny, reason)}
}

// Asked is the outcome of an operation that the user is to decide about, with an
// answer {"decision": "ask", "reason": …}.
func Asked(reason string) hook.Outcome {
	return hook.Outcome{Decision: hook.Ask, Reason: reason, Output: decided(hook.Ask, reason)}
}

func decided(d hook.Decision, reason string) hook.Object {
	output := hook.Object{}
	output.Set("decision", string(d))
	output.Set("reason", reason)
	return output
}
