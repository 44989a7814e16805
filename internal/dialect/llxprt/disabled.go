package llxprt

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// readDisabled reads hooksConfig, in which the user, and no extension, disables
// hooks by name. Its switch for all of them is another here.
func (r *reader) readDisabled(v *document.Value) {
	if v == nil || r.From.Source == hook.SourceExtensions {
		return
	}
	if v.Kind != document.Object {
		r.Report(v.Pos, diag.Errorf("bad-switch", "hooksConfig must be an object, not %s", v.Kind).Fixf(`write {"disabled": ["name"]}`))
		return
	}
	if on := v.Get("enabled"); on != nil {
		if value, ok := on.Bool(); ok && !value {
			r.Report(on.Pos, diag.Warnf("no-effect", "hooksConfig.enabled has no effect here").Fixf(`write %q: false at the top of the file`, switchKey))
		}
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
