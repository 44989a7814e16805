package config

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
)

// disable leaves out the hooks that a file has switched off, whichever file
// they are in, and says so: a guard must not vanish without a word.
func (s *Set) disable(list []dialect.Disabled) {
	if len(list) == 0 {
		return
	}
	used := make([]bool, len(list))
	s.Definitions = slices.DeleteFunc(s.Definitions, func(def hook.Definition) bool {
		i := slices.IndexFunc(list, func(d dialect.Disabled) bool { return d.Hook == def.DisplayName() })
		if i < 0 {
			return false
		}
		used[i] = true
		s.LeftOut = append(s.LeftOut, dialect.LeftOut{
			Definition: def, Reason: "disabled", Why: "it is disabled at " + list[i].At.String(),
		})
		s.Diagnostics = append(s.Diagnostics, disabledHook(def, list[i]))
		return true
	})
	for i, d := range list {
		if !used[i] && !slices.ContainsFunc(list[:i], func(other dialect.Disabled) bool { return other.Hook == d.Hook }) {
			s.Diagnostics = append(s.Diagnostics, s.unknownHook(d))
		}
	}
}

// disabledHook says that a hook is disabled. That a project disables one of the
// user's is worth a warning.
func disabledHook(def hook.Definition, by dialect.Disabled) hook.Diagnostic {
	say := hook.Infof
	if by.At.File != def.Origin.File {
		say = hook.Warnf
	}
	return say("disabled-hook", "the hook %q for %s is disabled, and does not run", def.DisplayName(), def.Event).
		Fixf("remove it here to run the hook").At(by.At)
}

// unknownHook explains a name that disables nothing.
func (s *Set) unknownHook(d dialect.Disabled) hook.Diagnostic {
	for _, def := range s.Definitions {
		if def.Command == d.Hook {
			return hook.Warnf("unknown-hook", "the hook with the command %q has a name, by which alone it can be disabled", d.Hook).Fixf("write %q", def.DisplayName()).At(d.At)
		}
	}
	return hook.Infof("unknown-hook", "there is no hook %q to disable here", d.Hook).Fixf("remove it, if there is none elsewhere").At(d.At)
}
