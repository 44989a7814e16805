package qwen

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/family"
)

// events lists the events, those first that hosts mean by a kind.
var events = []hook.EventType{
	{Name: "PreToolUse", Kind: hook.ToolBefore, Subject: "tool_name"},
	{Name: "PostToolUse", Kind: hook.ToolAfter, Subject: "tool_name"},
	{Name: "PostToolUseFailure", Kind: hook.ToolFailure, Subject: "tool_name"},
	{Name: "UserPromptSubmit", Kind: hook.PromptSubmit},
	{Name: "Stop", Kind: hook.AgentStop},
	{Name: "SessionStart", Kind: hook.SessionStart, Subject: "source"},
	{Name: "SessionEnd", Kind: hook.SessionEnd, Subject: "reason"},
	{Name: "PreCompact", Kind: hook.CompactBefore, Subject: "trigger"},
	{Name: "Notification", Kind: hook.Notification, Subject: "notification_type"},

	{Name: "PermissionRequest", Kind: hook.ToolBefore, Subject: "tool_name"},
	{Name: "SubagentStop", Kind: hook.AgentStop, Subject: "agent_type"},
	{Name: "PostToolBatch", Kind: hook.Other},
	{Name: "SubagentStart", Kind: hook.Other, Subject: "agent_type"},
	{Name: "InstructionsLoaded", Kind: hook.Other, Subject: "load_reason"},
	{Name: "MessageDisplay", Kind: hook.Other},
}

// traits says what Qwen Code does otherwise than the rest of the family.
func traits(event string) family.Traits {
	t := family.Standard(event)
	switch event {
	case "PreToolUse":
		t.When = "Before a tool runs: a hook can deny, ask, replace the input, or add context."
		t.Context, t.StopDenies = hook.InUserMessage, true
	case "PostToolUse":
		t.When = "After a tool ran: a hook can give the model feedback and context."
		t.Context, t.StopDenies = hook.InToolResult, true
	case "PostToolUseFailure":
		t = traits("PostToolUse")
		t.When = "After a tool failed: a hook can give the model feedback and context."
	case "PermissionRequest":
		t.DenyTo, t.Permission = hook.ToModel, family.BehaviorDecision
	case "Stop", "SubagentStop":
		t.StopDenies = true
	case "SessionStart":
		t.TextCounts, t.NeverStops = true, true
	}
	return t
}
