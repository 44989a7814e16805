package pi

import (
	"fmt"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// claudeTimeouts are in seconds, unlike pi's own.
var claudeTimeouts = kit.Timeouts{Unit: time.Second, Default: defaultTimeout, Max: maxTimeout}

// readClaude reads the hooks of a .claude/settings.json. Hooks for events that
// there are not here are none of our business.
func (r *reader) readClaude(doc *document.Value) error {
	hooks := doc.Get("hooks")
	if hooks == nil {
		return nil
	}
	if hooks.Kind != document.Object {
		return document.Errorf(hooks.Pos, "hooks must be an object that maps event names to lists, not %s", hooks.Kind).Fixf(`write {"PreToolUse": […]}`)
	}
	r.ReportDuplicates(hooks)
	for _, m := range hooks.Visible() {
		if !dialect.HasEvent(Dialect{}, m.Key) {
			r.Report(m.Pos, diag.Infof("other-event", "pi has no event %s; its hooks are left out", m.Key).Fixf("remove them, if nobody else reads this file"))
			continue
		}
		if m.Value.Kind != document.List {
			return document.Errorf(m.Value.Pos, "hooks.%s must be a list of groups, not %s", m.Key, m.Value.Kind).Fixf("write [%s]", kit.GroupForm)
		}
		for i, group := range m.Value.Items {
			if err := r.readGroup(m.Key, fmt.Sprintf("hooks.%s[%d]", m.Key, i), group); err != nil {
				return err
			}
		}
	}
	return nil
}

// readGroup reads a group of hooks with a matcher. A hook in the native form
// may stand in its place.
func (r *reader) readGroup(event, path string, group *document.Value) error {
	if group.Kind != document.Object {
		return document.Errorf(group.Pos, "%s must be an object, not %s", path, group.Kind).Fixf("write %s", kit.GroupForm)
	}
	list := group.Get("hooks")
	switch {
	case list == nil && group.Get("command") != nil:
		return r.readHook(event, path, group)
	case list == nil:
		return document.Errorf(group.Pos, "%s has no \"hooks\" list", path).Fixf("write %s", kit.GroupForm)
	case list.Kind != document.List:
		return document.Errorf(list.Pos, "%s.hooks must be a list, not %s", path, list.Kind).Fixf("write [%s]", kit.HookForm)
	}
	r.ReportDuplicates(group)
	base := hook.Definition{Event: event, Type: "command", Source: r.From.Source}
	if m := group.Get("matcher"); m != nil && m.Kind != document.Null {
		text, ok := m.Text()
		if !ok {
			return document.Errorf(m.Pos, "%s.matcher must be a string, not %s", path, m.Kind).Fixf("write names like \"Write|Edit\", or remove it to match every tool")
		}
		base.Matcher = strings.TrimSpace(text)
		r.checkPattern(m, base.Matcher)
	}
	for i, item := range list.Items {
		if err := r.readClaudeHook(base, fmt.Sprintf("%s.hooks[%d]", path, i), item); err != nil {
			return err
		}
	}
	return nil
}

// checkPattern notices matchers that look like regular expressions, which they
// are not here: such a guard would never run.
func (r *reader) checkPattern(v *document.Value, pattern string) {
	for _, a := range alternatives(pattern) {
		if a.tool != "*" && strings.ContainsAny(a.tool, "*+?[](){}^$\\") {
			r.Report(v.Pos, diag.Warnf("bad-matcher", "%q is compared with names of tools as it stands; patterns are only read as Tool(pattern), for commands", a.tool).
				Fixf("write the names, such as Edit|Write"))
		}
	}
}

func (r *reader) readClaudeHook(def hook.Definition, path string, v *document.Value) error {
	if v.Kind != document.Object {
		return document.Errorf(v.Pos, "%s must be an object, not %s", path, v.Kind).Fixf("write %s", kit.HookForm)
	}
	r.ReportDuplicates(v)
	if t := v.Get("type"); t != nil {
		if text, _ := t.Text(); text != "command" {
			r.Report(t.Pos, diag.Warnf("bad-type", "only hooks of type \"command\" can be run; this one is left out").Fixf(`write "command"`))
			return nil
		}
	}
	def.Origin = v.Pos
	if err := r.readCommand(&def, path, v); err != nil {
		return err
	}
	def.Timeout = r.Timeout(v.Get("timeout"), claudeTimeouts)
	r.Add(def)
	return nil
}
