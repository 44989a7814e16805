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

func traits(event string) family.Traits {
	switch event {
	case "PreToolUse":
		return family.Traits{
			When:   "Before a tool runs: a hook can allow, deny, ask, replace the input, add context, or stop the agent.",
			DenyTo: hook.ToModel, Blocks: true, StopBlocks: true, Permission: family.PermissionDecision, Context: hook.InUserMessage,
		}
	case "PermissionRequest":
		return family.Traits{
			When:   "The user would be asked for a permission: a hook can answer, and replace the input.",
			DenyTo: hook.ToModel, Blocks: true, StopBlocks: true, Permission: family.BehaviorDecision,
		}
	case "PostToolUse":
		return family.Traits{
			When:   "After a tool ran: a hook can give the model feedback and context, or stop the agent.",
			DenyTo: hook.ToModel, Context: hook.InUserMessage,
		}
	case "PostToolUseFailure":
		return family.Traits{When: "After a tool failed: a hook can give the model feedback and context.", DenyTo: hook.ToModel, Context: hook.InUserMessage}
	case "PostToolBatch":
		return family.Traits{When: "After several tools ran, before the next model call: a hook can stop the agent.", DenyTo: hook.ToUser, DenyStops: true}
	case "UserPromptSubmit", "UserPromptExpansion":
		t := family.Traits{
			When:   "A prompt was submitted: a hook can block it, add context, or stop the agent.",
			DenyTo: hook.ToUser, Blocks: true, StopBlocks: true, Context: hook.InPrompt, TextCounts: true, Timeout: 30 * time.Second,
		}
		if event == "UserPromptExpansion" {
			t.When, t.Timeout = "A command in a prompt is replaced by its text: a hook can block that, add context, or stop the agent.", 0
		}
		return t
	case "Stop", "SubagentStop":
		return family.Traits{When: "An agent is about to stop: a hook can make it go on.", DenyTo: hook.ToModel, Blocks: true, ContextDenies: true}
	case "SessionStart":
		return family.Traits{When: "A session starts: a hook can add context.", DenyTo: hook.ToUser, Context: hook.InSession, TextCounts: true, NeverStops: true}
	case "SubagentStart", "Setup":
		return family.Traits{When: "A helper agent starts, or the project is set up: a hook can add context.", DenyTo: hook.ToUser, Context: hook.InSession}
	case "PostModelSwitch", "Notification":
		return family.Traits{When: "The model was changed, or the user is notified: a hook can add context.", DenyTo: hook.ToUser, Context: hook.InNextTurn}
	case "PreModelSwitch":
		return family.Traits{When: "Before another model is used: a hook can deny or ask.", DenyTo: hook.ToUser, Blocks: true, StopBlocks: true, Permission: family.PermissionDecision}
	case "PreCompact", "Elicitation", "ElicitationResult", "ConfigChange", "WorktreeCreate":
		return family.Traits{When: "Before something that a hook can block.", DenyTo: hook.ToUser, Blocks: true, StopBlocks: true}
	case "TeammateIdle", "TaskCreated", "TaskCompleted":
		return family.Traits{When: "The state of a task changes: a hook can say no to that.", DenyTo: hook.ToModel, Blocks: true}
	case "MessageDisplay":
		return family.Traits{When: "A message is shown: a hook can watch.", DenyTo: hook.ToUser, Timeout: 10 * time.Second}
	case "SessionEnd":
		return family.Traits{When: "A session ends.", DenyTo: hook.ToUser, Timeout: 1500 * time.Millisecond}
	}
	return family.Traits{When: "Something happened: a hook can watch.", DenyTo: hook.ToUser}
}
