package family

import (
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
