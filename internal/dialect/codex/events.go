package codex

import (
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/family"
)

// events lists all of Codex's events, those first that hosts mean by a kind.
var events = []hook.EventType{
	{Name: "PreToolUse", Kind: hook.ToolBefore, Subject: "tool_name"},
	{Name: "PostToolUse", Kind: hook.ToolAfter, Subject: "tool_name"},
	{Name: "UserPromptSubmit", Kind: hook.PromptSubmit},
	{Name: "Stop", Kind: hook.AgentStop},
	{Name: "SessionStart", Kind: hook.SessionStart, Subject: "source"},
	{Name: "SessionEnd", Kind: hook.SessionEnd, Subject: "reason"},
	{Name: "PreCompact", Kind: hook.CompactBefore, Subject: "trigger"},

	{Name: "PermissionRequest", Kind: hook.ToolBefore, Subject: "tool_name"},
	{Name: "SubagentStop", Kind: hook.AgentStop, Subject: "agent_type"},
	{Name: "SubagentStart", Kind: hook.Other, Subject: "agent_type"},
	{Name: "PostCompact", Kind: hook.Other, Subject: "trigger"},
}

// traits says what Codex does otherwise than the rest of the family.
func traits(event string) family.Traits {
	t := family.Standard(event)
	switch event {
	case "PreToolUse":
		t.When = "Before a tool runs: a hook can deny it, replace the input beside an allow, or add context."
		t.Context, t.RewriteNeedsAllow = hook.InUserMessage, true
	case "PermissionRequest":
		t.DenyTo, t.Permission = hook.ToModel, family.BehaviorDecision
	case "PostToolUse":
		t.When = "After a tool ran or failed: a hook can give the model feedback in place of the result, or context."
		t.StopDenies = true
	case "SessionStart":
		t.When = "A session starts: a hook can add context, or keep the agent from going on."
		t.TextCounts = true
	case "SessionEnd":
		t.Timeout = 3 * time.Second
	}
	return t
}
