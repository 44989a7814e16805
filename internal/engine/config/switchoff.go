package config

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// switchOff joins the definitions of all files and leaves out those of layers
// that a file of the same or of a more trusted layer has switched off.
func (s *Set) switchOff(l *layers) {
	used := map[hook.Position]int{}
	for i := range l.files {
		file := &l.files[i]
		by, off := switchFor(file.layer, l.files)
		if !off {
			s.Definitions = append(s.Definitions, file.Definitions...)
			continue
		}
		for _, def := range file.Definitions {
			s.Skipped = append(s.Skipped, dialect.Skipped{
				Definition: def, Reason: "disabled", Why: by.Key + " at " + by.At.String() + " switches it off",
			})
		}
		used[by.At] += len(file.Definitions)
		file.Definitions = nil
	}
	for _, file := range l.files {
		for _, by := range file.Off {
			if n := used[by.At]; n > 0 {
				s.Diagnostics = append(s.Diagnostics, diag.Infof("hooks-off", "%s switches hooks off; %d of those configured do not run", by.Key, n).
					Fixf("remove it to run them").At(by.At))
			}
		}
	}
}

// switchFor returns the switch that is for a layer, that of the most trusted file
// first.
func switchFor(layer dialect.Layer, files []layered) (by dialect.LayerSwitch, off bool) {
	byTrust := slices.Clone(files)
	slices.SortStableFunc(byTrust, func(a, b layered) int { return int(b.layer) - int(a.layer) })
	for _, file := range byTrust {
		for _, by := range file.Off {
			if file.layer > layer || file.layer == layer && !by.OnlyBelow {
				return by, true
			}
		}
	}
	return by, false
}
