package wave

import (
	"path/filepath"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// SourceLocal is the layer of a project's settings that are not shared.
const SourceLocal hook.Source = "local"

// Locations lists user, project and local settings: the closer to the work, the
// later its hooks run. Beside each stands the file that older versions of Wave
// kept hooks in. Of files that the user named, the first is the closest.
func (Dialect) Locations(env dialect.Environment) ([]dialect.Location, []hook.Diagnostic) {
	if len(env.Files) > 0 {
		named := dialect.Named(env.Files, dialect.JSON, hook.SourceProject)
		slices.Reverse(named)
		return named, nil
	}
	var found []dialect.Location
	add := func(dir, file string, from hook.Source, layer dialect.Layer) {
		found = append(found, dialect.Location{Path: filepath.Join(dir, ".wave", file), Source: from, Layer: layer})
	}
	if env.Home != "" && env.Home != env.Project {
		add(env.Home, "hooks.json", hook.SourceUser, dialect.UserLayer)
		add(env.Home, "settings.json", hook.SourceUser, dialect.UserLayer)
	}
	add(env.Project, "hooks.json", hook.SourceProject, env.ProjectLayer())
	add(env.Project, "settings.json", hook.SourceProject, env.ProjectLayer())
	add(env.Project, "settings.local.json", SourceLocal, env.ProjectLayer())
	return found, nil
}

// Detect looks for groups of hooks for an event of Wave.
func (Dialect) Detect(doc *document.Value) (sign string) {
	hooks := doc.Get("hooks")
	if hooks == nil {
		return ""
	}
	isGroup := func(v *document.Value) bool { return v.Get("hooks") != nil }
	for _, m := range hooks.Members {
		if dialect.HasEvent(Dialect{}, m.Key) && slices.ContainsFunc(m.Value.Items, isGroup) {
			return "it has groups of hooks for " + m.Key
		}
	}
	return ""
}

// ReadConfig reads a settings.json or a hooks.json.
func (d Dialect) ReadConfig(doc *document.Value, from dialect.Location, _ dialect.Environment) (dialect.Config, error) {
	if doc.Kind != document.Object {
		return dialect.Config{}, document.Errorf(doc.Pos, "settings must be an object, not %s", doc.Kind).Fixf(`write {"hooks": {…}}`)
	}
	r := &reader{kit.Reader{From: from}}
	r.ReportDuplicates(doc)
	r.readSwitch(doc)
	r.reportMisplaced(doc)
	if err := r.Groups(d, doc, r.readGroup); err != nil {
		return dialect.Config{}, err
	}
	return r.Config, nil
}

// reader collects what one file says.
type reader struct{ kit.Reader }

// switchKey switches all hooks off.
const switchKey = "enableHooks"

// readSwitch reads the switch. Hooks are on anyway, so that only false says
// anything: in any of the files it switches off the hooks of its layer and of
// less trusted ones, and no other file can switch them on again.
func (r *reader) readSwitch(doc *document.Value) {
	if v := doc.Get(switchKey); v != nil {
		if on := r.Bool(v, switchKey); on != nil && !*on {
			r.Config.Enabled, r.Config.EnabledAt = on, v.Pos
		}
	}
}

// reportMisplaced notices events that stand beside "hooks" and not in it.
func (r *reader) reportMisplaced(doc *document.Value) {
	for _, m := range doc.Members {
		if dialect.HasEvent(Dialect{}, m.Key) {
			r.Report(m.Pos, diag.Errorf("misplaced-event", "%s stands at the top of the file, where it has no effect", m.Key).Fixf(`put it into "hooks": {…}`))
		}
	}
}
