package joint

import (
	"fmt"

	"github.com/grapnel-hooks/grapnel/hook"
)

// OnFailure returns an outcome in which hooks that could not do their work count
// as a decision, before an operation. Without one, their contracts have decided
// already.
func OnFailure(kind hook.Kind, out hook.Outcome, decision hook.Decision) hook.Outcome {
	if decision != hook.Deny && decision != hook.Ask || !Operation(kind) {
		return out
	}
	m := merger{kind: kind, out: out, dialects: []string{out.Dialect}, stops: []string{out.StopReason}}
	m.reasons = []reason{{out.Decision, out.Reason}}
	for _, r := range out.Hooks {
		if why := failure(r); why != "" {
			m.decide(decision, decision == hook.Deny, fmt.Sprintf("hook %q %s", r.Name, why))
		}
	}
	return m.outcome()
}

// failure says how a hook failed to do its work; "" if it did it.
func failure(r hook.Result) string {
	switch r.Status {
	case hook.StatusFailed:
		return fmt.Sprintf("failed with exit code %d", r.ExitCode)
	case hook.StatusTimeout:
		return "took too long"
	case hook.StatusKilled:
		return "was ended: " + r.Error
	case hook.StatusSpawnError:
		return "could not be started: " + r.Error
	case hook.StatusBadOutput:
		return "gave an answer that cannot be understood"
	}
	return ""
}
