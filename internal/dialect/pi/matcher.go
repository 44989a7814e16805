package pi

import (
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/dialect/family"
)

// Matcher compiles a definition's matcher: a list of exact names, or a pattern
// from Claude's settings. Events about no tool have none.
func (Dialect) Matcher(ev hook.EventType, def hook.Definition) (match.Matcher, error) {
	switch {
	case ev.Subject == "" || def.Tools == nil && isAll(strings.TrimSpace(def.Matcher)):
		return match.All{}, nil
	case def.Tools != nil:
		return match.Names(def.Tools), nil
	}
	return pattern(alternatives(def.Matcher)), nil
}

// MatchesContent reports whether a tool call is what Tool(glob) is meant for, in a
// matcher or in a condition. Other matchers look at nothing but names.
func (Dialect) MatchesContent(ev hook.Event, def hook.Definition) bool {
	if ev.Type.Subject == "" {
		return def.If == ""
	}
	tool, _ := ev.Subject()
	if rule, ok := family.ParseRule(def.If); ok && !(isFor(rule, tool) && (rule.AnyUse || rule.Covers(ev))) {
		return false
	}
	if def.Tools != nil || !strings.Contains(def.Matcher, "(") {
		return true
	}
	input, _ := ev.Fields.Object("tool_input")
	command, _ := input.String("command")
	return slices.ContainsFunc(alternatives(def.Matcher), func(a family.Rule) bool {
		return isFor(a, tool) && (a.AnyUse || family.Wildcard(a.Glob, command))
	})
}

// pattern matches the names of its alternatives.
type pattern []family.Rule

func (p pattern) Match(name string, _ *match.Budget) bool {
	return slices.ContainsFunc(p, func(rule family.Rule) bool { return isFor(rule, name) })
}

func isAll(pattern string) bool { return pattern == "" || pattern == "*" }

// isFor reports whether a rule names a tool.
func isFor(rule family.Rule, tool string) bool {
	return rule.Tool == "*" || strings.EqualFold(rule.Tool, tool)
}

// alternatives takes a matcher such as Edit|Bash(git push*) apart. A | inside
// parentheses belongs to the command.
func alternatives(text string) []family.Rule {
	var list []family.Rule
	depth, start := 0, 0
	add := func(part string) {
		if rule, ok := family.ParseRule(part); ok {
			list = append(list, rule)
		} else if part = strings.TrimSpace(part); part != "" {
			list = append(list, family.Rule{Tool: part, AnyUse: true})
		}
	}
	for i, c := range text {
		switch {
		case c == '(':
			depth++
		case c == ')' && depth > 0:
			depth--
		case c == '|' && depth == 0:
			add(text[start:i])
			start = i + 1
		}
	}
	add(text[start:])
	return list
}
