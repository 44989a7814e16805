package massgen

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// The events.
const (
	PreToolUse  = "PreToolUse"
	PostToolUse = "PostToolUse"
)

var events = []hook.EventType{
	{Name: PreToolUse, Kind: hook.ToolBefore, Subject: "tool_name"},
	{Name: PostToolUse, Kind: hook.ToolAfter, Subject: "tool_name"},
}

// Events returns the two events.
func (Dialect) Events() []hook.EventType { return events }

// UnknownEvent explains an event name that MassGen does not have.
func (Dialect) UnknownEvent(name string) hook.Diagnostic {
	if name == "PostToolUseFailure" {
		return kit.NoSuchEvent(events, "%s is not an event here: MassGen has none for tools that fail", name)
	}
	return kit.UnknownEvent(name, "MassGen", events)
}
