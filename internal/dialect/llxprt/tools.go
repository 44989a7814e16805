package llxprt

import "github.com/grapnel-hooks/grapnel/internal/dialect"

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
