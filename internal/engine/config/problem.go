package config

import (
	"errors"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Problem joins all that keeps configured hooks from running: files that could
// not be used, and the diagnostics that are errors. It is nil if there is
// nothing of the kind.
func (s Set) Problem() error {
	problems := []error{s.Err}
	for _, d := range s.Diagnostics {
		if d.Level == hook.LevelError {
			problems = append(problems, errors.New(d.String()))
		}
	}
	return errors.Join(problems...)
}
