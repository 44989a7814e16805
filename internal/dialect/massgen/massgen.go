// Package massgen is the hook contract of MassGen.
//
// Hooks are in a YAML file, for all agents or for one, and are commands or
// Python functions, which run in a process that serves many calls. They answer
// in JSON alone, run one after the other, and each reads the input that the one
// before it left; the first deny ends the chain. Exit codes never block: a hook
// that fails is ignored, unless it is marked fail_closed or is a Python
// function that cannot be imported.
package massgen

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Name is the dialect's name on the command line.
const Name = "massgen"

// The types of hooks.
const (
	typePython  = "python"
	typeCommand = "command"
)

// Dialect implements dialect.Dialect.
type Dialect struct{}

// Name returns "massgen".
func (Dialect) Name() string { return Name }

// Rules returns MassGen's choices.
func (Dialect) Rules() dialect.Rules {
	return dialect.Rules{
		OnByDefault: true, Sequential: true, StopAtBlock: []hook.Kind{hook.ToolBefore},
		Patterns: dialect.Globs, Tools: tools,
	}
}

// tools are names that backends of MassGen use. Which of them there are, and
// others that do the same, depends on the backend.
var tools = []dialect.Tool{
	{Name: "Bash", Role: "shell"},
	{Name: "Read", Role: "read"},
	{Name: "Write", Role: "write"},
	{Name: "Edit", Role: "edit"},
	{Name: "MultiEdit"},
	{Name: "Glob", Role: "glob"},
	{Name: "Grep", Role: "search"},
	{Name: "WebFetch", Role: "fetch"},
	{Name: "WebSearch", Role: "websearch"},
	{Name: "TodoWrite", Role: "todo"},
	{Name: "Task", Role: "task"},
}
