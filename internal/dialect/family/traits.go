package family

import (
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Traits are how the answers to an event are understood.
type Traits struct {
	When       string         // when it fires and what hooks can do, as a sentence
	DenyTo     hook.Recipient // who reads why a hook says no
	Blocks     bool           // a no keeps the operation from happening
	StopBlocks bool           // so does a stop; without it, a stop overrides the no
	Permission Permission     // how hooks answer whether a tool may run
	Context    hook.Placement // where additionalContext goes; "" if nowhere
	TextCounts bool           // plain stdout is context too

	ContextDenies bool          // additionalContext makes the agent go on, like a no
	DenyStops     bool          // a no ends the agent's loop
	NeverStops    bool          // continue: false has no effect
	StopDenies    bool          // continue: false is a no, and the agent goes on
	ExitIgnored   bool          // exit code 2 is not an answer
	Timeout       time.Duration // the default, if it is another than the contract's

	// RewriteNeedsAllow says that updatedInput counts only beside an allow.
	RewriteNeedsAllow bool
}

// Permission is the form of an answer about the permission to run a tool.
type Permission uint8

// The forms: none; permissionDecision; and an object decision with a behavior,
// which is all that counts.
const (
	NoPermission Permission = iota
	PermissionDecision
	BehaviorDecision
)

// Standard returns the traits that an event has in the contracts of the family,
// as far as they do not say otherwise.
func Standard(event string) Traits {
	switch event {
	case "PreToolUse":
		return Traits{
			When:   "Before a tool runs: a hook can allow, deny, ask, replace the input, or stop the agent.",
			DenyTo: hook.ToModel, Blocks: true, StopBlocks: true, Permission: PermissionDecision,
		}
	case "PostToolUse":
		return Traits{
			When:   "After a tool ran: a hook can give the model feedback and context, or stop the agent.",
			DenyTo: hook.ToModel, Context: hook.InUserMessage,
		}
	case "UserPromptSubmit":
		return Traits{
			When:   "A prompt was submitted: a hook can block it, add context, or stop the agent.",
			DenyTo: hook.ToUser, Blocks: true, StopBlocks: true, Context: hook.InPrompt, TextCounts: true,
		}
	case "Stop":
		return Traits{When: "The agent is about to stop: a hook can make it go on.", DenyTo: hook.ToModel, Blocks: true}
	case "SubagentStop":
		return Traits{When: "A helper agent is about to stop: a hook can make it go on.", DenyTo: hook.ToModel, Blocks: true}
	case "PermissionRequest":
		return Traits{
			When:   "The user would be asked for a permission: a hook can answer.",
			DenyTo: hook.ToUser, Blocks: true, StopBlocks: true, Permission: PermissionDecision,
		}
	case "SessionStart":
		return Traits{When: "A session starts: a hook can add context.", DenyTo: hook.ToUser, Context: hook.InSession}
	case "SessionEnd":
		return Traits{When: "A session ends.", DenyTo: hook.ToUser}
	case "PreCompact":
		return Traits{When: "Before history is compacted.", DenyTo: hook.ToUser}
	case "Notification":
		return Traits{When: "The agent notifies its user.", DenyTo: hook.ToUser}
	}
	return Traits{When: "Something happened: a hook can watch.", DenyTo: hook.ToUser}
}
