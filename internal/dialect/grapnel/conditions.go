package grapnel

import (
	"cmp"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
)

// conditionKeys are the keys of conditions, without unless.
func conditionKeys() []string {
	return []string{"tool", "command", "path", "content", "prompt", "input", "agent", "when"}
}

// readConditions reads the conditions of a rule or hook. Without any it returns
// nil.
func (r *reader) readConditions(v *document.Value) *hook.Conditions {
	c := &hook.Conditions{
		Tool:    r.patterns(v, "tool"),
		Command: r.patterns(v, "command"),
		Path:    r.patterns(v, "path"),
		Content: r.patterns(v, "content"),
		Prompt:  r.patterns(v, "prompt"),
		Agent:   r.patterns(v, "agent"),
	}
	if in := v.Get("input"); in != nil {
		c.Input = r.readInput(in)
	}
	if when := v.Get("when"); when != nil {
		c.When = &hook.Pattern{Text: r.text(when, "when"), At: when.Pos}
	}
	if unless := v.Get("unless"); unless != nil {
		c.Unless = r.readUnless(unless)
	}
	if isEmpty(c) {
		return nil
	}
	return c
}

// matcher is the condition on tools as the text of a matcher, which finds the
// definitions for a tool.
func (r *reader) matcher(v *document.Value) string {
	tool := v.Get("tool")
	if tool == nil {
		return ""
	}
	var names []string
	for _, item := range list(tool) {
		name, _ := item.Name()
		names = append(names, name)
	}
	return strings.Join(names, "|")
}

func isEmpty(c *hook.Conditions) bool {
	return len(c.Tool)+len(c.Command)+len(c.Path)+len(c.Content)+len(c.Prompt)+len(c.Agent)+len(c.Input) == 0 &&
		c.When == nil && c.Unless == nil
}

// patterns reads one text or a list of them.
func (r *reader) patterns(v *document.Value, key string) []hook.Pattern {
	value := v.Get(key)
	if value == nil {
		return nil
	}
	if value.Kind == document.List && len(value.Items) == 0 {
		r.mistake(value.Pos, "write a pattern, or remove it", "%s is an empty list, which nothing matches", key)
	}
	var patterns []hook.Pattern
	for _, item := range list(value) {
		patterns = append(patterns, hook.Pattern{Text: r.text(item, key), At: item.Pos})
	}
	return patterns
}

// readInput reads a mapping of members of the tool's input to patterns.
func (r *reader) readInput(v *document.Value) []hook.InputCondition {
	if v.Kind != document.Object || len(v.Members) == 0 {
		r.mistake(v.Pos, "write input: {timeout: \"*000\"}", "input must be a mapping of members to patterns, not %s", v.Kind)
		return nil
	}
	var conditions []hook.InputCondition
	for _, m := range v.Visible() {
		conditions = append(conditions, hook.InputCondition{Key: m.Key, At: m.Pos, Patterns: r.patterns(v, m.Key)})
	}
	return conditions
}

func (r *reader) readUnless(v *document.Value) *hook.Conditions {
	if v.Kind != document.Object {
		r.mistake(v.Pos, "write unless: {path: …}", "unless must be a mapping of conditions, not %s", v.Kind)
		return nil
	}
	r.keys(v, "unless", conditionKeys()...)
	c := r.readConditions(v)
	if c == nil {
		r.mistake(v.Pos, "write a condition, or remove it", "unless has no condition")
	}
	return c
}

// checkTools warns about tools that no agent is known to have. About those of
// hooks "grapnel check" warns.
func (r *reader) checkTools(c *hook.Conditions) {
	if c == nil {
		return
	}
	for _, p := range c.Tool {
		if strings.ContainsAny(p.Text, "*?[") || strings.HasPrefix(p.Text, "mcp") || isKnownTool(p.Text) {
			continue
		}
		fix := cmp.Or(suggest.DidYouMean(p.Text, toolNames()), "the roles are "+strings.Join(roleNames(), " "))
		r.Report(p.At, diag.Warnf("unknown-tool", "%q is neither a role nor a tool of an agent that is known here", p.Text).Fixf("%s", fix))
	}
}

func isKnownTool(name string) bool {
	return slices.Contains(roleNames(), name) || len(tools.Knowing("", name)) > 0
}

func roleNames() []string {
	var names []string
	for _, role := range tools.Roles() {
		names = append(names, string(role))
	}
	return names
}

// toolNames are the names of all tools that are known, for suggestions.
func toolNames() []string {
	var names []string
	for _, t := range knownTools() {
		names = append(names, t.Name)
	}
	return names
}
