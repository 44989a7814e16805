package massgen

import (
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
)

// The strategies of an injection.
const (
	strategyToolResult  = "tool_result"
	strategyUserMessage = "user_message"
)

// answer is what one hook said: the meaning of its output.
type answer struct {
	decision hook.Decision
	reason   string          // a deny always has one
	input    json.RawMessage // that the tool is to get in place of its own; nil if none
	text     string          // to add to what the model reads
	strategy string          // where it goes
}

// newAnswer understands the output of the hook of this name.
func newAnswer(output hook.Object, name string) *answer {
	a := &answer{decision: decisionOf(output), input: rewrittenInput(output)}
	a.reason = reasonOf(output, a.decision, name)
	inject, _ := output.Object("inject")
	a.text, _ = inject.String("content")
	if a.strategy, _ = inject.String("strategy"); a.strategy == "" {
		a.strategy = strategyToolResult
	}
	return a
}

// decisionOf is what an output decides. A deny in either of its spellings counts,
// whatever the other says.
func decisionOf(output hook.Object) hook.Decision {
	decision, _ := output.String("decision")
	allowed, legacy := output.Bool("allowed")
	switch {
	case decision == "deny" || legacy && !allowed:
		return hook.Deny
	case decision == "ask":
		return hook.Ask
	case decision == "allow" || legacy:
		return hook.Allow
	}
	return hook.NoDecision
}

// reasonOf is why the hook of this name decided as it did.
func reasonOf(output hook.Object, decision hook.Decision, name string) string {
	if reason, _ := output.String("reason"); reason != "" || decision != hook.Deny {
		return reason
	}
	metadata, _ := output.Object("metadata")
	if reason, _ := metadata.String("reason"); reason != "" {
		return reason
	}
	return "Denied by hook " + name
}

// rewrittenInput is the input that the tool is to get, or nil.
func rewrittenInput(output hook.Object) json.RawMessage {
	if encoded, ok := output.String("modified_args"); ok {
		return json.RawMessage(encoded)
	}
	if output.Has("updated_input") {
		return output["updated_input"]
	}
	return nil
}
