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

func traits(event string) family.Traits {
	switch event {
	case "PreToolUse":
		return family.Traits{
			When:   "Before a tool runs: a hook can allow, deny, ask, replace the input, or stop the agent.",
			DenyTo: hook.ToModel, Blocks: true, StopBlocks: true, Permission: family.PermissionDecision,
		}
	case "PostToolUse":
		return family.Traits{
			When:   "After a tool ran: a hook can give the model feedback and context, or stop the agent.",
			DenyTo: hook.ToModel, Context: hook.InUserMessage,
		}
	case "UserPromptSubmit":
		return family.Traits{
			When:   "A prompt was submitted: a hook can block it, add context, or stop the agent.",
			DenyTo: hook.ToUser, Blocks: true, StopBlocks: true, Context: hook.InPrompt, TextCounts: true,
		}
	case "Stop":
		return family.Traits{When: "The agent is about to stop: a hook can make it go on.", DenyTo: hook.ToModel, Blocks: true}
	case "SubagentStop":
		return family.Traits{When: "A helper agent is about to stop: a hook can make it go on.", DenyTo: hook.ToModel, Blocks: true}
	case "PermissionRequest":
		return family.Traits{
			When:   "The user would be asked for a permission: a hook can answer.",
			DenyTo: hook.ToUser, Blocks: true, StopBlocks: true, Permission: family.PermissionDecision,
		}
	case "SessionStart":
		return family.Traits{When: "A session starts: a hook can add context.", DenyTo: hook.ToUser, Context: hook.InSession}
	case "SessionEnd":
		return family.Traits{When: "A session ends.", DenyTo: hook.ToUser}
	case "PreCompact":
		return family.Traits{When: "Before history is compacted.", DenyTo: hook.ToUser}
	case "Notification":
		return family.Traits{When: "The agent notifies its user.", DenyTo: hook.ToUser}
	}
	return family.Traits{}
}

// foreign are events that Wave does not have or that came with later versions
// of it. Claude Code's own are a sign that a file is not for Wave.
var foreign = []family.Foreign{
	{Names: []string{"BeforeModel", "AfterModel", "BeforeToolSelection"}, Why: "is not an event here: Wave has none around model calls"},
	{Names: []string{"PostCompact", "CwdChanged", "WorktreeCreate", "WorktreeRemove"}, Why: "is an event of later versions of Wave and not supported"},
	{Names: []string{"PostToolBatch", "SubagentStart", "Setup", "InstructionsLoaded", "MessageDisplay", "UserPromptExpansion"}, Why: "is an event of Claude Code that Wave does not have", Elsewhere: true},
}
