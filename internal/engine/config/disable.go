package config

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// disabling is the first entry of a layer for each name of a hook.
type disabling map[string]*[dialect.Layers]*dialect.Disabled

func newDisabling(l *layers) disabling {
	first := disabling{}
	for _, f := range l.files {
		for i := range f.Disabled {
			d := &f.Disabled[i]
			if first[d.Hook] == nil {
				first[d.Hook] = new([dialect.Layers]*dialect.Disabled)
			}
			if first[d.Hook][f.layer] == nil {
				first[d.Hook][f.layer] = d
			}
		}
	}
	return first
}

// of returns the entry that disables a hook of a layer, and those that try to
// and are not trusted enough.
func (f disabling) of(name string, layer dialect.Layer) (by *dialect.Disabled, vain []*dialect.Disabled) {
	entries := f[name]
	if entries == nil {
		return nil, nil
	}
	for from, d := range entries {
		switch {
		case d == nil:
		case dialect.Layer(from) < layer:
			vain = append(vain, d)
		case by == nil:
			by = d
		}
	}
	return by, vain
}

// disable skips the hooks that a file has switched off, in whichever file of its
// own or of a less trusted layer they are, and reports them: a guard must not
// disappear silently.
func (s *Set) disable(l *layers) {
	first, used := newDisabling(l), map[*dialect.Disabled]bool{}
	s.Definitions = slices.DeleteFunc(s.Definitions, func(def hook.Definition) bool {
		by, vain := first.of(def.DisplayName(), l.of[def.Origin.File])
		for _, d := range vain {
			used[d] = true
			if by == nil {
				s.Diagnostics = append(s.Diagnostics, notDisabled(def, *d, l))
			}
		}
		if by == nil {
			return false
		}
		used[by] = true
		s.Skipped = append(s.Skipped, dialect.Skipped{
			Definition: def, Reason: "disabled", Why: "it is disabled at " + by.At.String(),
		})
		s.Diagnostics = append(s.Diagnostics, disabledHook(def, *by))
		return true
	})
	s.reportUnknown(l, first, used)
}

// reportUnknown reports entries that disable nothing.
func (s *Set) reportUnknown(l *layers, first disabling, used map[*dialect.Disabled]bool) {
	byCommand := make(map[string]hook.Definition, len(s.Definitions))
	for _, def := range slices.Backward(s.Definitions) {
		byCommand[def.Command] = def
	}
	for _, f := range l.files {
		for i := range f.Disabled {
			d := &f.Disabled[i]
			if !slices.ContainsFunc(first[d.Hook][:], func(e *dialect.Disabled) bool { return used[e] }) && first[d.Hook][f.layer] == d {
				s.Diagnostics = append(s.Diagnostics, unknownHook(*d, byCommand))
			}
		}
	}
}

// notDisabled says that a file is not trusted enough to disable a hook.
func notDisabled(def hook.Definition, by dialect.Disabled, l *layers) hook.Diagnostic {
	return diag.Warnf(LessTrusted, "a file of the %s cannot disable the hook %q for %s of the %s, which runs all the same",
		l.of[by.At.File], def.DisplayName(), def.Event, l.of[def.Origin.File]).Fixf("remove it").At(by.At)
}

// disabledHook says that a hook is disabled. It is a warning if another file
// did that.
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
