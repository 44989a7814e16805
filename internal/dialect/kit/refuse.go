package kit

import "github.com/grapnel-hooks/grapnel/hook"

// Denied is the outcome of an operation that must not happen, with an answer
// {"decision": "deny", "reason": …}. Dialects that say no in another form replace
// Output.
func Denied(reason string) hook.Outcome {
	output := hook.Object{}
	output.Set("decision", string(hook.Deny))
	output.Set("reason", reason)
	return hook.Outcome{Blocked: true, Decision: hook.Deny, Reason: reason, Output: output}
}
