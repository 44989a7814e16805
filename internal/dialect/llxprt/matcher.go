package llxprt

import (
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
)

// Matcher compiles a matcher: a JavaScript regular expression for tool names,
// an exact word for the lifecycle events that have one. A pattern that is not a
// regular expression is compared literally.
func (Dialect) Matcher(ev hook.EventType, def hook.Definition) (match.Matcher, error) {
	pattern := strings.TrimSpace(def.Matcher)
	if ev.Subject == "" || pattern == "" || pattern == "*" {
		return match.All{}, nil
	}
	if !isToolEvent(ev.Kind) {
		return match.Exact(pattern), nil
	}
	m, err := match.Regexp(pattern)
	if err != nil {
		return match.Exact(pattern), fmt.Errorf("the matcher %q is not a valid regular expression and only matches a tool of exactly that name: %w", pattern, err)
	}
	return m, nil
}

// MatchesContent reports true: matchers look at nothing but names.
func (Dialect) MatchesContent(hook.Event, hook.Definition) bool { return true }

func isToolEvent(k hook.Kind) bool {
	return k == hook.ToolBefore || k == hook.ToolAfter
}
