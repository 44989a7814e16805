package convert

import (
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// hook converts one hook; ok is false if the target has nothing like it.
func (c *converter) hook(def hook.Definition) (h dialect.DraftHook, ok bool) {
	source, target, ok := c.event(def)
	if !ok {
		return h, false
	}
	h = dialect.DraftHook{Definition: hook.Definition{
		Event: target.Name, Type: "command", Origin: def.Origin, Timeout: c.timeout(def),
	}}
	if h.Command, ok = c.command(def); !ok {
		return h, false
	}
	if !c.matcher(&h, source, target, def) {
		return h, false
	}
	if !c.condition(&h, def) {
		return h, false
	}
	c.failure(&h, target, def)
	c.words(&h, def)
	h.EventComment, h.GroupComment, h.Comment = c.comments.of(def.Origin)
	h.Sequential = def.Sequential
	if c.to.form.Speaks {
		h.Speaks = c.from.Name()
	}
	return h, true
}

// event finds the target's event for the same moment. An event that shares its
// moment with another, like the end of a helper agent's turn, only has an
// equal if that is called the same.
func (c *converter) event(def hook.Definition) (source, target hook.EventType, ok bool) {
	for _, e := range c.from.Events() {
		if e.Name == def.Event {
			source = e
		}
	}
	for _, e := range c.to.Events() {
		if e.Kind == source.Kind && (e.Name == source.Name || !ok && c.isFirst(source)) {
			target, ok = e, true
		}
	}
	if !ok {
		c.lost(def.Origin, "no-event", "%s has no event like %s; the hook %q is left out", c.to.product, source.Name, def.DisplayName())
	}
	return source, target, ok
}

// isFirst reports whether an event is the one that hosts mean by its kind.
func (c *converter) isFirst(event hook.EventType) bool {
	if event.Kind == hook.Other {
		return false
	}
	for _, e := range c.from.Events() {
		if e.Kind == event.Kind {
			return e.Name == event.Name
		}
	}
	return false
}

// condition keeps a condition, if the target has such. It returns false if the
// hook is left out without it.
func (c *converter) condition(h *dialect.DraftHook, def hook.Definition) bool {
	if hasConditions(def.Conditions) {
		return c.widened(def, "condition", "%s has no conditions like those of the hook %q, which would run for every use of its tools", c.to.product, def.DisplayName())
	}
	if c.to.form.Conditions {
		h.If = def.If
	}
	if def.If == h.If {
		return true
	}
	return c.widened(def, "condition", "%s has no conditions such as %s: the hook %q would run for every use of its tools", c.to.product, def.If, def.DisplayName())
}

// widened reports a hook that would run for more than it is for, and whether it
// is kept.
func (c *converter) widened(def hook.Definition, code, format string, args ...any) (kept bool) {
	effect := "; it is left out (--widen keeps it)"
	if c.widen {
		effect = ", and does"
	}
	c.lost(def.Origin, code, "%s%s", fmt.Sprintf(format, args...), effect)
	return c.widen
}

// hasConditions reports whether there is a condition on more than tools, which
// matchers are for.
func hasConditions(c *hook.Conditions) bool {
	return c != nil && (len(c.Command)+len(c.Path)+len(c.Content)+len(c.Prompt)+len(c.Agent)+len(c.Input) > 0 || c.When != nil || c.Unless != nil)
}

func (c *converter) failure(h *dialect.DraftHook, target hook.EventType, def hook.Definition) {
	switch {
	case !def.FailClosed:
	case c.to.form.FailureKey == "":
		c.lost(def.Origin, "fail-open", "in %s a hook that fails lets the operation proceed; %q, which blocks when it fails (fail-closed), cannot do that there", c.to.product, def.DisplayName())
	case target.Kind != hook.ToolBefore:
		c.note(def.Origin, "fail-open", "%s of the hook %q is left out: there is nothing to block on %s", c.from.form.FailureKey, def.DisplayName(), target.Name)
	default:
		h.FailClosed = true
	}
}

// words are the name and the description.
func (c *converter) words(h *dialect.DraftHook, def hook.Definition) {
	if c.from.form.Names && def.Name != "" {
		if c.to.form.Names {
			h.Name = def.Name
		} else {
			c.note(def.Origin, "no-name", "hooks have no names in %s; %q is left out", c.to.product, def.Name)
		}
	}
	if v := valueAt(c.doc, def.Origin); v != nil && c.from.form.Descriptions {
		if d := v.Get("description"); d != nil {
			text, isText := d.Text()
			if isText && c.to.form.Descriptions {
				h.Description = text
			} else {
				c.note(d.Pos, "no-description", "the description is left out: hooks have none in %s", c.to.product)
			}
		}
	}
}

// switchOf is what the target says about whether hooks are on. Where they are
// off by default, hooks that were on are switched on.
func (c *converter) switchOf(set config.Set) *bool {
	at := hook.Position{File: c.file}
	on := set.Enabled
	switch written := set.EnabledAt.File != ""; {
	case !on && c.to.form.SwitchKey == "":
		c.lost(at, "no-switch", "hooks are switched off in this file; %s has no switch, so they will be on", c.to.product)
	case c.to.form.SwitchKey == "":
	case !on, !c.to.rules.OnByDefault:
		return &on
	case c.from.form.SwitchKey != "" && !c.from.rules.OnByDefault && !written:
		c.note(at, "switch", "the file does not switch hooks on, and in %s they are on by default", c.to.product)
	}
	return nil
}

// withoutDuplicates skips what the source dialect does not run twice and
// the target would.
func (c *converter) withoutDuplicates(definitions []hook.Definition) []hook.Definition {
	var kept []hook.Definition
	for _, def := range definitions {
		switch twin, sibling := twins(kept, def); {
		case c.from.rules.Dedup == c.to.rules.Dedup:
		case twin != nil && c.from.rules.Dedup:
			c.note(def.Origin, "duplicate", "the same command is at %s and would run twice in %s; this one is left out", twin.Origin, c.to.product)
			continue
		case twin != nil:
			c.lost(def.Origin, "duplicate", "the same command is at %s; in %s it runs only once", twin.Origin, c.to.product)
		case sibling != nil:
			c.note(def.Origin, "duplicate", "the same command is at %s with another matcher; where both match it runs %s in %s", sibling.Origin, times(c.to.rules.Dedup), c.to.product)
		}
		kept = append(kept, def)
	}
	return kept
}

// twins returns the first hook with the same command and matcher for the same
// event, and the first with another matcher; nil if there is none.
func twins(list []hook.Definition, def hook.Definition) (twin, sibling *hook.Definition) {
	if def.Command == "" {
		return nil, nil
	}
	for i, before := range list {
		switch {
		case before.Event != def.Event || before.Identity() != def.Identity():
		case before.Matcher == def.Matcher && twin == nil:
			twin = &list[i]
		case before.Matcher != def.Matcher && sibling == nil:
			sibling = &list[i]
		}
	}
	return twin, sibling
}

func times(dedup bool) string {
	if dedup {
		return "once"
	}
	return "twice"
}

// order says what the target can about hooks that run one after the other.
func (c *converter) order(hooks []dialect.DraftHook) {
	count, sequential := map[string]int{}, map[string]bool{}
	for _, h := range hooks {
		count[h.Event]++
		sequential[h.Event] = sequential[h.Event] || h.Sequential || c.from.rules.Sequential
	}
	reported := map[string]bool{}
	for i := range hooks {
		h := &hooks[i]
		switch {
		case c.to.rules.Sequential:
			h.Sequential = false
		case c.to.form.Sequential && c.from.rules.Sequential:
			h.Sequential = count[h.Event] > 1
		}
		if count[h.Event] > 1 && !sequential[h.Event] && c.to.rules.Sequential && !reported[h.Event] {
			reported[h.Event] = true
			c.note(h.Origin, "sequential", "the hooks of %s run one after the other in %s, not at the same time", h.Event, strings.TrimSpace(c.to.product))
		}
	}
}
