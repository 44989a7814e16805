package pi

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// The events.
const (
	SessionStart       = "SessionStart"
	PreToolUse         = "PreToolUse"
	PostToolUse        = "PostToolUse"
	PostToolUseFailure = "PostToolUseFailure"
	PreCompact         = "PreCompact"
)

var events = []hook.EventType{
	{Name: SessionStart, Kind: hook.SessionStart},
	{Name: PreToolUse, Kind: hook.ToolBefore, Subject: "tool_name"},
	{Name: PostToolUse, Kind: hook.ToolAfter, Subject: "tool_name"},
	{Name: PostToolUseFailure, Kind: hook.ToolFailure, Subject: "tool_name"},
	{Name: PreCompact, Kind: hook.CompactBefore},
}

// Events returns the five events.
func (Dialect) Events() []hook.EventType { return events }

// UnknownEvent explains an event name that pi does not have.
func (Dialect) UnknownEvent(name string) hook.Diagnostic {
	return kit.UnknownEvent(name, "pi", events)
}
