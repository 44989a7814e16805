// Package codex is Codex as a caller of Grapnel.
package codex

import (
	"bytes"
	_ "embed"
	"os"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
)

//go:embed sample.json
var sample string

// Agent returns Codex.
func Agent() agents.Agent {
	return agents.Agent{
		Name: "codex", Product: "Codex", Measured: "0.166.0", Sample: sample,
		Events: agents.ClaudeEvents("PostToolUseFailure", "Notification"),
		Signs: agents.Signs{
			Transcript: "/.codex/", Fields: []string{"hook_event_name", "turn_id", "model"},
		},
		Abilities: abilities(),
		Say:       agents.ClaudeLike{AllowRewrites: true}.Say,
		Runs:      "codex",
		Reads: []string{
			"~/.codex/hooks.json", "~/.codex/config.toml", ".codex/hooks.json", ".codex/config.toml",
		},
		Settings: agents.Settings{
			// Hooks go where the user has hooks; both files count for Codex.
			User:    agents.InHome("CODEX_HOME", ".codex", "hooks.json", "config.toml", "hooks.json"),
			Project: agents.InProject(".codex", "hooks.json", "config.toml", "hooks.json"),
			Groups:  agents.Groups{TimeoutUnit: time.Second},
			Doubt:   doubt,
			Notes: []string{
				"Codex runs a hook only after you trusted it: start codex, and approve it in /hooks. Until then it is skipped without a word, also in codex exec.",
				"A command that changes needs to be approved again.",
				"Codex gives hooks for SessionEnd three seconds, whatever they ask for.",
				"A project's hooks run only in a project that Codex trusts.",
			},
		},
	}
}

// Codex drops an answer as a whole for any member that it does not expect, and
// then the tool runs; so what is not listed here must never be said.
func abilities() []agents.Ability {
	return slices.Concat(
		agents.Exactly(hook.ToolBefore, agents.Deny, agents.Rewrite, agents.Context, agents.Message),
		agents.Exactly(hook.ToolAfter, agents.Context, agents.Message),
		agents.Exactly(hook.PromptSubmit, agents.Deny, agents.Context, agents.Message, agents.Stop),
		agents.Exactly(hook.AgentStop, agents.Continue, agents.Message, agents.Stop),
		agents.Exactly(hook.SessionStart, agents.Context, agents.Message, agents.Stop),
		[]agents.Ability{
			{Kind: hook.ToolBefore, Effect: agents.Ask, Level: agents.Impossible, How: "Codex ignores an ask, and the tool runs"},
			{Kind: hook.ToolBefore, Effect: agents.Allow, Level: agents.Impossible, How: "Codex still asks"},
			{Kind: hook.ToolBefore, Effect: agents.Stop, Level: agents.Impossible, How: "Codex ignores a stop here, with all that stands beside it"},
			{Kind: hook.ToolAfter, Effect: agents.Stop, Level: agents.Degraded, How: "the model reads the reason instead of the tool's result, and goes on"},
		},
	)
}

// doubt looks for a word of trust for a hook before a tool. Codex keeps it with
// the hook's file, event and place, and skips hooks without it.
func doubt(p agents.Place) string {
	files := agents.InHome("CODEX_HOME", ".codex", "hooks.json", "config.toml")(p)
	text, err := os.ReadFile(files[1])
	for _, file := range files {
		if err == nil && bytes.Contains(text, []byte(`[hooks.state."`+file+":pre_tool_use:")) {
			return ""
		}
	}
	return "Codex has no word of trust for the hook, and skips it: start codex, and approve it in /hooks"
}
