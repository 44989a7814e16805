package config

import (
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// LessTrusted is the code of diagnostics that say what a file tried to change
// about the hooks of a more trusted layer.
const LessTrusted = "less-trusted"

// layered is what one file says, and the layer that it belongs to.
type layered struct {
	layer dialect.Layer
	dialect.Config
}

// layers are the files of a configuration by the trust they have. A switch or a
// name in a list of disabled hooks reaches the layer of its file and less
// trusted ones: a project must not switch off the user's guards.
type layers struct {
	files []layered
	of    map[string]dialect.Layer // by the name of the file
}

func (l *layers) add(path string, layer dialect.Layer, c dialect.Config) {
	if l.of == nil {
		l.of = map[string]dialect.Layer{}
	}
	l.files, l.of[path] = append(l.files, layered{layer, c}), layer
}

// first returns the first file of a layer that has the switch, or nil.
func (l *layers) first(layer dialect.Layer) *layered {
	i := slices.IndexFunc(l.files, func(f layered) bool { return f.layer == layer && f.Enabled != nil })
	if i < 0 {
		return nil
	}
	return &l.files[i]
}

// enabled reports whether the hooks of a layer run, and which switch decides
// that; none may. No layer that is trusted as much may say false. On the other
// hand any may say true, because running a guard takes nothing away.
func (l *layers) enabled(layer dialect.Layer, otherwise bool) (on bool, at hook.Position) {
	for trusted := dialect.Layers - 1; trusted >= int(layer); trusted-- {
		if f := l.first(dialect.Layer(trusted)); f != nil && !*f.Enabled {
			return false, f.EnabledAt
		}
	}
	for _, f := range l.files {
		if f.Enabled != nil && *f.Enabled {
			return true, f.EnabledAt
		}
	}
	return otherwise, hook.Position{}
}

// hooks is the number of hooks of a layer.
func (l *layers) hooks(layer dialect.Layer) int {
	n := 0
	for _, f := range l.files {
		if f.layer == layer {
			n += len(f.Definitions)
		}
	}
	return n
}

// switchHooks decides which layers run. If none of those that have hooks does,
// hooks are off. Otherwise the hooks of the others are skipped.
func (s *Set) switchHooks(l *layers, otherwise bool) {
	s.Enabled, s.EnabledAt = l.enabled(dialect.ProjectLayer, otherwise)
	var running, off []dialect.Layer
	for layer := range dialect.Layer(dialect.Layers) {
		on, at := l.enabled(layer, otherwise)
		switch {
		case l.hooks(layer) == 0:
		case on:
			running, s.Enabled, s.EnabledAt = append(running, layer), true, at
		default:
			off = append(off, layer)
		}
	}
	if len(running) > 0 {
		s.skipLayers(l, off, otherwise)
	}
	s.reportSwitches(l, running)
}

// skipLayers skips the hooks of layers that are switched off while others run.
func (s *Set) skipLayers(l *layers, off []dialect.Layer, otherwise bool) {
	for _, layer := range off {
		_, at := l.enabled(layer, otherwise)
		why := "hooks of the " + layer.String() + " are switched off at " + at.String()
		s.Definitions = slices.DeleteFunc(s.Definitions, func(def hook.Definition) bool {
			if l.of[def.Origin.File] != layer {
				return false
			}
			s.Skipped = append(s.Skipped, dialect.Skipped{Definition: def, Reason: "switch", Why: why})
			return true
		})
		s.Diagnostics = append(s.Diagnostics, diag.Infof("hooks-off", "the hooks of the %s (%d) are switched off", layer, l.hooks(layer)).
			Fixf("set the switch to true to run them").At(at))
	}
}

// reportSwitches says which switches do not reach all hooks that they seem to be
// for.
func (s *Set) reportSwitches(l *layers, running []dialect.Layer) {
	for _, f := range l.files {
		for _, by := range f.Off {
			s.reportVain(l, f.layer, by.At, running)
		}
		if f.Enabled == nil {
			continue
		}
		on, at := l.enabled(f.layer, true)
		switch {
		case *f.Enabled && !on && l.of[at.File] > f.layer:
			s.Diagnostics = append(s.Diagnostics, diag.Warnf(LessTrusted, "a file of the %s cannot switch hooks on that are switched off at %s", f.layer, at).
				Fixf("remove it").At(f.EnabledAt))
		case !*f.Enabled:
			s.reportVain(l, f.layer, f.EnabledAt, running)
		}
	}
}

// reportVain says which hooks that run a switch does not reach.
func (s *Set) reportVain(l *layers, from dialect.Layer, at hook.Position, running []dialect.Layer) {
	for _, layer := range running {
		if layer > from {
			s.Diagnostics = append(s.Diagnostics, diag.Warnf(LessTrusted, "a file of the %s cannot switch off the hooks of the %s (%d), which run all the same",
				from, layer, l.hooks(layer)).Fixf("remove it").At(at))
		}
	}
}

// lengthen gives a hook at least the time that a more trusted file gives the
// same command: of duplicates only one runs, and it may be the other.
func (s *Set) lengthen(l *layers) {
	type use struct{ event, identity string }
	times := make(map[use]*[dialect.Layers]time.Duration, len(s.Definitions))
	for _, def := range s.Definitions {
		key := use{def.Event, def.Identity()}
		if times[key] == nil {
			times[key] = new([dialect.Layers]time.Duration)
		}
		longest := &times[key][l.of[def.Origin.File]]
		*longest = max(*longest, def.Timeout)
	}
	for i := range s.Definitions {
		def := &s.Definitions[i]
		more := times[use{def.Event, def.Identity()}][l.of[def.Origin.File]+1:]
		if len(more) == 0 || slices.Max(more) <= def.Timeout {
			continue
		}
		def.Timeout = slices.Max(more)
		s.Diagnostics = append(s.Diagnostics, diag.Warnf(LessTrusted, "the hook %q has the %v that a more trusted file gives the same command, and no less",
			def.DisplayName(), def.Timeout).Fixf("remove the hook here, or its timeout").At(def.Origin))
	}
}
