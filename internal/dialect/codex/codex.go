// Package codex is the hook contract of Codex, of the family that follows Claude
// Code, as measured on version 0.166.0.
//
// All hooks of an event run at the same time, the same command as often as it is
// configured. Exit code 2 says no; with other exit codes than 0 the hook failed,
// and the operation goes on. A new input for a tool needs an allow beside it.
//
// Codex ignores an answer as a whole that has a member it does not know, and the
// answer of a hook that failed. Here a no in such an answer still counts.
package codex

import (
	"embed"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/family"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// Dialect is Codex's contract.
var Dialect = family.Dialect{Contract: &contract}

//go:embed all:example
var example embed.FS

var contract = family.Contract{
	Name:    "codex",
	Product: "Codex",
	Rules: dialect.Rules{
		OnByDefault:  true,
		Awaited:      []hook.Kind{hook.PromptSubmit, hook.AgentStop, hook.SessionStart},
		AskNeedsUser: true,
		BlockCode:    family.ExitBlock,
		Patterns:     dialect.NamesOrRegexps,
		Tools:        tools,
		Subjects:     subjects,
	},
	Files:   []string{"~/.codex/hooks.json", ".codex/hooks.json"},
	Form:    dialect.Form{Format: dialect.StrictJSON},
	Example: &example,
	Next: []string{
		"grapnel test          run the tests of the two hooks",
		"grapnel list          show the hooks in force",
		"codex                 start the agent in this directory, and trust the hooks in /hooks",
	},
	Events: events,
	Traits: traits,
	Foreign: []family.Foreign{
		{Names: []string{"BeforeModel", "AfterModel", "BeforeToolSelection"}, Why: "is not an event here: Codex has none around model calls"},
		{Names: []string{"PostToolUseFailure"}, Why: "is not an event here: PostToolUse also fires after a tool that failed", Elsewhere: true},
		{Names: []string{"PostToolBatch", "Setup", "InstructionsLoaded", "MessageDisplay", "Notification"}, Why: "is an event of other agents that Codex does not have", Elsewhere: true},
	},
	Config: family.Config{
		Locations:    locations,
		HookKeys:     []string{"statusMessage", "async"},
		OtherTypes:   []string{"mcp_tool", "prompt", "agent"},
		EmptyGroups:  true,
		Matcher:      matcher,
		CheckMatcher: checkMatcher,
		MatcherHelp:  "Exact names, separated by |; with any character beside letters, digits and _ a regular expression that is searched for in the name. Edit and Write are for apply_patch. Without it, every one.",
		Timeouts:     kit.Timeouts{Unit: time.Second, Default: 600 * time.Second, Max: kit.MaxTimer},
	},
	Input: family.Input{
		Variables:  func(hook.Event) []string { return nil },
		Fields:     fields,
		FieldOrder: []string{"turn_id", "model", "permission_mode", "tool_name", "tool_input", "tool_response", "tool_use_id", "prompt"},
		FieldHelp:  fieldHelp,
	},
	Answers: family.Answers{
		ExitDenies:   true,
		Strictness:   family.NoUnknowns,
		FailureVoids: true,
		NoBrokenText: true,
		Permissions:  []string{"allow", "deny", "ask"},
		Decisions:    []string{"block"},
	},
}

// tools are those that hooks of Codex see; others come from MCP servers. The
// model's exec_command is Bash to them.
var tools = []dialect.Tool{
	{Name: "Bash", Role: "shell"},
	{Name: applyPatch, Role: "edit"},
	{Name: "view_image"},
	{Name: "spawn_agent", Role: "task"},
}

// subjects are the words for how sessions start and end, and what causes a
// compaction.
func subjects(kind hook.Kind) []string {
	switch kind {
	case hook.SessionStart:
		return []string{"startup", "resume", "clear", "compact"}
	case hook.SessionEnd:
		return []string{"other"}
	case hook.CompactBefore:
		return []string{"manual", "auto"}
	}
	return nil
}
