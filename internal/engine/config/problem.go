package config

import (
	"errors"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Problem joins all that keeps hooks from running which somebody has configured:
// files that could not be used, the diagnostics that are errors, and a switch
// that nobody has set. It is nil if there is nothing of the kind. switchKey is
// the dialect's.
func (s Set) Problem(switchKey string) error {
	problems := []error{s.Err}
	for _, d := range s.Diagnostics {
		if d.Level == hook.LevelError {
			problems = append(problems, errors.New(d.String()))
		}
	}
	// Who writes false wants that; who writes nothing may have forgotten it.
	if !s.Enabled && !s.EnabledAt.IsValid() && len(s.Definitions) > 0 {
		problems = append(problems, errors.New(s.WhyOff(switchKey)))
	}
	return errors.Join(problems...)
}
