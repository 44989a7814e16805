package config

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// disable leaves out the hooks that a file has switched off, whichever file
// they are in, and says so: a guard must not vanish without a word.
func (s *Set) disable(list []dialect.Disabled) {
	first := make(map[string]dialect.Disabled, len(list)) // where each stands first
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
	for _, d := range list {
		if !used[d.Hook] && first[d.Hook] == d {
			s.Diagnostics = append(s.Diagnostics, s.unknownHook(d))
		}
	}
}

// disabledHook says that a hook is disabled. That a project disables one of the
// user's is worth a warning.
func disabledHook(def hook.Definition, by dialect.Disabled) hook.Diagnostic {
	say := diag.Infof
	if by.At.File != def.Origin.File {
		say = diag.Warnf
	}
	return say("disabled-hook", "the hook %q for %s is disabled, and does not run", def.DisplayName(), def.Event).
		Fixf("remove it here to run the hook").At(by.At)
}

// unknownHook explains a name that disables nothing.
func (s *Set) unknownHook(d dialect.Disabled) hook.Diagnostic {
	for _, def := range s.Definitions {
		if def.Command == d.Hook {
			return diag.Warnf("unknown-hook", "the hook with the command %q has a name, by which alone it can be disabled", d.Hook).Fixf("write %q", def.DisplayName()).At(d.At)
		}
	}
	return diag.Infof("unknown-hook", "there is no hook %q to disable here", d.Hook).Fixf("remove it, if there is none elsewhere").At(d.At)
}
