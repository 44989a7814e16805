package config

import (
	"errors"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules"
)

// checkConditions compiles the conditions of a file's definitions. A mistake in
// one makes the file unusable: a rule that never applies is worse than none,
// because somebody relies on it.
func checkConditions(c *dialect.Config) error {
	var mistakes []error
	for _, d := range rules.Check(c.Definitions) {
		if d.Level == hook.LevelError {
			mistakes = append(mistakes, document.Errorf(d.Position, "%s", d.Problem))
			continue
		}
		c.Diagnostics = append(c.Diagnostics, d)
	}
	return errors.Join(mistakes...)
}
