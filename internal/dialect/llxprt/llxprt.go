// Package llxprt is the hook contract of LLxprt Code.
//
// Only exit code 2, or exit code 0 with a JSON answer that says so, blocks an
// operation; every failure lets it go on. Tool events merge by "any block
// wins", model events by replacing fields, tool selection by uniting lists.
//
// Gemini CLI, from which LLxprt Code comes, has the same hooks with a few rules of
// its own. What the two do not share is a table, [Contract].
package llxprt

import (
	"embed"
	"path/filepath"
	"runtime"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Name is the dialect's name on the command line.
const Name = "llxprt"

// Contract is what agents with these hooks do in their own way. All of its
// functions are needed.
type Contract struct {
	Name    string // on the command line
	Product string // whose contract it is
	Short   string // its name in sentences
	Rules   dialect.Rules

	Files   []string  // where configuration is, for people
	Example *embed.FS // with a folder "example"
	Next    []string  // what to do with the example, a step each

	Folder         string                                  // of settings and extensions, in the project and at home
	HomeVariable   string                                  // names another home directory; may be empty
	SystemSettings func(getenv func(string) string) string // the administrator's file
	TrustVariable  string                                  // names another file with trusted folders
	Manifests      []string                                // make a directory an extension, the first before the others
	// HooksConfig says that hooksConfig.enabled is the switch for all hooks. It
	// is enableHooks otherwise.
	HooksConfig bool
	HookEnv     bool // hooks can have variables of their own

	ProjectVariables []string // have the project directory; the first is the contract's own
	// Variables are others, for an event.
	Variables func(hook.Event) []string

	// AnyExitCode says that a JSON answer counts with every exit code, on stderr
	// if not on stdout, and that with text every exit code above 1 says no.
	AnyExitCode bool
	// WholeInput says that tool_input is all of the new input, not members to
	// lay over the old one.
	WholeInput bool
	SystemTo   hook.Recipient // who reads system messages
	// DenyTo is who reads why a hook says no to an event of a kind; "" if hooks
	// cannot say no to it.
	DenyTo func(hook.Kind) hook.Recipient
	// When says when an event fires and what hooks can do, where that is not what
	// it is in LLxprt.
	When func(event string) string
}

// Dialect is a contract with these hooks. It implements dialect.Dialect.
type Dialect struct{ Contract *Contract }

// Code is LLxprt Code's contract.
var Code = Dialect{&contract}

// Name returns the dialect's name on the command line.
func (d Dialect) Name() string { return d.Contract.Name }

// Rules returns the contract's plain choices.
func (d Dialect) Rules() dialect.Rules { return d.Contract.Rules }

//go:embed all:example
var example embed.FS

var contract = Contract{
	Name:    Name,
	Product: "LLxprt Code",
	Short:   "LLxprt",
	Rules: dialect.Rules{
		Dedup:       true,
		StopAtBlock: hook.AllKinds(),
		SourceOrder: SourceOrder(),
		BlockCode:   exitBlock,
		Patterns:    dialect.Regexps,
		Tools:       tools,
		Subjects:    Subjects,
	},
	Files: []string{
		".llxprt/settings.json", "~/.llxprt/settings.json", "/etc/llxprt-code/settings.json", ".llxprt/extensions/*",
	},
	Example: &example,
	Next: []string{
		"grapnel test          run the tests of the two hooks",
		"grapnel list          show the hooks in force",
		"llxprt                start the agent in this directory; hooks are switched on in .llxprt/settings.json",
	},
	Folder:         ".llxprt",
	SystemSettings: systemSettings,
	TrustVariable:  "LLXPRT_CODE_TRUSTED_FOLDERS_PATH",
	Manifests:      []string{"llxprt-extension.json", "gemini-extension.json"},

	ProjectVariables: []string{"LLXPRT_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR"},
	Variables:        func(hook.Event) []string { return nil },

	SystemTo: hook.ToModel,
	DenyTo:   denyTo,
	When:     func(string) string { return "" },
}

// SourceOrder is the order in which hooks of different sources run.
func SourceOrder() []hook.Source {
	return []hook.Source{hook.SourceProject, hook.SourceUser, hook.SourceSystem, hook.SourceExtensions}
}

// denyTo says that hooks can refuse tools and model calls.
func denyTo(kind hook.Kind) hook.Recipient {
	switch kind {
	case hook.ToolBefore:
		return hook.ToModel
	case hook.ModelBefore:
		return hook.ToUser
	}
	return ""
}

func systemSettings(getenv func(string) string) string {
	if path := getenv("LLXPRT_SYSTEM_SETTINGS_PATH"); path != "" {
		return path
	}
	switch runtime.GOOS {
	case "darwin":
		return "/Library/Application Support/LLxprt-Code/settings.json"
	case "windows":
		return filepath.Join(getenv("ProgramData"), "llxprt-code", "settings.json")
	}
	return "/etc/llxprt-code/settings.json"
}

// tools are LLxprt's own; others come from extensions and MCP servers.
var tools = []dialect.Tool{
	{Name: "run_shell_command", Role: "shell"},
	{Name: "read_file", Role: "read"},
	{Name: "write_file", Role: "write"},
	{Name: "replace", Role: "edit"},
	{Name: "glob", Role: "glob"},
	{Name: "search_file_content", Role: "search"},
	{Name: "list_directory", Role: "list"},
	{Name: "web_fetch", Role: "fetch"},
	{Name: "google_web_search", Role: "websearch"},
	{Name: "todo_write", Role: "todo"},
	{Name: "task", Role: "task"},
	{Name: "read_many_files"},
	{Name: "read_line_range"},
	{Name: "insert_at_line"},
	{Name: "delete_line_range"},
	{Name: "google_web_fetch"},
	{Name: "direct_web_fetch"},
	{Name: "exa_web_search"},
	{Name: "save_memory"},
	{Name: "todo_read"},
	{Name: "todo_pause"},
	{Name: "list_subagents"},
}
