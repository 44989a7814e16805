// Package llxprt is LLxprt Code as a caller of Grapnel.
package llxprt

import (
	_ "embed"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
)

//go:embed sample.json
var sample string

// Agent returns LLxprt Code.
func Agent() agents.Agent {
	return agents.Agent{
		Name: "llxprt", Product: "LLxprt Code", Measured: "0.11.0", Sample: sample,
		Events: agents.GeminiEvents(),
		Signs: agents.Signs{
			Transcript: "/.llxprt/", Variables: []string{"LLXPRT_PROJECT_DIR"},
		},
		Abilities: abilities(),
		Say:       agents.GeminiLike,
		Runs:      "llxprt",
		Reads:     []string{"~/.llxprt/settings.json", ".llxprt/settings.json"},
		Settings: agents.Settings{
			User:    agents.InHome("", ".llxprt", "settings.json"),
			Project: agents.InProject(".llxprt", "settings.json"),
			Groups: agents.Groups{
				TimeoutUnit: time.Millisecond, Named: true, Switch: []string{"hooksConfig", "enabled"},
				Off: []agents.Off{{Keys: []string{"hooksConfig", "enabled"}, Value: false}}, ProjectReplaces: true,
			},
			Notes: []string{
				"A project that has hooks for an event replaces the user's for it, Grapnel's too: register in such a project as well.",
			},
		},
	}
}

// LLxprt Code answers to the same JSON as Gemini CLI, from which it comes, but
// differs in who reads messages, in what a stop means and in model events.
func abilities() []agents.Ability {
	return slices.Concat(
		agents.Exactly(hook.ToolBefore, agents.Deny, agents.Rewrite, agents.Context, agents.Stop),
		agents.Exactly(hook.ToolAfter, agents.Context, agents.Stop),
		agents.Exactly(hook.PromptSubmit, agents.Deny, agents.Context, agents.Stop),
		agents.Exactly(hook.AgentStop, agents.Continue),
		agents.Exactly(hook.SessionStart, agents.Context),
		agents.Exactly(hook.ToolSelection, agents.Select),
		agents.Exactly(hook.ModelAfter, agents.Stop),
		[]agents.Ability{
			{Kind: hook.ToolBefore, Effect: agents.Ask, Level: agents.Impossible, How: "LLxprt Code takes an ask for an allow"},
			{Kind: hook.ToolBefore, Effect: agents.Allow, Level: agents.Impossible, How: "LLxprt Code calls hooks after its own question"},
			{Kind: hook.ToolBefore, Effect: agents.Message, Level: agents.Impossible, How: "the model would read it, not the user"},
			{Kind: hook.ToolAfter, Effect: agents.Message, Level: agents.Impossible, How: "the model would read it, not the user"},
			{Kind: hook.AgentStop, Effect: agents.Stop, Level: agents.Impossible, How: "LLxprt Code takes a stop for a reason to go on; it ends if nothing is said"},
			{Kind: hook.ModelBefore, Effect: agents.Deny, Level: agents.Degraded, How: "the reason becomes the answer"},
			{Kind: hook.ModelBefore, Effect: agents.Request, Level: agents.Impossible, How: "hooks see the request in another format than they must answer in"},
			{Kind: hook.ModelBefore, Effect: agents.Response, Level: agents.Impossible, How: "the reason of a deny becomes the answer"},
		},
	)
}
