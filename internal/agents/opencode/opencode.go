// Package opencode is opencode as a caller of Grapnel, through a plugin.
package opencode

import (
	_ "embed"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/agents/plugin"
)

//go:embed grapnel.js
var source string

//go:embed sample.json
var sample string

// Agent returns opencode. Its plugins have more hooks; these two are the ones
// whose effects were measured.
func Agent() agents.Agent {
	return agents.Agent{
		Name: "opencode", Product: "opencode", Measured: "1.18.34", Sample: sample,
		Events: []agents.EventName{
			{Name: "tool.execute.before", Kind: hook.ToolBefore},
			{Name: "tool.execute.after", Kind: hook.ToolAfter},
		},
		Abilities: slices.Concat(
			agents.Exactly(hook.ToolBefore, agents.Deny, agents.Rewrite),
			agents.Exactly(hook.ToolAfter, agents.Context),
		),
		Say: plugin.Say,
		Settings: agents.Settings{
			User:    agents.InHome("XDG_CONFIG_HOME", ".config", "opencode/plugins"),
			Project: agents.InProject(".opencode", "plugins"),
			Own:     plugin.File("opencode", "grapnel.js", source),
			Lines:   plugin.Lines,
		},
	}
}
