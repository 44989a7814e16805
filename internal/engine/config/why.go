package config

import (
	"fmt"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
)

// NoConfig is the code of the diagnostic that says that there is nothing to
// read. Dialects that know more about it report it themselves.
const NoConfig = "no-config"

// Summary is what a person should know about a configuration beside its errors:
// its diagnostics, and why no hook runs if nothing is wrong. switchKey is the
// dialect's.
func (s Set) Summary(switchKey string) []hook.Diagnostic {
	list := slices.Clone(s.Diagnostics)
	reported := slices.ContainsFunc(list, func(d hook.Diagnostic) bool { return d.Code == NoConfig })
	switch {
	case s.IsDisabled() || s.Err != nil: // which say why
	case len(s.Files) == 0 && !reported:
		list = append(list, diag.Infof(NoConfig, "no configuration file was found"))
	case !s.Enabled && len(s.Definitions) > 0:
		list = append(list, diag.Infof("hooks-off", "%s to run the %d configured", s.WhyOff(switchKey), len(s.Definitions)))
	}
	return list
}

// WhyOff says why hooks do not run though they are configured, and what to do.
func (s Set) WhyOff(switchKey string) string {
	if at := s.EnabledAt.String(); at != "" {
		return fmt.Sprintf("hooks are switched off at %s; set %q: true there", at, switchKey)
	}
	return fmt.Sprintf("hooks are switched off; set %q: true", switchKey)
}

// IsPersistent reports whether a diagnostic says why hooks that are configured
// are missing. It goes into every outcome: a guard that did not run must not be
// mistaken for one that agreed.
func IsPersistent(d hook.Diagnostic) bool { return d.Level == hook.LevelError || d.Code == Untrusted }

// LeavesNone reports whether a diagnostic says why all hooks of a place are
// missing, so that people must be told in any case.
func LeavesNone(d hook.Diagnostic) bool {
	return d.Code == Disabled || d.Code == Untrusted || d.Code == NoDirectory || d.Code == NoHome
}

// Persistent returns the diagnostics that go into every outcome.
func (s Set) Persistent() []hook.Diagnostic {
	var list []hook.Diagnostic
	if s.Err != nil {
		list = append(list, Unusable(s.Err))
	}
	for _, d := range s.Diagnostics {
		if IsPersistent(d) {
			list = append(list, d)
		}
	}
	return list
}

// Unusable says that hooks are missing because of an error. A guard that is not
// there must not go unnoticed.
func Unusable(err error) hook.Diagnostic {
	return diag.Errorf("unusable-config", "hooks are missing: %v", err)
}
