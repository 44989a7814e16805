// Package gemini is the hook contract of Gemini CLI, as measured on version
// 0.61.0: that of LLxprt Code, which comes from it, with rules of its own.
//
// A JSON answer counts with any exit code, on stderr if not on stdout, and with
// text every exit code above 1 says no. Hooks can also refuse prompts, make the
// agent go on at the end of its turn, and replace the result of a tool by what is
// wrong with it. A new input for a tool replaces the old one as a whole.
package gemini

import (
	"embed"
	"path/filepath"
	"runtime"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/internal/dialect/llxprt"
)

// Dialect is Gemini CLI's contract.
var Dialect = llxprt.Dialect{Contract: &contract}

//go:embed all:example
var example embed.FS

var contract = llxprt.Contract{
	Name:    "gemini",
	Product: "Gemini CLI",
	Short:   "Gemini CLI",
	Rules: dialect.Rules{
		OnByDefault:  true,
		Dedup:        true,
		SourceOrder:  llxprt.SourceOrder(),
		Awaited:      []hook.Kind{hook.PromptSubmit, hook.AgentStop, hook.SessionStart},
		AskNeedsUser: true,
		BlockCode:    2,
		Patterns:     dialect.Regexps,
		Tools:        tools,
		Subjects:     llxprt.Subjects,
	},
	Files: []string{
		".gemini/settings.json", "~/.gemini/settings.json", "/etc/gemini-cli/settings.json", ".gemini/extensions/*",
	},
	Example: &example,
	Next: []string{
		"grapnel test          run the tests of the two hooks",
		"grapnel list          show the hooks in force",
		"gemini                start the agent in this directory",
	},
	Folder:         ".gemini",
	HomeVariable:   "GEMINI_CLI_HOME",
	SystemSettings: systemSettings,
	TrustVariable:  "GEMINI_CLI_TRUSTED_FOLDERS_PATH",
	Manifests:      []string{"gemini-extension.json"},
	HooksConfig:    true,
	HookEnv:        true,

	ProjectVariables: []string{"GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR", "GEMINI_CWD"},
	Variables:        variables,

	AnyExitCode: true,
	WholeInput:  true,
	SystemTo:    hook.ToUser,
	DenyTo:      denyTo,
	When:        when,
}

// tools are Gemini CLI's own; others come from extensions and MCP servers.
var tools = []dialect.Tool{
	{Name: "run_shell_command", Role: "shell"},
	{Name: "read_file", Role: "read"},
	{Name: "write_file", Role: "write"},
	{Name: "replace", Role: "edit"},
	{Name: "glob", Role: "glob"},
	{Name: "grep_search", Role: "search"},
	{Name: "list_directory", Role: "list"},
	{Name: "web_fetch", Role: "fetch"},
	{Name: "google_web_search", Role: "websearch"},
	{Name: "write_todos", Role: "todo"},
	{Name: "read_many_files"},
	{Name: "save_memory"},
}

// systemSettings is where administrators keep settings.
func systemSettings(getenv func(string) string) string {
	if path := getenv("GEMINI_CLI_SYSTEM_SETTINGS_PATH"); path != "" {
		return path
	}
	switch runtime.GOOS {
	case "darwin":
		return "/Library/Application Support/GeminiCli/settings.json"
	case "windows":
		return filepath.Join(getenv("ProgramData"), "gemini-cli", "settings.json")
	}
	return "/etc/gemini-cli/settings.json"
}

// maxVariable is how many bytes of a value go into the environment.
const maxVariable = 4096

// variables are those of Gemini CLI that can be known, beside the directory.
func variables(ev hook.Event) []string {
	return []string{kit.Variable("GEMINI_SESSION_ID", ev.Session.ID, maxVariable)}
}

// denyTo says that hooks can refuse tools, their results, model calls, prompts and
// the end of a turn.
func denyTo(kind hook.Kind) hook.Recipient {
	switch kind {
	case hook.ToolBefore, hook.ToolAfter, hook.AgentStop:
		return hook.ToModel
	case hook.ModelBefore, hook.PromptSubmit:
		return hook.ToUser
	}
	return ""
}

// when describes the events with which hooks can do more than in LLxprt.
func when(event string) string {
	switch event {
	case llxprt.AfterTool:
		return "After a tool ran: a hook can say what is wrong with the result, add context, or stop the agent."
	case llxprt.BeforeAgent:
		return "A prompt was submitted: a hook can block it, add context, or stop the agent."
	case llxprt.AfterAgent:
		return "The agent has finished: a hook can make it go on."
	}
	return ""
}
