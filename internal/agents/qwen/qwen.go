// Package qwen is Qwen Code as a caller of Grapnel.
package qwen

import (
	_ "embed"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
)

//go:embed sample.json
var sample string

// Agent returns Qwen Code.
func Agent() agents.Agent {
	return agents.Agent{
		Name: "qwen", Product: "Qwen Code", Measured: "0.24.4", Sample: sample,
		Events: agents.ClaudeEvents(),
		Signs: agents.Signs{
			Transcript: "/.qwen/", Fields: []string{"hook_event_name", "timestamp", "permission_mode"},
			Variables: []string{"QWEN_CODE_SESSION_ID"},
		},
		Again:     isAgain,
		Abilities: abilities(),
		Say:       agents.ClaudeLike{StopWithDeny: true}.Say,
		Runs:      "qwen",
		Reads:     []string{"~/.qwen/settings.json", ".qwen/settings.json"},
		Settings: agents.Settings{
			User:    agents.InHome("", ".qwen", "settings.json"),
			Project: agents.InProject(".qwen", "settings.json"),
			// Qwen takes 1000 and more for milliseconds.
			Groups: agents.Groups{TimeoutUnit: time.Second, MaxTimeout: 999 * time.Second, Named: true, Off: []agents.Off{{Keys: []string{"disableAllHooks"}, Value: true}}},
		},
	}
}

// isAgain recognizes the event that follows every batch of tool calls: a prompt
// that nobody wrote.
func isAgain(e agents.Event) bool {
	return e.Kind == hook.PromptSubmit && e.Data.Prompt == ""
}

// Qwen Code lets an allow of any hook win over the denies of others, unless a deny
// also stops; it says the deny to the model then, and goes on. What its manual
// says about new inputs and context before a tool does not hold.
func abilities() []agents.Ability {
	return slices.Concat(
		agents.Exactly(hook.ToolBefore, agents.Deny),
		agents.Exactly(hook.ToolAfter, agents.Context),
		agents.Exactly(hook.PromptSubmit, agents.Deny, agents.Context, agents.Stop),
		agents.Exactly(hook.AgentStop, agents.Continue),
		agents.Exactly(hook.SessionStart, agents.Context),
		[]agents.Ability{
			{Kind: hook.ToolBefore, Effect: agents.Ask, Level: agents.Exact, How: "without a user it is a deny; an allow of a later hook wins"},
			{Kind: hook.ToolBefore, Effect: agents.Allow, Level: agents.Impossible, How: "an allow would beat other hooks' denies"},
			{Kind: hook.ToolBefore, Effect: agents.Rewrite, Level: agents.Impossible, How: "Qwen Code ignores a new input, and the old one runs"},
			{Kind: hook.ToolBefore, Effect: agents.Stop, Level: agents.Impossible, How: "a stop is a deny here, and Qwen Code goes on"},
			{Kind: hook.ToolAfter, Effect: agents.Stop, Level: agents.Degraded, How: "the model reads the reason instead of the tool's result, and goes on"},
			{Kind: hook.AgentStop, Effect: agents.Stop, Level: agents.Impossible, How: "Qwen Code takes a stop for a reason to go on; it ends if nothing is said"},
		},
	)
}
