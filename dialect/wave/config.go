package wave

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/source"
	"github.com/grapnel-hooks/grapnel/internal/suggest"
)

// SourceLocal is the layer of a project's settings that are not shared.
const SourceLocal hook.Source = "local"

// Locations lists user, project and local settings: the closer to the work, the
// later its hooks run. Beside each stands the file that older versions of Wave
// kept hooks in. Of files that the user named, the first is the closest.
func (Dialect) Locations(place dialect.Place) ([]dialect.Location, []hook.Diagnostic) {
	if len(place.Files) > 0 {
		named := dialect.Named(place.Files, dialect.JSON, hook.SourceProject)
		slices.Reverse(named)
		return named, nil
	}
	var found []dialect.Location
	add := func(dir, file string, from hook.Source) {
		found = append(found, dialect.Location{Path: filepath.Join(dir, ".wave", file), Source: from})
	}
	if place.Home != "" && place.Home != place.Project {
		add(place.Home, "hooks.json", hook.SourceUser)
		add(place.Home, "settings.json", hook.SourceUser)
	}
	add(place.Project, "hooks.json", hook.SourceProject)
	add(place.Project, "settings.json", hook.SourceProject)
	add(place.Project, "settings.local.json", SourceLocal)
	return found, nil
}

// Recognizes reports whether the document has groups of hooks for an event of
// Wave.
func (Dialect) Recognizes(doc *source.Value) bool {
	hooks := doc.Get("hooks")
	return hooks != nil && slices.ContainsFunc(hooks.Members, func(m source.Member) bool {
		return isEvent(m.Key) && slices.ContainsFunc(m.Value.Items, func(group *source.Value) bool {
			return group.Get("hooks") != nil
		})
	})
}

func isEvent(name string) bool {
	return slices.ContainsFunc(events, func(e hook.EventType) bool { return e.Name == name })
}

// ReadConfig reads a settings.json or a hooks.json.
func (Dialect) ReadConfig(doc *source.Value, from dialect.Location, _ dialect.Place) (dialect.Config, error) {
	if doc.Kind != source.Object {
		return dialect.Config{}, &source.Error{Pos: doc.Pos, Err: fmt.Errorf("settings must be an object, not %s", doc.Kind)}
	}
	r := &reader{from: from}
	r.reportDuplicates(doc)
	r.readSwitch(doc)
	r.reportMisplaced(doc)
	if hooks := doc.Get("hooks"); hooks != nil {
		if hooks.Kind != source.Object {
			return dialect.Config{}, &source.Error{Pos: hooks.Pos, Err: fmt.Errorf("\"hooks\" must be an object that maps event names to lists, not %s", hooks.Kind)}
		}
		r.readEvents(hooks)
	}
	return r.config, nil
}

// reader collects what one file says.
type reader struct {
	from   dialect.Location
	config dialect.Config
}

func (r *reader) errorf(at hook.Position, code, format string, args ...any) {
	r.config.Diagnostics = append(r.config.Diagnostics, hook.Errorf(code, format, args...).At(at))
}

func (r *reader) warnf(at hook.Position, code, format string, args ...any) {
	r.config.Diagnostics = append(r.config.Diagnostics, hook.Warnf(code, format, args...).At(at))
}

func (r *reader) reportDuplicates(v *source.Value) {
	for _, hidden := range v.Duplicates() {
		r.errorf(hidden.Pos, "duplicate-key", "%q stands again further down, which hides this one; join the two", hidden.Key)
	}
}

func (r *reader) reportUnknown(v *source.Value, known ...string) {
	for _, m := range v.Members {
		if !slices.Contains(known, m.Key) {
			r.warnf(m.Pos, "unknown-key", "%q is not a key here and has no effect%s", m.Key, suggest.DidYouMean(m.Key, known))
		}
	}
}

// readSwitch reads enableHooks. Hooks are on anyway, so that only false says
// anything: in any of the files it switches all of them off, and no other file
// can switch them on again.
func (r *reader) readSwitch(doc *source.Value) {
	v := doc.Get("enableHooks")
	if v == nil {
		return
	}
	on, ok := v.Truth()
	switch {
	case !ok:
		r.errorf(v.Pos, "bad-switch", "enableHooks must be true or false, not %s; it counts as not set", v.Kind)
	case !on:
		r.config.Enabled = &on
	}
}

// reportMisplaced notices events that stand beside "hooks" and not in it.
func (r *reader) reportMisplaced(doc *source.Value) {
	for _, m := range doc.Members {
		if isEvent(m.Key) {
			r.errorf(m.Pos, "misplaced-event", "%s stands at the top of the file, where it has no effect; put it into \"hooks\": {…}", m.Key)
		}
	}
}

func (r *reader) readEvents(hooks *source.Value) {
	r.reportDuplicates(hooks)
	for _, m := range hooks.Members {
		if hooks.Get(m.Key) != m.Value {
			continue // hidden by a duplicate
		}
		if !isEvent(m.Key) {
			r.errorf(m.Pos, "unknown-event", "%s", unknownEvent(m.Key))
			continue
		}
		if m.Value.Kind != source.List {
			r.errorf(m.Value.Pos, "bad-event", "hooks.%s must be a list of groups [{\"matcher\": …, \"hooks\": […]}], not %s", m.Key, m.Value.Kind)
			continue
		}
		for _, group := range m.Value.Items {
			r.readGroup(m.Key, group)
		}
	}
}
