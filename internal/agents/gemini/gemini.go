// Package gemini is Gemini CLI as a caller of Grapnel.
package gemini

import (
	_ "embed"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
)

//go:embed sample.json
var sample string

// Agent returns Gemini CLI.
func Agent() agents.Agent {
	return agents.Agent{
		Name: "gemini", Product: "Gemini CLI", Measured: "0.61.0", Sample: sample,
		Events: agents.GeminiEvents(),
		Signs: agents.Signs{
			Transcript: "/.gemini/", Variables: []string{"GEMINI_SESSION_ID"},
		},
		Abilities: abilities(),
		Say:       agents.GeminiLike,
		Runs:      "gemini",
		Reads:     []string{"~/.gemini/settings.json", ".gemini/settings.json"},
		Settings: agents.Settings{
			User:    userFile,
			Project: agents.InProject(".gemini", "settings.json"),
			Groups:  agents.Groups{TimeoutUnit: time.Millisecond, Named: true, Off: []agents.Off{{Keys: []string{"hooksConfig", "enabled"}, Value: false}}},
			Notes: []string{
				"In a folder that Gemini CLI does not trust it runs no hooks, the user's own neither.",
			},
		},
	}
}

// userFile is below the home directory, or below what stands for it.
func userFile(p agents.Place) []string {
	if home := p.Getenv("GEMINI_CLI_HOME"); home != "" {
		p.Home = home
	}
	return agents.InHome("", ".gemini", "settings.json")(p)
}

// Gemini CLI looks for JSON on stdout whatever the exit code is, so answers are
// JSON with exit code 0 throughout. It replaces a tool's whole input by a new one,
// which therefore must be complete.
func abilities() []agents.Ability {
	return slices.Concat(
		agents.Exactly(hook.ToolBefore, agents.Deny, agents.Rewrite, agents.Message, agents.Stop),
		agents.Exactly(hook.ToolAfter, agents.Context, agents.Message, agents.Stop),
		agents.Exactly(hook.PromptSubmit, agents.Deny, agents.Context, agents.Message, agents.Stop),
		agents.Exactly(hook.AgentStop, agents.Continue, agents.Message, agents.Stop),
		agents.Exactly(hook.SessionStart, agents.Context, agents.Message),
		agents.Exactly(hook.ModelBefore, agents.Deny, agents.Request, agents.Response),
		agents.Exactly(hook.ModelAfter, agents.Stop),
		agents.Exactly(hook.ToolSelection, agents.Select),
		[]agents.Ability{
			{Kind: hook.ToolBefore, Effect: agents.Ask, Level: agents.Exact, How: "without a user the run ends"},
			{Kind: hook.ToolBefore, Effect: agents.Allow, Level: agents.Impossible, How: "Gemini CLI still asks"},
			{Kind: hook.ModelAfter, Effect: agents.Response, Level: agents.Degraded, How: "the event fires for every piece of the answer, and each is replaced"},
		},
	)
}
