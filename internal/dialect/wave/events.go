package wave

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/family"
)

// events lists the events. SubagentStop and PermissionRequest share the kind of
// another and are fired by name.
var events = []hook.EventType{
	{Name: "PreToolUse", Kind: hook.ToolBefore, Subject: "tool_name"},
	{Name: "PostToolUse", Kind: hook.ToolAfter, Subject: "tool_name"},
	{Name: "UserPromptSubmit", Kind: hook.PromptSubmit},
	{Name: "Stop", Kind: hook.AgentStop},
	{Name: "SubagentStop", Kind: hook.AgentStop},
	{Name: "PermissionRequest", Kind: hook.ToolBefore, Subject: "tool_name"},
	{Name: "SessionStart", Kind: hook.SessionStart},
	{Name: "SessionEnd", Kind: hook.SessionEnd},
	{Name: "PreCompact", Kind: hook.CompactBefore},
	{Name: "Notification", Kind: hook.Notification},
}

// foreign are events that Wave does not have or that came with later versions
// of it. Claude Code's own are a sign that a file is not for Wave.
var foreign = []family.Foreign{
	{Names: []string{"BeforeModel", "AfterModel", "BeforeToolSelection"}, Why: "is not an event here: Wave has none around model calls"},
	{Names: []string{"PostCompact", "CwdChanged", "WorktreeCreate", "WorktreeRemove"}, Why: "is an event of later versions of Wave and not supported"},
	{Names: []string{"PostToolBatch", "SubagentStart", "Setup", "InstructionsLoaded", "MessageDisplay", "UserPromptExpansion"}, Why: "is an event of Claude Code that Wave does not have", Elsewhere: true},
}
