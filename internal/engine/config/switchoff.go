package config

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// fileHooks are the hooks of one file, with the switches that it has for whole
// layers.
type fileHooks struct {
	layer       dialect.Layer
	definitions []hook.Definition
	off         []dialect.LayerSwitch
}

// switchOff joins the definitions of all files and leaves out those of layers
// that a file of the same or of a more trusted layer has switched off.
func (s *Set) switchOff(files []fileHooks) {
	used := map[hook.Position]int{}
	for _, file := range files {
		by, off := switchFor(file.layer, files)
		if !off {
			s.Definitions = append(s.Definitions, file.definitions...)
			continue
		}
		for _, def := range file.definitions {
			s.Skipped = append(s.Skipped, dialect.Skipped{
				Definition: def, Reason: "disabled", Why: by.Key + " at " + by.At.String() + " switches it off",
			})
		}
		used[by.At] += len(file.definitions)
	}
	for _, file := range files {
		for _, by := range file.off {
			if n := used[by.At]; n > 0 {
				s.Diagnostics = append(s.Diagnostics, diag.Infof("hooks-off", "%s switches hooks off; %d of those configured do not run", by.Key, n).
					Fixf("remove it to run them").At(by.At))
			}
		}
	}
}

// switchFor returns the switch that is for a layer, that of the most trusted file
// first.
func switchFor(layer dialect.Layer, files []fileHooks) (by dialect.LayerSwitch, off bool) {
	byTrust := slices.Clone(files)
	slices.SortStableFunc(byTrust, func(a, b fileHooks) int { return int(b.layer) - int(a.layer) })
	for _, file := range byTrust {
		for _, by := range file.off {
			if file.layer > layer || file.layer == layer && !by.OnlyBelow {
				return by, true
			}
		}
	}
	return by, false
}
