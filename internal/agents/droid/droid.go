// Package droid is Factory's Droid as a caller of Grapnel.
package droid

import (
	_ "embed"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
)

//go:embed sample.json
var sample string

// Agent returns Droid.
func Agent() agents.Agent {
	return agents.Agent{
		Name: "droid", Product: "Droid", Measured: "0.225.2", Sample: sample,
		Events: agents.ClaudeEvents("PostToolUseFailure"),
		Signs: agents.Signs{
			Transcript: "/.factory/", Variables: []string{"FACTORY_PROJECT_DIR"},
		},
		Abilities: abilities(),
		Say:       agents.ClaudeLike{DenyByExitCode: true}.Say,
		Reads: []string{
			"~/.factory/hooks.json", "~/.factory/settings.json",
			".factory/hooks.json", ".factory/settings.json", ".factory/settings.local.json",
		},
		Settings: agents.Settings{
			// The settings do not count for hooks if there is a hooks.json.
			User:    agents.InHome("", ".factory", "hooks.json", "settings.json"),
			Project: agents.InProject(".factory", "hooks.json", "settings.json"),
			Groups:  agents.Groups{TimeoutUnit: time.Second},
			Notes:   []string{"droid exec fires no UserPromptSubmit."},
		},
	}
}

// Droid ends the run at once, without a word, for exit codes other than 0, 1 and
// 2, so no other may ever be used.
func abilities() []agents.Ability {
	return slices.Concat(
		agents.Exactly(hook.ToolBefore, agents.Deny, agents.Rewrite),
		agents.Exactly(hook.ToolAfter, agents.Context),
		agents.Exactly(hook.AgentStop, agents.Continue),
		agents.Exactly(hook.SessionStart, agents.Context),
		[]agents.Ability{
			{Kind: hook.ToolBefore, Effect: agents.Ask, Level: agents.Impossible, How: "Droid takes an ask for an allow"},
			{Kind: hook.ToolBefore, Effect: agents.Allow, Level: agents.Impossible, How: "an allow would beat other hooks' denies"},
			{Kind: hook.PromptSubmit, Effect: agents.Deny, Level: agents.Degraded, How: "droid exec does not fire the event; not measured elsewhere"},
			{Kind: hook.PromptSubmit, Effect: agents.Context, Level: agents.Degraded, How: "droid exec does not fire the event; not measured elsewhere"},
		},
	)
}
