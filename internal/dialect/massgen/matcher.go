package massgen

import (
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
)

// Matcher compiles a matcher: globs for the whole name of a tool, separated
// by |. No matcher means every tool.
func (Dialect) Matcher(_ hook.EventType, def hook.Definition) (match.Matcher, error) {
	if def.Matcher == "" {
		return match.All{}, nil
	}
	return match.Glob(def.Matcher, match.GlobRules{}), nil
}

// MatchesContent reports whether the event is one that hooks are told of: PostToolUse
// is for tools that succeeded.
func (Dialect) MatchesContent(ev hook.Event, _ hook.Definition) bool {
	if ev.Type.Kind != hook.ToolAfter {
		return true
	}
	response, _ := ev.Fields.Object("tool_response")
	return !isTrue(response["error"])
}

// isTrue reports whether a value is something, as Python counts it: a tool that
// succeeded may still have an error that says nothing.
func isTrue(raw json.RawMessage) bool {
	switch string(raw) {
	case "", "null", "false", `""`, "0", "{}", "[]":
		return false
	}
	return true
}
