package massgen

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// EncodeOutcome answers with the merged output as JSON, and always with exit code 0:
// with any other, nobody reads stdout. Even a hook without an opinion prints an
// object, because MassGen reports an empty answer as broken.
func (Dialect) EncodeOutcome(out hook.Outcome) dialect.ProcessResult {
	return dialect.ProcessResult{Stdout: string(out.Output.Raw()) + "\n"}
}
