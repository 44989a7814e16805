package convert

import (
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// matcher converts which tools a hook is for. It returns false if the hook is
// for none.
func (c *converter) matcher(h *dialect.DraftHook, source, target hook.EventType, def hook.Definition) bool {
	compiled, err := c.from.Matcher(source, def)
	if err != nil {
		c.note(def.Origin, "matcher", "%v", err)
	}
	if compiled == (match.All{}) {
		if source.Subject == "" && strings.TrimSpace(def.Matcher) != "" {
			c.note(def.Origin, "matcher", "the matcher %q has no effect on %s and is left out", def.Matcher, source.Name)
		}
		return true
	}
	if source.Subject != "tool_name" {
		return c.lifecycleMatcher(h, source, target, def)
	}
	t := &translation{converter: c, def: def, compiled: compiled}
	list, ok := patterns(c.from, def)
	if name, exact := compiled.(match.Exact); exact { // a pattern that was none
		list, ok = []pattern{{glob: escape(string(name))}}, true
	}
	if !ok {
		t.byKnownTools()
	} else if len(list) == 0 {
		c.note(def.Origin, "matcher", "the matcher matches no tool; the hook %q is left out", def.DisplayName())
		return false
	}
	for _, p := range list {
		t.add(p)
	}
	return t.write(h)
}

// lifecycleMatcher keeps a matcher for something else than tools, if the target
// has such matchers and reads this one alike.
func (c *converter) lifecycleMatcher(h *dialect.DraftHook, source, target hook.EventType, def hook.Definition) bool {
	if target.Subject != "" && c.matchAlike(source, target, def) {
		h.Matcher = def.Matcher
		return true
	}
	c.lost(def.Origin, "matcher", "%s has no such matcher on %s: the hook %q will always run, not only for %q", c.to.product, target.Name, def.DisplayName(), def.Matcher)
	return true
}

// matchAlike reports whether a matcher means the same to both sides, as far as is
// known what an event can be about.
func (c *converter) matchAlike(source, target hook.EventType, def hook.Definition) bool {
	ours, err := c.from.Matcher(source, def)
	theirs, problem := c.to.Matcher(target, hook.Definition{Event: target.Name, Matcher: def.Matcher})
	if err != nil || problem != nil {
		return false
	}
	for _, side := range []side{c.from, c.to} {
		if side.rules.Subjects == nil {
			continue
		}
		for _, word := range side.rules.Subjects(source.Kind) {
			if ours.Match(word, new(match.Budget)) != theirs.Match(word, new(match.Budget)) {
				return false
			}
		}
	}
	return true
}

// translation collects what a matcher becomes.
type translation struct {
	*converter
	def      hook.Definition
	compiled match.Matcher
	result   []pattern // for whole names
}

// byKnownTools is for patterns that cannot be taken apart: of the tools that
// there are known to be, it takes those that match.
func (t *translation) byKnownTools() {
	for _, tool := range t.from.rules.Tools {
		if t.compiled.Match(tool.Name, new(match.Budget)) {
			t.addTool(tool)
		}
	}
	if len(t.result) == 0 {
		return
	}
	t.lost(t.def.Origin, "matcher", "the matcher %q cannot be expressed in %s; it becomes a list of the known tools: %s", t.def.Matcher, t.to.product, t.text())
}

// add translates one alternative. One that also matches longer names goes on to
// do so, beside the tool's name in the target: it may guard tools of MCP servers,
// which are called the same everywhere.
func (t *translation) add(p pattern) {
	name, isName := p.literal()
	known := false
	for _, tool := range t.from.rules.Tools {
		if p.matches(tool.Name, t.from.form.Matcher.FoldCase) {
			t.addTool(tool)
			known = known || isName && (tool.Name == name || t.from.form.Matcher.FoldCase)
		}
	}
	switch {
	case known && (p.before || p.after) && t.to.rules.Patterns == dialect.Names:
		t.lost(t.def.Origin, "matcher", "%q matches all names that contain %s; %s takes only names, and the others are left out", t.def.Matcher, name, t.to.product)
	case known && !p.before && !p.after:
	case isName && !p.before && !p.after:
		if !strings.HasPrefix(name, "mcp__") {
			t.note(t.def.Origin, "tool", "%s is not known to be a tool of %s and is kept as it is", name, t.from.product)
		}
		t.keep(p)
	default:
		t.keep(p)
	}
}

// keep takes over a pattern for tools that are not known.
func (t *translation) keep(p pattern) {
	name, isName := p.literal()
	switch {
	case t.to.rules.Patterns == dialect.Names && !isName:
		t.lost(t.def.Origin, "matcher", "%q matches unknown tools, too; %s takes only names, and these are left out", t.def.Matcher, t.to.product)
		return
	case t.to.rules.Patterns == dialect.Names && (p.before || p.after):
		t.lost(t.def.Origin, "matcher", "%q matches all names that contain %s; in %s it is that name alone", t.def.Matcher, name, t.to.product)
		t.include(pattern{glob: p.glob})
		return
	case strings.ContainsAny(p.glob, t.to.form.Matcher.Forbidden):
		t.lost(t.def.Origin, "matcher", "%q cannot be part of a matcher in %s and is left out", p.glob, t.to.product)
		return
	case t.from.form.Matcher.FoldCase && !t.to.form.Matcher.FoldCase:
		t.note(t.def.Origin, "matcher", "%s ignores case in %s; in %s it is case-sensitive", p.glob, t.from.product, t.to.product)
	}
	t.include(pattern{glob: p.whole()})
}

// addTool adds what the target calls a tool.
func (t *translation) addTool(tool dialect.Tool) {
	for _, theirs := range t.to.rules.Tools {
		if tool.Role != "" && theirs.Role == tool.Role {
			t.include(pattern{glob: escape(theirs.Name)})
			return
		}
	}
	if !slices.ContainsFunc(t.to.rules.Tools, func(theirs dialect.Tool) bool { return theirs.Name == tool.Name }) {
		t.lost(t.def.Origin, "tool", "%s is not known to have a tool like %s; the name is kept as it is", t.to.product, tool.Name)
	}
	t.include(pattern{glob: escape(tool.Name)})
}

func (t *translation) include(p pattern) {
	if !slices.Contains(t.result, p) {
		t.result = append(t.result, p)
	}
}

func (t *translation) text() string {
	var globs []string
	for _, p := range t.result {
		globs = append(globs, p.glob)
	}
	return strings.Join(globs, "|")
}

// write puts the result into the hook, in the form that the target has. It
// returns false if nothing is left of it.
func (t *translation) write(h *dialect.DraftHook) bool {
	switch {
	case len(t.result) == 0:
		return t.widened(t.def, "matcher", "no part of the matcher %q can be expressed in %s: the hook %q would run for every tool", t.def.Matcher, t.to.product, t.def.DisplayName())
	case t.to.rules.Patterns == dialect.Names:
		for _, p := range t.result {
			h.Tools = append(h.Tools, unescape(p.glob))
		}
	case t.to.rules.Patterns == dialect.Globs:
		h.Matcher = t.text()
	case t.to.rules.Patterns == dialect.NamesOrRegexps && match.IsNameList(t.text()):
		h.Matcher = t.text()
	default:
		h.Matcher = toRegexp(t.result)
	}
	return true
}
