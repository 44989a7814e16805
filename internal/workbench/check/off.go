package check

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// hooksOff notices hooks that do not run because they are switched off. To switch
// them on is a decision, so that no finding has an edit.
func hooksOff(c *Config) []Finding {
	if len(c.Set.Definitions) == 0 || c.hasBadSwitch() {
		return nil
	}
	at, set := c.hookSwitch()
	add := fmt.Sprintf("add %q: true at the top of the file", c.form.SwitchKey)
	switch {
	case !c.Set.Enabled && set:
		return []Finding{warnf(at, "hooks are switched off here; none of the %d configured runs", len(c.Set.Definitions)).
			fixf("write %q: true to switch them on", c.form.SwitchKey)}
	case !c.Set.Enabled:
		return []Finding{warnf(at, "hooks are off unless configuration switches them on; none of the %d configured runs", len(c.Set.Definitions)).
			fixf("%s", add)}
	case !set && len(c.Env.Files) > 0 && !c.Dialect.Rules().OnByDefault:
		// Naming a file switches its hooks on, finding it does not.
		if c.offWhereFound() {
			return []Finding{warnf(at, "nothing switches hooks on, which are off by default; where agents find this file, none of its hooks runs").
				fixf("%s", add)}
		}
		f := warnf(at, "this file does not switch hooks on; they run if it is named with --config, or if another file has the switch").
			fixf("%s", add)
		f.Level = hook.LevelInfo
		return []Finding{f}
	}
	return nil
}

// hasBadSwitch reports whether reading has found the switch, or something like
// it, and could make nothing of it.
func (c *Config) hasBadSwitch() bool {
	for _, d := range c.Set.Diagnostics {
		if d.Code == kit.BadSwitch && slices.ContainsFunc(c.roots, func(root *document.Value) bool { return isAtTop(root, d.Position) }) {
			return true
		}
	}
	return false
}

// isAtTop reports whether a place is that of a member of the document itself.
func isAtTop(root *document.Value, at hook.Position) bool {
	return slices.ContainsFunc(root.Members, func(m document.Member) bool { return m.Pos == at || m.Value.Pos == at })
}

// offWhereFound reports whether the file that was named is one that is found
// without that, and hooks are then off.
func (c *Config) offWhereFound() bool {
	env := c.Env
	env.Files = nil
	locations, _ := c.Dialect.Locations(env)
	file, err := filepath.Abs(c.files[0])
	found := slices.ContainsFunc(locations, func(l dialect.Location) bool { return l.Path == file })
	return err == nil && found && !config.Load(c.Dialect, env).Enabled
}

// hookSwitch returns where the switch is that decides, or else the first file.
func (c *Config) hookSwitch() (at hook.Position, set bool) {
	switch {
	case c.Set.EnabledAt.File != "":
		return c.Set.EnabledAt, true
	case len(c.roots) > 0:
		return c.roots[0].Pos, false
	}
	return hook.Position{}, false
}
