package massgen

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// EncodeOutcome answers with the merged output as JSON, and always with exit code 0:
// with any other, nobody reads stdout. Even a hook without an opinion prints an
// object, because MassGen reports an empty answer as broken.
func (Dialect) EncodeOutcome(out hook.Outcome) dialect.ProcessResult {
	return dialect.ProcessResult{Stdout: string(out.Output.Raw()) + "\n"}
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
