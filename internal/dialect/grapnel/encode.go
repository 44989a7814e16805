package grapnel

import (
	"cmp"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// EncodeOutcome answers as a native hook: with the merged answer, or with exit
// code 2 and the reason if that is all there is to say.
func (Dialect) EncodeOutcome(out hook.Outcome) dialect.ProcessResult {
	if out.Blocked && !out.Stop {
		return dialect.ProcessResult{Stderr: cmp.Or(out.Reason, "Denied.") + "\n", ExitCode: exitDeny}
	}
	if len(out.Output) == 0 {
		return dialect.ProcessResult{}
	}
	return dialect.ProcessResult{Stdout: string(out.Output.Raw()) + "\n"}
}

// Refuse says no to what hooks can keep from happening.
func (d Dialect) Refuse(ev hook.Event, reason string) (answer dialect.ProcessResult, ok bool) {
	if !isGuarded(ev.Type.Kind) && ev.Type.Kind != hook.AgentStop {
		return answer, false
	}
	return d.EncodeOutcome(kit.Denied(reason)), true
}

// AskUser leaves an operation to the user.
func (d Dialect) AskUser(ev hook.Event, reason string) (answer dialect.ProcessResult, ok bool) {
	if ev.Type.Kind != hook.ToolBefore {
		return answer, false
	}
	return d.EncodeOutcome(kit.Asked(reason)), true
}
