package claude

import (
	"time"

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
	{Name: "UserPromptExpansion", Kind: hook.PromptSubmit, Subject: "command_name"},
	{Name: "SubagentStop", Kind: hook.AgentStop, Subject: "agent_type"},
	{Name: "PostToolBatch", Kind: hook.Other},
	{Name: "SubagentStart", Kind: hook.Other, Subject: "agent_type"},
	{Name: "Setup", Kind: hook.Other, Subject: "trigger"},
	{Name: "PostCompact", Kind: hook.Other, Subject: "trigger"},
	{Name: "InstructionsLoaded", Kind: hook.Other, Subject: "load_reason"},
	{Name: "CwdChanged", Kind: hook.Other},
	{Name: "MessageDisplay", Kind: hook.Other},
	{Name: "PermissionDenied", Kind: hook.Other, Subject: "tool_name"},
	{Name: "StopFailure", Kind: hook.Other, Subject: "error"},
	{Name: "TeammateIdle", Kind: hook.Other},
	{Name: "TaskCreated", Kind: hook.Other},
	{Name: "TaskCompleted", Kind: hook.Other},
	{Name: "PreModelSwitch", Kind: hook.Other},
	{Name: "PostModelSwitch", Kind: hook.Other},
	{Name: "Elicitation", Kind: hook.Other, Subject: "mcp_server_name"},
	{Name: "ElicitationResult", Kind: hook.Other, Subject: "mcp_server_name"},
	{Name: "ConfigChange", Kind: hook.Other, Subject: "source"},
	{Name: "FileChanged", Kind: hook.Other, Subject: "file_path"},
	{Name: "DirectoryAdded", Kind: hook.Other, Subject: "source"},
	{Name: "WorktreeCreate", Kind: hook.Other},
	{Name: "WorktreeRemove", Kind: hook.Other},
}

// traits says what Claude Code does otherwise than the rest of the family, and
// what its own events are.
func traits(event string) family.Traits {
	t := family.Standard(event)
	switch event {
	case "PreToolUse":
		t.When = "Before a tool runs: a hook can allow, deny, ask, replace the input, add context, or stop the agent."
		t.Context = hook.InUserMessage
	case "PermissionRequest":
		t.DenyTo, t.Permission, t.ExitIgnored = hook.ToModel, family.BehaviorDecision, true
	case "PostToolUseFailure":
		t = family.Standard("PostToolUse")
		t.When = "After a tool failed: a hook can give the model feedback and context, or stop the agent."
	case "PostToolBatch":
		t.When, t.DenyStops = "After several tools ran, before the next model call: a hook can stop the agent.", true
	case "UserPromptSubmit":
		t.Timeout = 30 * time.Second
	case "UserPromptExpansion":
		t = family.Standard("UserPromptSubmit")
		t.When = "A command in a prompt is replaced by its text: a hook can block that, add context, or stop the agent."
	case "Stop", "SubagentStop":
		t.ContextDenies = true
	case "SessionStart":
		t.TextCounts, t.NeverStops = true, true
	case "SubagentStart", "Setup":
		t.When, t.Context = "A helper agent starts, or the project is set up: a hook can add context.", hook.InSession
	case "PostModelSwitch", "Notification":
		t.When, t.Context = "The model was changed, or the user is notified: a hook can add context.", hook.InNextTurn
	case "PreModelSwitch":
		t = family.Standard("PermissionRequest")
		t.When = "Before another model is used: a hook can deny or ask."
	case "PreCompact", "Elicitation", "ElicitationResult", "ConfigChange", "WorktreeCreate":
		t.When, t.Blocks, t.StopBlocks = "Before something that a hook can block.", true, true
	case "TeammateIdle", "TaskCreated", "TaskCompleted":
		t.When, t.DenyTo, t.Blocks = "The state of a task changes: a hook can say no to that.", hook.ToModel, true
	case "MessageDisplay":
		t.Timeout = 10 * time.Second
	case "SessionEnd":
		t.Timeout = 1500 * time.Millisecond
	}
	return t
}
