package check

import (
	"cmp"
	"errors"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

// aboutFiring is a diagnostic for those who run hooks. All agents' hooks are
// checked, whichever is meant.
const aboutFiring = "no-agent"

// reading returns what reading the configuration has shown.
func (c *Config) reading() []Finding {
	var found []Finding
	for _, d := range c.Set.Diagnostics {
		if d.Code == aboutFiring {
			continue
		}
		found = append(found, Finding{
			Level: d.Level, Check: d.Code, Message: d.Problem, Fix: d.Fix, Position: d.Position, instead: d.Instead,
		})
	}
	for _, err := range separate(c.Set.Err) {
		f := Finding{Level: hook.LevelError, Check: "unusable-config", Message: err.Error()}
		var located *document.Error
		if errors.As(err, &located) {
			f.Position, f.Message, f.Fix = located.Pos, located.Err.Error(), located.Fix
		}
		f.Fix = cmp.Or(f.Fix, "correct it; until then no hook of the file runs")
		found = append(found, f)
	}
	return found
}

// separate takes joined errors apart.
func separate(err error) []error {
	if err == nil {
		return nil
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return []error{err}
	}
	var list []error
	for _, one := range joined.Unwrap() {
		list = append(list, separate(one)...)
	}
	return list
}
