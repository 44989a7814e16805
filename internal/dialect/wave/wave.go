// Package wave is the hook contract of Wave, of the family that follows Claude
// Code.
//
// A JSON object on standard output counts whatever the exit code is; without
// one the exit code decides: 0 has no objection, 2 blocks, and anything else is an
// error for the user to read. Whether the model or the user is told why depends
// on the event. All hooks of an event run, one after the other, and a stop goes
// before a deny, a deny before an ask, and an ask before an allow.
package wave

import (
	"embed"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/family"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// Dialect is Wave's contract.
var Dialect = family.Dialect{Contract: &contract}

//go:embed all:example
var example embed.FS

var contract = family.Contract{
	Name:    "wave",
	Product: "Wave",
	Rules: dialect.Rules{
		OnByDefault: true,
		Sequential:  true,
		Awaited: []hook.Kind{
			hook.PromptSubmit, hook.AgentStop, hook.SessionStart, hook.SessionEnd, hook.CompactBefore, hook.Notification,
		},
		AskNeedsUser:  true,
		AllowApproves: true,
		BlockCode:     family.ExitBlock,
		Patterns:      dialect.Globs,
		Tools:         tools,
	},
	Files: []string{
		"~/.wave/hooks.json", "~/.wave/settings.json",
		".wave/hooks.json", ".wave/settings.json", ".wave/settings.local.json",
	},
	Form: dialect.Form{
		Matcher:      dialect.MatcherForm{FoldCase: true, Forbidden: notInMatchers},
		Names:        true,
		Descriptions: true,
		SwitchKey:    switchKey,
	},
	Example: &example,
	Next: []string{
		"grapnel test          run the tests of the two hooks",
		"grapnel list          show the hooks in force",
		"wave                  start the agent in this directory",
	},
	Events:  events,
	Traits:  family.Standard,
	Foreign: foreign,
	Config: family.Config{
		Locations:    locations,
		NamedLast:    true,
		Switch:       readSwitch,
		SwitchHelp:   switchHelp,
		GroupKeys:    []string{"description"},
		HookKeys:     []string{"name", "description", "async"},
		Matcher:      matcher,
		CheckMatcher: checkMatcher,
		MatcherHelp:  "Names or globs for the whole name of the tool, separated by |, in any case. Without it, every tool.",
		Timeouts:     kit.Timeouts{Unit: time.Second, Default: 600 * time.Second, Min: time.Millisecond, Max: 600 * time.Second},
	},
	Input: family.Input{
		ProjectVariables: []string{"WAVE_PROJECT_DIR"},
		Variables:        variables,
		Fields:           fields,
		Complete:         withBothPrompts,
		FieldOrder:       []string{"timestamp", "tool_name", "tool_input", "tool_response", "prompt", "user_prompt"},
		Timestamp:        true,
		FieldHelp:        fieldHelp,
	},
	Answers: family.Answers{
		OwnLines:    true,
		Permissions: []string{"allow", "deny", "ask", "block"},
		Decisions:   []string{"block", "deny"},
	},
}

// tools are Wave's own; others come from MCP servers.
var tools = []dialect.Tool{
	{Name: "Bash", Role: "shell"},
	{Name: "Read", Role: "read"},
	{Name: "Write", Role: "write"},
	{Name: "Edit", Role: "edit"},
	{Name: "MultiEdit"},
	{Name: "Glob", Role: "glob"},
	{Name: "Grep", Role: "search"},
	{Name: "LS", Role: "list"},
	{Name: "WebFetch", Role: "fetch"},
	{Name: "WebSearch", Role: "websearch"},
	{Name: "TodoWrite", Role: "todo"},
	{Name: "Task", Role: "task"},
}
