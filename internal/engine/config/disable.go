package config

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// disable skips the hooks that a file has switched off, whichever file they are
// in, and reports them: a guard must not disappear silently.
func (s *Set) disable(list []dialect.Disabled) {
	first := make(map[string]dialect.Disabled, len(list)) // the first entry for each name
	for _, d := range slices.Backward(list) {
		first[d.Hook] = d
	}
	used := map[string]bool{}
	s.Definitions = slices.DeleteFunc(s.Definitions, func(def hook.Definition) bool {
		by, off := first[def.DisplayName()]
		if !off {
			return false
		}
		used[by.Hook] = true
		s.Skipped = append(s.Skipped, dialect.Skipped{
			Definition: def, Reason: "disabled", Why: "it is disabled at " + by.At.String(),
		})
		s.Diagnostics = append(s.Diagnostics, disabledHook(def, by))
		return true
	})
	byCommand := make(map[string]hook.Definition, len(s.Definitions))
	for _, def := range slices.Backward(s.Definitions) {
		byCommand[def.Command] = def
	}
	for _, d := range list {
		if !used[d.Hook] && first[d.Hook] == d {
			s.Diagnostics = append(s.Diagnostics, unknownHook(d, byCommand))
		}
	}
}

// disabledHook says that a hook is disabled. It is a warning if another file
// did that: a project may disable one of the user's hooks.
func disabledHook(def hook.Definition, by dialect.Disabled) hook.Diagnostic {
	say := diag.Infof
	if by.At.File != def.Origin.File {
		say = diag.Warnf
	}
	return say("disabled-hook", "the hook %q for %s is disabled and does not run", def.DisplayName(), def.Event).
		Fixf("remove it here to run the hook").At(by.At)
}

// unknownHook explains a name that disables nothing.
func unknownHook(d dialect.Disabled, byCommand map[string]hook.Definition) hook.Diagnostic {
	if def, ok := byCommand[d.Hook]; ok {
		return diag.Warnf("unknown-hook", "the hook with the command %q has a name and can be disabled only by that", d.Hook).
			Fixf("write %q", def.DisplayName()).At(d.At)
	}
	return diag.Infof("unknown-hook", "there is no hook %q to disable here", d.Hook).Fixf("remove it, if there is none elsewhere").At(d.At)
}
