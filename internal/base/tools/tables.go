package tools

// Of returns the vocabulary of an agent or of a hook contract. A name that is
// not known has an empty one: its tools keep their names.
func Of(name string) Vocabulary {
	switch name {
	case "claude", "wave", "massgen":
		return Vocabulary{claude, doubleUnderscore}
	case "codex":
		return Vocabulary{codex, doubleUnderscore}
	case "gemini":
		return Vocabulary{gemini, ServerNames{"mcp_", "_"}}
	case "llxprt":
		return Vocabulary{gemini, doubleUnderscore}
	case "qwen":
		return Vocabulary{qwen, doubleUnderscore}
	case "copilot":
		return Vocabulary{Tools: copilot}
	case "droid":
		return Vocabulary{droid, doubleUnderscore}
	case "cline":
		return Vocabulary{Tools: cline}
	case "opencode":
		return Vocabulary{Tools: opencode}
	case "pi":
		return Vocabulary{Tools: pi}
	}
	return Vocabulary{}
}

// Names lists the vocabularies.
func Names() []string {
	return []string{
		"claude", "codex", "gemini", "qwen", "copilot", "droid", "cline", "opencode", "pi", "llxprt", "wave", "massgen",
	}
}

var doubleUnderscore = ServerNames{"mcp__", "__"}

// What most tools call their members.
var (
	command    = Members{Command: "command"}
	filePath   = Members{Path: "file_path"}
	fileWrite  = Members{Path: "file_path", Content: "content"}
	fileEdit   = Members{Path: "file_path", Old: "old_string", New: "new_string"}
	pathOnly   = Members{Path: "path"}
	inPath     = Members{Path: "path", Pattern: "pattern"}
	query      = Members{Pattern: "query"}
	fetchURL   = Members{URL: "url", Prompt: "prompt"}
	taskPrompt = Members{Prompt: "prompt"}
)

var claude = []Tool{
	{Name: "Bash", Job: RunShell, Members: command},
	{Name: "Read", Job: ReadFile, Members: filePath},
	{Name: "Write", Job: WriteFile, Members: fileWrite},
	{Name: "Edit", Job: EditFile, Members: fileEdit},
	{Name: "MultiEdit", Job: EditFile, Members: filePath, List: "edits", Inner: Members{Old: "old_string", New: "new_string"}},
	{Name: "NotebookEdit", Job: EditFile, Members: Members{Path: "notebook_path", New: "new_source"}},
	{Name: "Glob", Job: FindFiles, Members: inPath},
	{Name: "Grep", Job: SearchText, Members: inPath},
	{Name: "LS", Job: ListFiles, Members: pathOnly},
	{Name: "WebFetch", Job: FetchPage, Members: fetchURL},
	{Name: "WebSearch", Job: SearchWeb, Members: query},
	{Name: "Agent", Job: DelegateTask, Members: taskPrompt},
	{Name: "Task", Job: DelegateTask, Members: taskPrompt},
}

// Hooks of Codex see Bash for the model's exec_command.
var codex = []Tool{
	{Name: "Bash", Job: RunShell, Members: command},
	{Name: "exec_command", Job: RunShell, Members: Members{Command: "cmd"}},
	{Name: "apply_patch", Job: WriteFile, Patch: "command"},
	{Name: "apply_patch", Job: EditFile, Patch: "command"},
	{Name: "view_image", Job: ReadFile, Members: pathOnly},
	{Name: "spawn_agent", Job: DelegateTask, Members: Members{Prompt: "message"}},
}

var gemini = []Tool{
	{Name: "run_shell_command", Job: RunShell, Members: command},
	{Name: "read_file", Job: ReadFile, Members: filePath},
	{Name: "write_file", Job: WriteFile, Members: fileWrite},
	{Name: "replace", Job: EditFile, Members: fileEdit},
	{Name: "glob", Job: FindFiles, Members: inPath},
	{Name: "search_file_content", Job: SearchText, Members: inPath},
	{Name: "grep_search", Job: SearchText, Members: inPath},
	{Name: "list_directory", Job: ListFiles, Members: pathOnly},
	{Name: "web_fetch", Job: FetchPage, Members: fetchURL},
	{Name: "google_web_search", Job: SearchWeb, Members: query},
	{Name: "task", Job: DelegateTask, Members: taskPrompt},
}

var qwen = []Tool{
	{Name: "run_shell_command", Job: RunShell, Members: command},
	{Name: "read_file", Job: ReadFile, Members: filePath},
	{Name: "write_file", Job: WriteFile, Members: fileWrite},
	{Name: "edit", Job: EditFile, Members: fileEdit},
	{Name: "glob", Job: FindFiles, Members: inPath},
	{Name: "grep_search", Job: SearchText, Members: inPath},
	{Name: "list_directory", Job: ListFiles, Members: pathOnly},
	{Name: "web_fetch", Job: FetchPage, Members: fetchURL},
	{Name: "web_search", Job: SearchWeb, Members: query},
	{Name: "agent", Job: DelegateTask, Members: taskPrompt},
	{Name: "task", Job: DelegateTask, Members: taskPrompt},
}

// Copilot has two names for a tool: Claude's for events that are configured in
// Claude's spelling, and its own for the others. The members are its own.
var copilot = []Tool{
	{Name: "Bash", Job: RunShell, Members: command},
	{Name: "bash", Job: RunShell, Members: command},
	{Name: "Write", Job: WriteFile, Members: Members{Path: "path", Content: "file_text"}},
	{Name: "create", Job: WriteFile, Members: Members{Path: "path", Content: "file_text"}},
	{Name: "Edit", Job: EditFile, Members: Members{Path: "path", Old: "old_str", New: "new_str"}},
	{Name: "edit", Job: EditFile, Members: Members{Path: "path", Old: "old_str", New: "new_str"}},
	{Name: "Read", Job: ReadFile, Members: pathOnly},
	{Name: "view", Job: ReadFile, Members: pathOnly},
	{Name: "Glob", Job: FindFiles, Members: inPath},
	{Name: "glob", Job: FindFiles, Members: inPath},
	{Name: "Grep", Job: SearchText, Members: inPath},
	{Name: "grep", Job: SearchText, Members: inPath},
	{Name: "WebFetch", Job: FetchPage, Members: fetchURL},
	{Name: "web_fetch", Job: FetchPage, Members: fetchURL},
	{Name: "Task", Job: DelegateTask, Members: taskPrompt},
	{Name: "task", Job: DelegateTask, Members: taskPrompt},
}

var droid = []Tool{
	{Name: "Execute", Job: RunShell, Members: command},
	{Name: "Read", Job: ReadFile, Members: filePath},
	{Name: "Create", Job: WriteFile, Members: fileWrite},
	{Name: "Edit", Job: EditFile, Members: Members{Path: "file_path", Old: "old_str", New: "new_str"}},
	{Name: "MultiEdit", Job: EditFile, Members: filePath, List: "changes", Inner: Members{Old: "old_str", New: "new_str"}},
	{Name: "ApplyPatch", Job: WriteFile, Patch: "input"},
	{Name: "ApplyPatch", Job: EditFile, Patch: "input"},
	{Name: "Glob", Job: FindFiles, Members: inPath},
	{Name: "Grep", Job: SearchText, Members: inPath},
	{Name: "LS", Job: ListFiles, Members: pathOnly},
	{Name: "FetchUrl", Job: FetchPage, Members: fetchURL},
	{Name: "WebSearch", Job: SearchWeb, Members: query},
	{Name: "Task", Job: DelegateTask, Members: taskPrompt},
}

// Cline takes lists where others take one thing, and several spellings of each.
var cline = []Tool{
	{Name: "run_commands", Job: RunShell, List: "commands", Also: []string{"command", "cmd"}, Inner: command, Item: Command},
	{Name: "editor", Job: WriteFile, Members: Members{Path: "path", Content: "new_text"}},
	{Name: "editor", Job: EditFile, Members: Members{Path: "path", Old: "old_text", New: "new_text"}},
	{Name: "apply_patch", Job: WriteFile, Patch: "input"},
	{Name: "apply_patch", Job: EditFile, Patch: "input"},
	{Name: "read_files", Job: ReadFile, List: "files", Also: []string{"file_paths", "paths", "path", "file_path", "filePath"}, Inner: pathOnly, Item: Path},
	{Name: "search_codebase", Job: SearchText, List: "queries", Item: Pattern},
	{Name: "fetch_web_content", Job: FetchPage, List: "requests", Inner: fetchURL},
	{Name: "spawn_agent", Job: DelegateTask, Members: Members{Prompt: "task"}},
}

var opencode = []Tool{
	{Name: "bash", Job: RunShell, Members: command},
	{Name: "read", Job: ReadFile, Members: Members{Path: "filePath"}},
	{Name: "write", Job: WriteFile, Members: Members{Path: "filePath", Content: "content"}},
	{Name: "edit", Job: EditFile, Members: Members{Path: "filePath", Old: "oldString", New: "newString"}},
	{Name: "apply_patch", Job: EditFile, Patch: "patchText"},
	{Name: "patch", Job: EditFile, Patch: "patchText"},
	{Name: "glob", Job: FindFiles, Members: inPath},
	{Name: "grep", Job: SearchText, Members: inPath},
	{Name: "list", Job: ListFiles, Members: pathOnly},
	{Name: "webfetch", Job: FetchPage, Members: fetchURL},
	{Name: "websearch", Job: SearchWeb, Members: query},
	{Name: "task", Job: DelegateTask, Members: taskPrompt},
}

var pi = []Tool{
	{Name: "bash", Job: RunShell, Members: command},
	{Name: "read", Job: ReadFile, Members: pathOnly},
	{Name: "write", Job: WriteFile, Members: Members{Path: "path", Content: "content"}},
	{Name: "edit", Job: EditFile, Members: pathOnly, List: "edits", Inner: Members{Old: "oldText", New: "newText"}},
	{Name: "edit", Job: EditFile, Members: Members{Path: "path", Old: "oldText", New: "newText"}},
	{Name: "find", Job: FindFiles, Members: inPath},
	{Name: "grep", Job: SearchText, Members: inPath},
	{Name: "ls", Job: ListFiles, Members: pathOnly},
}
