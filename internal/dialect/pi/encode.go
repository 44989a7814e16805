package pi

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
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
