package family

import (
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
)

// toolSubject is what events about tools are matched by.
const toolSubject = "tool_name"

// Matcher compiles a matcher the way of the contract.
func (d Dialect) Matcher(ev hook.EventType, def hook.Definition) (match.Matcher, error) {
	pattern := strings.TrimSpace(def.Matcher)
	if ev.Subject == "" || pattern == "" {
		return match.All{}, nil
	}
	return d.Contract.Matcher(pattern)
}

// MatchesContent reports whether the condition of a hook is true for an event.
func (d Dialect) MatchesContent(ev hook.Event, def hook.Definition) bool {
	return IsTrue(def.If, ev)
}

// WithAliases returns a matcher that also takes a tool for one with another name.
func WithAliases(m match.Matcher, aliases func(tool string) []string) match.Matcher {
	return aliased{m, aliases}
}

type aliased struct {
	match.Matcher
	aliases func(tool string) []string
}

// Match reports whether the matcher is for the tool under any of its names.
func (a aliased) Match(name string, budget *match.Budget) bool {
	return a.Matcher.Match(name, budget) || slices.ContainsFunc(a.aliases(name), func(alias string) bool {
		return a.Matcher.Match(alias, budget)
	})
}
