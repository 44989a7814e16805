package llxprt

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// readDisabled reads hooksConfig, in which the user, and no extension, disables
// hooks by name, and in some contracts all of them.
func (r *reader) readDisabled(v *document.Value) {
	if v == nil || r.From.Source == hook.SourceExtensions {
		return
	}
	if v.Kind != document.Object {
		r.Report(v.Pos, diag.Errorf("bad-switch", "hooksConfig must be an object, not %s", v.Kind).Fixf(`write {"disabled": ["name"]}`))
		return
	}
	if on := v.Get("enabled"); on != nil {
		r.readEnabled(on)
	}
	list := v.Get("disabled")
	if list == nil {
		return
	}
	if list.Kind != document.List {
		r.Report(list.Pos, diag.Errorf("bad-switch", "hooksConfig.disabled must be a list, not %s; no hook is disabled", list.Kind).Fixf(`write ["name"]`))
		return
	}
	for _, item := range list.Items {
		name, ok := item.Text()
		if !ok {
			r.Report(item.Pos, diag.Errorf("bad-switch", "hooksConfig.disabled has names of hooks, not %s", item.Kind).Fixf("write a string"))
			continue
		}
		r.Config.Disabled = append(r.Config.Disabled, dialect.Disabled{Hook: name, At: item.Pos})
	}
}

// switchPath is where some contracts have their switch.
const switchPath = "hooksConfig.enabled"

// readEnabled reads hooksConfig.enabled. Where it is the switch hooks are on
// anyway, so that only false says anything.
func (r *reader) readEnabled(v *document.Value) {
	if r.contract.HooksConfig {
		if on := r.Bool(v, switchPath); on != nil && !*on {
			r.Config.Off = append(r.Config.Off, dialect.LayerSwitch{Key: switchPath, At: v.Pos})
		}
		return
	}
	if value, ok := v.Bool(); ok && !value {
		r.Report(v.Pos, diag.Warnf("no-effect", "hooksConfig.enabled has no effect here").Fixf(`write %q: false at the top of the file`, switchKey))
	}
}
