// Package pi is pi as a caller of Grapnel, through an extension.
package pi

import (
	_ "embed"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/agents/plugin"
)

//go:embed grapnel.ts
var source string

//go:embed sample.json
var sample string

// Agent returns pi.
func Agent() agents.Agent {
	return agents.Agent{
		Name: "pi", Product: "pi", Measured: "0.87.1", Sample: sample,
		// Those of the extension: tool_error is a tool_result of a tool that
		// failed, and turn_end comes only when the agent would end.
		Events: []agents.EventName{
			{Name: "session_start", Kind: hook.SessionStart},
			{Name: "input", Kind: hook.PromptSubmit},
			{Name: "tool_call", Kind: hook.ToolBefore},
			{Name: "tool_result", Kind: hook.ToolAfter},
			{Name: "tool_error", Kind: hook.ToolFailure},
			{Name: "session_before_compact", Kind: hook.CompactBefore},
			{Name: "turn_end", Kind: hook.AgentStop},
			{Name: "session_shutdown", Kind: hook.SessionEnd},
		},
		Abilities: abilities(),
		Say:       plugin.Say,
		Settings: agents.Settings{
			User:    agents.InHome("", ".pi/agent", "extensions"),
			Project: agents.InProject(".pi", "extensions"),
			Own:     plugin.File("pi", "grapnel.ts", source),
			Lines:   plugin.Lines,
		},
	}
}

// What a tool call or a prompt event returns is applied by pi itself; context for
// prompts and sessions waits in the extension until pi asks for more to say.
func abilities() []agents.Ability {
	return slices.Concat(
		agents.Exactly(hook.ToolBefore, agents.Deny, agents.Rewrite, agents.Message),
		agents.Exactly(hook.ToolAfter, agents.Context, agents.Message),
		agents.Exactly(hook.ToolFailure, agents.Context, agents.Message),
		agents.Exactly(hook.PromptSubmit, agents.Deny, agents.Context, agents.Message),
		agents.Exactly(hook.SessionStart, agents.Context, agents.Message),
		agents.Exactly(hook.AgentStop, agents.Continue, agents.Message),
	)
}
