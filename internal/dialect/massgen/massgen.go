// Package massgen is the hook contract of MassGen.
//
// Hooks stand in a YAML file, for all agents or for one, and are commands or
// Python functions, which run in a process that serves many calls. They answer
// in JSON alone, run one after the other, and each reads the input that the one
// before it left; the first deny ends the chain. Exit codes never block: a hook
// that fails has no say, unless it is marked fail_closed or is a Python
// function that cannot be imported.
package massgen

import (
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// Name is the dialect's name on the command line.
const Name = "massgen"

// The events.
const (
	PreToolUse  = "PreToolUse"
	PostToolUse = "PostToolUse"
)

var events = []hook.EventType{
	{Name: PreToolUse, Kind: hook.ToolBefore, Subject: "tool_name"},
	{Name: PostToolUse, Kind: hook.ToolAfter, Subject: "tool_name"},
}

// The types of hooks.
const (
	typePython  = "python"
	typeCommand = "command"
)

// Dialect implements dialect.Dialect.
type Dialect struct{}

// Name returns "massgen".
func (Dialect) Name() string { return Name }

// Events returns the two events.
func (Dialect) Events() []hook.EventType { return events }

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

// Matcher compiles a matcher: globs for the whole name of a tool, separated
// by |. No matcher means every tool.
func (Dialect) Matcher(_ hook.EventType, def hook.Definition) (match.Matcher, error) {
	if def.Matcher == "" {
		return match.All{}, nil
	}
	return match.Glob(def.Matcher, match.GlobRules{}), nil
}

// MatchesContent reports whether the event is one that hooks are told of: PostToolUse
// is for tools that succeeded.
func (Dialect) MatchesContent(ev hook.Event, _ hook.Definition) bool {
	if ev.Type.Kind != hook.ToolAfter {
		return true
	}
	response, _ := ev.Fields.Object("tool_response")
	return !isTrue(response["error"])
}

// isTrue reports whether a value is something, as Python counts it: a tool that
// succeeded may still have an error that is none.
func isTrue(raw json.RawMessage) bool {
	switch string(raw) {
	case "", "null", "false", `""`, "0", "{}", "[]":
		return false
	}
	return true
}

// UnknownEvent explains an event name that MassGen does not have.
func (Dialect) UnknownEvent(name string) hook.Diagnostic {
	if name == "PostToolUseFailure" {
		return kit.NoSuchEvent(events, "%s is not an event here: MassGen has none for tools that fail", name)
	}
	return kit.UnknownEvent(name, "MassGen", events)
}
