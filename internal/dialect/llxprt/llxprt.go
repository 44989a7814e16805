// Package llxprt is the hook contract of LLxprt Code.
//
// Only exit code 2, or exit code 0 with a JSON answer that says so, blocks an
// operation; every failure lets it go on. Tool events merge by "any block
// wins", model events by replacing fields, tool selection by uniting lists.
package llxprt

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Name is the dialect's name on the command line.
const Name = "llxprt"

// Dialect implements dialect.Dialect.
type Dialect struct{}

// Name returns "llxprt".
func (Dialect) Name() string { return Name }

// Rules returns LLxprt's choices.
func (Dialect) Rules() dialect.Rules {
	return dialect.Rules{
		Dedup:       true,
		StopAtBlock: hook.AllKinds(),
		SourceOrder: []hook.Source{hook.SourceProject, hook.SourceUser, hook.SourceSystem, hook.SourceExtensions},
		BlockCode:   exitBlock,
		Patterns:    dialect.Regexps,
		Tools:       tools,
		Subjects:    subjects,
	}
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
