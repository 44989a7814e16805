package pi

import (
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
)

// Matcher compiles a definition's matcher: a list of exact names, or a pattern
// from Claude's settings. Events about no tool have none.
func (Dialect) Matcher(ev hook.EventType, def hook.Definition) (match.Matcher, error) {
	switch {
	case ev.Subject == "" || def.Tools == nil && isAll(def.Matcher):
		return match.All{}, nil
	case def.Tools != nil:
		return names(def.Tools), nil
	}
	return pattern(alternatives(def.Matcher)), nil
}

// MatchesContent reports whether a tool call is what Tool(glob) is meant for. Other
// matchers look at nothing but names.
func (Dialect) MatchesContent(ev hook.Event, def hook.Definition) bool {
	if ev.Type.Subject == "" || def.Tools != nil || !strings.Contains(def.Matcher, "(") {
		return true
	}
	tool, _ := ev.Subject()
	input, _ := ev.Fields.Object("tool_input")
	command, _ := input.String("command")
	return slices.ContainsFunc(alternatives(def.Matcher), func(a alternative) bool {
		return a.isFor(tool) && (!a.hasGlob || wildcard(a.glob, command))
	})
}

// names match exactly.
type names []string

func (n names) Match(name string, _ *match.Budget) bool { return slices.Contains(n, name) }

// pattern matches the names of its alternatives.
type pattern []alternative

func (p pattern) Match(name string, _ *match.Budget) bool {
	return slices.ContainsFunc(p, func(a alternative) bool { return a.isFor(name) })
}

func isAll(pattern string) bool { return pattern == "" || pattern == "*" }

// alternative is one part of a matcher in Claude's settings: a tool, and
// possibly which of its commands.
type alternative struct {
	tool    string
	glob    string
	hasGlob bool
}

func (a alternative) isFor(tool string) bool {
	return a.tool == "*" || strings.EqualFold(a.tool, tool)
}

// alternatives takes a matcher such as Edit|Bash(git push*) apart. A | inside
// parentheses belongs to the command.
func alternatives(text string) []alternative {
	var list []alternative
	depth, start := 0, 0
	add := func(part string) {
		part = strings.TrimSpace(part)
		tool, rest, found := strings.Cut(part, "(")
		if glob, closed := strings.CutSuffix(rest, ")"); found && closed && tool != "" {
			list = append(list, alternative{strings.TrimSpace(tool), glob, true})
		} else if part != "" {
			list = append(list, alternative{tool: part})
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

// wildcard reports whether a text is what a glob says, in which only * is
// special: it stands for any text, line breaks included.
func wildcard(glob, text string) bool {
	first, rest, found := strings.Cut(glob, "*")
	if !found {
		return text == glob
	}
	text, ok := strings.CutPrefix(text, first)
	if !ok {
		return false
	}
	parts := strings.Split(rest, "*")
	last := len(parts) - 1
	for _, part := range parts[:last] {
		i := strings.Index(text, part)
		if i < 0 {
			return false
		}
		text = text[i+len(part):]
	}
	return strings.HasSuffix(text, parts[last])
}
