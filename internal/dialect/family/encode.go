package family

import (
	"cmp"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// EncodeOutcome answers with the merged output as JSON, which all contracts of the
// family read with any exit code. For readers that know nothing else, exit code 2
// says that the operation must not happen, or that the model must read why
// somebody says no, and stderr says why. What went wrong with hooks follows; if
// that is all there is to say, the exit code says so.
func (Dialect) EncodeOutcome(out hook.Outcome) dialect.ProcessResult {
	var answer dialect.ProcessResult
	var lines []string
	if out.Blocked || out.Decision == hook.Deny && !out.Stop {
		answer.ExitCode = ExitBlock
		lines = append(lines, cmp.Or(out.Reason, out.StopReason, defaultReason))
	}
	for _, m := range out.Messages {
		if m.Kind == hook.ErrorMessage {
			lines = append(lines, m.Text)
		}
	}
	if len(lines) > 0 {
		answer.Stderr = strings.Join(lines, "\n") + "\n"
	}
	if len(out.Output) > 0 {
		answer.Stdout = string(out.Output.Raw()) + "\n"
	} else if len(lines) > 0 {
		answer.ExitCode = max(answer.ExitCode, 1)
	}
	return answer
}

// Refuse says no to what hooks can block, in the form that the event has for it.
func (d Dialect) Refuse(ev hook.Event, reason string) (answer dialect.ProcessResult, ok bool) {
	if !d.Contract.Traits(ev.Type.Name).Blocks {
		return answer, false
	}
	out := kit.Denied(reason)
	out.Output = d.no(ev, reason).Output
	return d.EncodeOutcome(out), true
}

// AskUser leaves an operation to the user, where the event has permissions.
func (d Dialect) AskUser(ev hook.Event, reason string) (answer dialect.ProcessResult, ok bool) {
	if d.Contract.Traits(ev.Type.Name).Permission != PermissionDecision {
		return answer, false
	}
	output := specificOutput(ev, "permissionDecision", string(hook.Ask), "permissionDecisionReason", reason)
	return d.EncodeOutcome(hook.Outcome{Decision: hook.Ask, Reason: reason, Output: output}), true
}
