package config

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Untrusted is the code of the diagnostic that says that hooks do not run
// because the user does not trust where they come from.
const Untrusted = "untrusted"

// skipUntrusted skips a file that is not trusted: its hooks, and everything it
// says about those of others, even if it is broken.
func (s *Set) skipUntrusted(from dialect.Location, c dialect.Config, err error) {
	if err != nil {
		s.Diagnostics = append(s.Diagnostics, diag.Warnf(Untrusted, "%s is not trusted and cannot be read: %v", from.Path, err))
		return
	}
	for _, def := range c.Definitions {
		s.Skipped = append(s.Skipped, dialect.Skipped{Definition: def, Reason: Untrusted, Why: from.Untrusted})
	}
	if n := len(c.Definitions); n > 0 {
		s.Diagnostics = append(s.Diagnostics, diag.Warnf(Untrusted, "the hooks of this file (%d) do not run: %s", n, from.Untrusted).
			At(hook.Position{File: from.Path}))
	}
}
