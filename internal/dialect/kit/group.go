package kit

import (
	"strconv"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// What groups and the hooks in them look like.
const (
	GroupForm = `{"matcher": …, "hooks": [` + HookForm + `]}`
	HookForm  = `{"type": "command", "command": …}`
)

// withEvents is the part of a dialect that knows what its events are called.
type withEvents interface {
	Events() []hook.EventType
	UnknownEvent(name string) hook.Diagnostic
}

// Groups reads the form of configuration that most agents share,
//
//	{"hooks": {"Event": [{"matcher": …, "hooks": [{"type": "command", "command": …}]}]}}
//
// as far as the groups, which it gives to read. What cannot be used is reported
// and left out; it is an error if "hooks" is not an object.
func (r *Reader) Groups(d withEvents, doc *document.Value, read func(event string, group *document.Value)) error {
	hooks := doc.Get("hooks")
	if hooks == nil {
		return nil
	}
	if hooks.Kind != document.Object {
		return document.Errorf(hooks.Pos, "\"hooks\" must be an object that maps event names to lists, not %s", hooks.Kind).Fixf(`write {"Event": […]}`)
	}
	r.ReportDuplicates(hooks)
	for _, m := range hooks.Visible() {
		if !dialect.HasEvent(d, m.Key) {
			r.Report(m.Pos, unlessThere(d.UnknownEvent(m.Key), hooks))
			continue
		}
		if m.Value.Kind != document.List {
			r.Report(m.Value.Pos, diag.Errorf("bad-event", "hooks.%s must be a list of groups, not %s", m.Key, m.Value.Kind).Fixf("write [%s]", GroupForm))
			continue
		}
		for _, group := range m.Value.Items {
			if group.Kind != document.Object {
				r.Report(group.Pos, diag.Errorf("bad-group", "a hook group must be an object, not %s", group.Kind).Fixf("write %s", GroupForm))
				continue
			}
			r.ReportDuplicates(group)
			read(m.Key, group)
		}
	}
	return nil
}

// IsFlat reports whether a group has a command where it needs a list of hooks,
// which is then the diagnostic: what else is in it belongs into the list.
func (r *Reader) IsFlat(group *document.Value) bool {
	if group.Get("hooks") != nil || group.Get("command") == nil && !isMisspelt(group, "command") {
		return false
	}
	r.Report(group.Pos, diag.Errorf("bad-group", "a command is directly in the group, which needs a list of hooks").
		Fixf("put type, command and the like into a list: %s", GroupForm))
	return true
}

// unlessThere returns a diagnostic about a key without the key that is to take
// its place, if the object already has that one: two of them would hide a guard.
func unlessThere(d hook.Diagnostic, in *document.Value) hook.Diagnostic {
	if meant, err := strconv.Unquote(d.Instead); err == nil && in.Get(meant) != nil {
		d.Instead = ""
		d.Fix += " (it is there too: move the hooks to it)"
	}
	return d
}

// Type reads the type of a hook; ok is false if it has none.
func (r *Reader) Type(v *document.Value) (t *document.Value, ok bool) {
	t = v.Get("type")
	if t == nil && !isMisspelt(v, "type") {
		r.Report(v.Pos, diag.Errorf("bad-type", "the hook has no type").Fixf(`add "type": "command"`).Replace(`"type": "command",`))
	}
	return t, t != nil
}

// Hooks gives the hooks of a group to read, as far as they are objects.
func (r *Reader) Hooks(group *document.Value, read func(v *document.Value)) {
	list := group.Get("hooks")
	switch {
	case isMisspelt(group, "hooks"):
		return
	case list == nil:
		r.Report(group.Pos, diag.Errorf("bad-group", "the group has no \"hooks\" list").Fixf("write %s", GroupForm))
		return
	case list.Kind != document.List:
		r.Report(list.Pos, diag.Errorf("bad-group", "\"hooks\" of a group must be a list, not %s", list.Kind).Fixf("write [%s]", HookForm))
		return
	}
	for _, v := range list.Items {
		if v.Kind != document.Object {
			r.Report(v.Pos, diag.Errorf("bad-hook", "a hook must be an object, not %s", v.Kind).Fixf("write %s", HookForm))
			continue
		}
		r.ReportDuplicates(v)
		read(v)
	}
}

// Matcher reads a matcher, which may be absent or null. Without a good one,
// nobody knows what the hooks are for.
func (r *Reader) Matcher(v *document.Value) (text string, ok bool) {
	if v == nil || v.Kind == document.Null {
		return "", true
	}
	if text, ok = v.Text(); !ok {
		d := diag.Errorf("bad-matcher", "matcher must be a string, not %s; its hooks are left out", v.Kind).
			Fixf("write a string, or remove it to match everything")
		if joined := joined(v); joined != "" {
			d = d.Fixf("write %q", joined).Replace(strconv.Quote(joined))
		}
		r.Report(v.Pos, d)
	}
	return text, ok
}

// joined is a list of names in the form in which one matcher has them; "" if it
// is not such a list.
func joined(list *document.Value) string {
	var names []string
	for _, item := range list.Items {
		name, ok := item.Text()
		if !ok || name == "" {
			return ""
		}
		names = append(names, name)
	}
	return strings.Join(names, "|")
}

// Command reads the command of a hook, which must have one.
func (r *Reader) Command(v *document.Value) (text string, ok bool) {
	c := v.Get("command")
	if c == nil {
		if !isMisspelt(v, "command") {
			r.Report(v.Pos, diag.Errorf("bad-command", "the hook has no command").Fixf(CommandFix))
		}
		return "", false
	}
	text, problem := Command(c)
	if problem != "" {
		r.Report(c.Pos, diag.Errorf("bad-command", "command %s", problem).Fixf(CommandFix))
	}
	return text, problem == ""
}

// Name reads the name of a hook; "" if it has none.
func (r *Reader) Name(of *document.Value) string {
	v := of.Get("name")
	if v == nil {
		return ""
	}
	text, ok := v.Text()
	if !ok {
		r.Report(v.Pos, diag.Warnf("bad-name", "name must be a string, not %s; it is ignored", v.Kind).Fixf("write a string, or remove it"))
	}
	return text
}
