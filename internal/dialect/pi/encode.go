package pi

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// EncodeOutcome answers with the merged output as JSON. A block is exit code 2, which
// every version of pi understands; JSON goes with it only if there is more to
// say than the reason, which is on stderr.
func (Dialect) EncodeOutcome(out hook.Outcome) dialect.ProcessResult {
	var answer dialect.ProcessResult
	if out.Blocked {
		answer.Stderr, answer.ExitCode = out.Reason+"\n", exitBlock
		if !out.Output.Has("additionalContext") {
			return answer
		}
	}
	if len(out.Output) > 0 {
		answer.Stdout = string(out.Output.Raw()) + "\n"
	}
	return answer
}

// Refuse says no to a tool, which is all that hooks can block.
func (d Dialect) Refuse(ev hook.Event, reason string) (answer dialect.ProcessResult, ok bool) {
	if ev.Type.Kind != hook.ToolBefore {
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
