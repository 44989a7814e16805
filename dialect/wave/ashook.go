package wave

import (
	"strings"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
)

// AsHook answers with the merged output as JSON. A no is also said by exit code
// 2 with the reason on stderr, for readers that know nothing else; Wave reads
// the JSON with any exit code. If hooks failed and nobody said anything, that
// is what the answer says.
func (Dialect) AsHook(out hook.Outcome) dialect.HookAnswer {
	if len(out.Output) == 0 {
		return failedHook(out)
	}
	answer := dialect.HookAnswer{Stdout: string(out.Output.Raw()) + "\n"}
	if out.Decision == hook.Deny {
		answer.Stderr, answer.ExitCode = out.Reason+"\n", exitBlock
	}
	return answer
}

func failedHook(out hook.Outcome) dialect.HookAnswer {
	var errors []string
	for _, m := range out.Messages {
		if m.Kind == hook.ErrorMessage {
			errors = append(errors, m.Text)
		}
	}
	if len(errors) == 0 {
		return dialect.HookAnswer{}
	}
	return dialect.HookAnswer{Stderr: strings.Join(errors, "\n") + "\n", ExitCode: 1}
}
