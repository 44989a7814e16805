// Package claude is the hook contract of Claude Code, as measured on version
// 2.1.325.
//
// All hooks of an event run at the same time, the same one once. Exit code 2 says
// no, whatever the JSON answer says; other exit codes than 0 are failures, which
// let the operation go on unless the hook has "onFailure": "block". A deny goes
// before a deferred question, that before an ask, and an ask before an allow.
//
// Claude Code ignores an answer with one mistake in it as a whole. Here a no in
// such an answer still counts, and so does a stop.
package claude

import (
	"embed"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/family"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// Dialect is Claude Code's contract.
var Dialect = family.Dialect{Contract: &contract}

//go:embed all:example
var example embed.FS

var contract = family.Contract{
	Name:    "claude",
	Product: "Claude Code",
	Rules: dialect.Rules{
		OnByDefault:  true,
		Dedup:        true,
		Awaited:      []hook.Kind{hook.PromptSubmit, hook.AgentStop, hook.SessionStart},
		AskNeedsUser: true, AllowApproves: true,
		BlockCode: family.ExitBlock,
		Patterns:  dialect.NamesOrRegexps,
		Tools:     tools,
		Subjects:  subjects,
	},
	Files: []string{
		"/etc/claude-code/managed-settings.json", "~/.claude/settings.json",
		".claude/settings.json", ".claude/settings.local.json",
	},
	Form:    dialect.Form{Format: dialect.StrictJSON, FailureKey: "onFailure", FailureWord: "block", Conditions: true, OffKey: "disableAllHooks"},
	Example: &example,
	Next: []string{
		"grapnel test          run the tests of the two hooks",
		"grapnel list          show the hooks in force",
		"claude                start the agent in this directory",
	},
	Events: events,
	Traits: traits,
	Foreign: []family.Foreign{
		{Names: []string{"BeforeModel", "AfterModel", "BeforeToolSelection"}, Why: "is not an event here: Claude Code has none around model calls"},
	},
	Config: family.Config{
		Locations:    locations,
		Switch:       readSwitches,
		SwitchHelp:   switchHelp,
		HookKeys:     []string{"if", "onFailure", "args", "statusMessage", "async", "asyncRewake", "shell", "once"},
		OtherTypes:   []string{"http", "mcp_tool", "prompt", "agent"},
		EmptyGroups:  true,
		Matcher:      match.NamesOrRegexp,
		CheckMatcher: checkMatcher,
		MatcherHelp:  "Exact names, separated by | or commas; with any other character a JavaScript regular expression that is searched for in the name. Without it, every one.",
		Timeouts:     kit.Timeouts{Unit: time.Second, Default: 600 * time.Second, Max: kit.MaxTimer},
	},
	Input: family.Input{
		ProjectVariables: []string{"CLAUDE_PROJECT_DIR"},
		Variables:        variables,
		Fields:           fields,
		FieldOrder:       []string{"prompt_id", "permission_mode", "effort", "tool_name", "tool_input", "tool_response", "tool_use_id", "prompt"},
		FieldHelp:        fieldHelp,
	},
	Answers: family.Answers{
		ExitDenies:  true,
		Strictness:  family.NoNulls,
		Permissions: []string{"allow", "deny", "ask", "defer"},
		Decisions:   []string{"approve", "block"},
	},
}

// tools are Claude Code's own; others come from MCP servers.
var tools = []dialect.Tool{
	{Name: "Bash", Role: "shell"},
	{Name: "Read", Role: "read"},
	{Name: "Write", Role: "write"},
	{Name: "Edit", Role: "edit"},
	{Name: "NotebookEdit"},
	{Name: "Glob", Role: "glob"},
	{Name: "Grep", Role: "search"},
	{Name: "WebFetch", Role: "fetch"},
	{Name: "WebSearch", Role: "websearch"},
	{Name: "TodoWrite", Role: "todo"},
	{Name: "Agent", Role: "task"},
	{Name: "Skill"},
}

// subjects are the words for how sessions start and end, and what causes a
// compaction.
func subjects(kind hook.Kind) []string {
	switch kind {
	case hook.SessionStart:
		return []string{"startup", "resume", "clear", "compact", "fork"}
	case hook.SessionEnd:
		return []string{"clear", "resume", "logout", "prompt_input_exit", "other"}
	case hook.CompactBefore:
		return []string{"manual", "auto"}
	}
	return nil
}
