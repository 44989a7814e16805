// Package claude is Claude Code as a caller of Grapnel.
package claude

import (
	_ "embed"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
)

//go:embed sample.json
var sample string

// Agent returns Claude Code.
func Agent() agents.Agent {
	return agents.Agent{
		Name: "claude", Product: "Claude Code", Measured: "2.1.325", Sample: sample,
		Events: agents.ClaudeEvents(),
		Signs: agents.Signs{
			Transcript: "/.claude/", Fields: []string{"hook_event_name", "effort"},
			Variables: []string{"CLAUDE_CODE_ENTRYPOINT"},
		},
		Abilities: abilities(),
		Say:       agents.ClaudeLike{}.Say,
		Runs:      "claude",
		Reads: []string{
			"~/.claude/settings.json", ".claude/settings.json", ".claude/settings.local.json",
		},
		Settings: agents.Settings{
			User:    agents.InHome("CLAUDE_CONFIG_DIR", ".claude", "settings.json"),
			Project: agents.InProject(".claude", "settings.json"),
			Groups:  agents.Groups{TimeoutUnit: time.Second, BlockKey: "onFailure", Off: []agents.Off{{Keys: []string{"disableAllHooks"}, Value: true}}},
			Notes:   []string{"One entry that Claude Code cannot read, of whomever, switches all hooks off, without a message."},
		},
	}
}

// Claude Code does nearly everything, as long as nothing unexpected stands beside
// it: for a member that is null, or of a type that it does not expect, it drops
// the whole answer, and the tool runs. A stop alone does not keep the tool from
// running either; it always goes with a deny.
func abilities() []agents.Ability {
	list := slices.Concat(
		agents.Exactly(hook.ToolBefore, agents.Deny, agents.Ask, agents.Allow, agents.Rewrite, agents.Context, agents.Message, agents.Stop),
		agents.Exactly(hook.ToolAfter, agents.Context, agents.Message, agents.Stop),
		agents.Exactly(hook.ToolFailure, agents.Context, agents.Message),
		agents.Exactly(hook.PromptSubmit, agents.Deny, agents.Context, agents.Message, agents.Stop),
		agents.Exactly(hook.AgentStop, agents.Continue, agents.Message, agents.Stop),
		agents.Exactly(hook.SessionStart, agents.Context, agents.Message),
	)
	for i := range list {
		switch {
		case list[i].Effect == agents.Ask:
			list[i].How = "without a user it is a deny"
		case list[i].Effect == agents.Continue:
			list[i].How = "at most eight times in a row"
		}
	}
	return list
}
