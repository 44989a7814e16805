package settings

import (
	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/internal/source"
)

// Groups reads the form of configuration that most agents share,
//
//	{"hooks": {"Event": [{"matcher": …, "hooks": [{"type": "command", "command": …}]}]}}
//
// as far as the groups, which it gives to read. What cannot be used is reported
// and left out; it is an error if "hooks" is no object.
func (r *Reader) Groups(d dialect.Dialect, doc *source.Value, read func(event string, group *source.Value)) error {
	hooks := doc.Get("hooks")
	if hooks == nil {
		return nil
	}
	if hooks.Kind != source.Object {
		return Badf(hooks.Pos, "\"hooks\" must be an object that maps event names to lists, not %s", hooks.Kind)
	}
	r.ReportDuplicates(hooks)
	for _, m := range hooks.Visible() {
		if !dialect.HasEvent(d, m.Key) {
			r.Errorf(m.Pos, "unknown-event", "%s", d.UnknownEvent(m.Key))
			continue
		}
		if m.Value.Kind != source.List {
			r.Errorf(m.Value.Pos, "bad-event", "hooks.%s must be a list of groups [{\"matcher\": …, \"hooks\": […]}], not %s", m.Key, m.Value.Kind)
			continue
		}
		for _, group := range m.Value.Items {
			if group.Kind != source.Object {
				r.Errorf(group.Pos, "bad-group", "a hook group must be an object {\"matcher\": …, \"hooks\": […]}, not %s", group.Kind)
				continue
			}
			r.ReportDuplicates(group)
			read(m.Key, group)
		}
	}
	return nil
}

// Hooks gives the hooks of a group to read, as far as they are objects.
func (r *Reader) Hooks(group *source.Value, read func(v *source.Value)) {
	list := group.Get("hooks")
	switch {
	case list == nil && group.Get("command") != nil:
		r.Errorf(group.Pos, "bad-group", "a command stands directly in the group; write {\"hooks\": [{\"type\": \"command\", \"command\": …}]}")
		return
	case list == nil:
		r.Errorf(group.Pos, "bad-group", "the group has no \"hooks\" list")
		return
	case list.Kind != source.List:
		r.Errorf(list.Pos, "bad-group", "\"hooks\" of a group must be a list, not %s", list.Kind)
		return
	}
	for _, v := range list.Items {
		if v.Kind != source.Object {
			r.Errorf(v.Pos, "bad-hook", "a hook must be an object {\"type\": \"command\", \"command\": …}, not %s", v.Kind)
			continue
		}
		r.ReportDuplicates(v)
		read(v)
	}
}

// Name reads the name of a hook; "" if it has none.
func (r *Reader) Name(hook *source.Value) string {
	v := hook.Get("name")
	if v == nil {
		return ""
	}
	text, ok := v.Text()
	if !ok {
		r.Warnf(v.Pos, "bad-name", "name must be a string, not %s; it is ignored", v.Kind)
	}
	return text
}
