package llxprt

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// EncodeOutcome answers with the merged output as JSON. A block that says nothing
// else is also said by exit code 2, which every reader understands; anything
// richer needs exit code 0, because with 2 nobody reads stdout.
func (Dialect) EncodeOutcome(out hook.Outcome) dialect.ProcessResult {
	if len(out.Output) == 0 {
		return dialect.ProcessResult{}
	}
	answer := dialect.ProcessResult{Stdout: string(out.Output.Raw()) + "\n"}
	for key := range out.Output {
		if key != "decision" && key != "reason" {
			return answer
		}
	}
	if out.Decision == hook.Deny {
		answer.Stderr, answer.ExitCode = out.Reason+"\n", exitBlock
	}
	return answer
}

// Refuse says no to what hooks can block: tools and model calls.
func (d Dialect) Refuse(ev hook.Event, reason string) (answer dialect.ProcessResult, ok bool) {
	if ev.Type.Kind != hook.ToolBefore && ev.Type.Kind != hook.ModelBefore {
		return answer, false
	}
	return d.EncodeOutcome(kit.Denied(reason)), true
}

// AskUser leaves a tool call to the user.
func (d Dialect) AskUser(ev hook.Event, reason string) (answer dialect.ProcessResult, ok bool) {
	if ev.Type.Kind != hook.ToolBefore {
		return answer, false
	}
	return d.EncodeOutcome(kit.Asked(reason)), true
}
