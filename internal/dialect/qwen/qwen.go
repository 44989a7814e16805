// Package qwen is the hook contract of Qwen Code, of the family that follows
// Claude Code, as measured on version 0.24.4.
//
// All hooks of an event run at the same time, the same one once. A JSON answer
// counts with any exit code, and exit code 2 says no whatever it says. A stop
// before or after a tool, and at the end of a turn, is a no: the agent goes on.
//
// In Qwen Code the allow of one hook beats the deny of another. Here a deny goes
// before every allow.
package qwen

import (
	"embed"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/family"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// Dialect is Qwen Code's contract.
var Dialect = family.Dialect{Contract: &contract}

//go:embed all:example
var example embed.FS

var contract = family.Contract{
	Name:    "qwen",
	Product: "Qwen Code",
	Rules: dialect.Rules{
		OnByDefault:  true,
		Dedup:        true,
		Awaited:      []hook.Kind{hook.PromptSubmit, hook.AgentStop, hook.SessionStart},
		AskNeedsUser: true,
		BlockCode:    family.ExitBlock,
		Patterns:     dialect.Regexps,
		Tools:        tools,
		Subjects:     subjects,
	},
	Files: []string{"~/.qwen/settings.json", ".qwen/settings.json"},
	// What is written is in seconds, so that it stays below the numbers that
	// are milliseconds.
	Form:    dialect.Form{Names: true, Descriptions: true, OffKey: switchKey, MaxTimeout: (millisecondsFrom - 1) * time.Second},
	Example: &example,
	Next: []string{
		"grapnel test          run the tests of the two hooks",
		"grapnel list          show the hooks in force",
		"qwen                  start the agent in this directory",
	},
	Events: events,
	Traits: traits,
	Foreign: []family.Foreign{
		{Names: []string{"BeforeModel", "AfterModel", "BeforeToolSelection"}, Why: "is not an event here: Qwen Code has none around model calls"},
		{Names: []string{"Setup", "CwdChanged", "UserPromptExpansion"}, Why: "is an event of Claude Code that Qwen Code does not have", Elsewhere: true},
	},
	Config: family.Config{
		Locations:    locations,
		Switch:       readSwitch,
		SwitchHelp:   switchHelp,
		HookKeys:     []string{"name", "description", "statusMessage", "async"},
		OtherTypes:   []string{"http", "prompt"},
		EmptyGroups:  true,
		Matcher:      matcher,
		CheckMatcher: func(string) (hook.Diagnostic, bool) { return hook.Diagnostic{}, true },
		MatcherHelp:  "A JavaScript regular expression that is searched for in the name. Bash, Shell and ShellTool are for run_shell_command. Without it, every one.",
		Timeouts:     kit.Timeouts{Unit: time.Second, Default: 60 * time.Second, Max: kit.MaxTimer, MillisecondsFrom: millisecondsFrom},
	},
	Input: family.Input{
		ProjectVariables: []string{"QWEN_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR"},
		Variables:        variables,
		Fields:           fields,
		FieldOrder:       []string{"timestamp", "permission_mode", "prompt_id", "tool_name", "tool_input", "tool_response", "tool_use_id", "tool_call_id", "prompt"},
		Timestamp:        true,
		FieldHelp:        fieldHelp,
	},
	Answers: family.Answers{
		ExitDenies:   true,
		NoBrokenText: true,
		Permissions:  []string{"allow", "deny", "ask"},
		Decisions:    []string{"block", "deny"},
	},
}

// millisecondsFrom is the least timeout that is a number of milliseconds.
const millisecondsFrom = 1000

// shellTool has other names in matchers.
const shellTool = "run_shell_command"

// tools are Qwen Code's own; others come from MCP servers.
var tools = []dialect.Tool{
	{Name: shellTool, Role: "shell"},
	{Name: "read_file", Role: "read"},
	{Name: "write_file", Role: "write"},
	{Name: "edit", Role: "edit"},
	{Name: "glob", Role: "glob"},
	{Name: "grep_search", Role: "search"},
	{Name: "list_directory", Role: "list"},
	{Name: "web_fetch", Role: "fetch"},
	{Name: "web_search", Role: "websearch"},
	{Name: "todo_write", Role: "todo"},
	{Name: "agent", Role: "task"},
}

// subjects are the words for how sessions start and end, and what causes a
// compaction.
func subjects(kind hook.Kind) []string {
	switch kind {
	case hook.SessionStart:
		return []string{"startup", "resume", "clear", "compact"}
	case hook.SessionEnd:
		return []string{"clear", "logout", "prompt_input_exit", "other"}
	case hook.CompactBefore:
		return []string{"manual", "auto"}
	}
	return nil
}
