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
	"fmt"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/match"
	"github.com/grapnel-hooks/grapnel/internal/suggest"
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
	return dialect.Rules{OnByDefault: true, Sequential: true, StopAtBlock: true}
}

// Matcher compiles a matcher: globs for the whole name of a tool, separated
// by |. No matcher means every tool.
func (Dialect) Matcher(_ hook.EventType, def hook.Definition) (match.Matcher, error) {
	if def.Matcher == "" {
		return match.All{}, nil
	}
	return match.Glob(def.Matcher, match.GlobRules{}), nil
}

// Applies reports whether the event is one that hooks are told of: PostToolUse
// is for tools that succeeded.
func (Dialect) Applies(ev hook.Event, _ hook.Definition) bool {
	if ev.Type.Kind != hook.ToolAfter {
		return true
	}
	response, _ := ev.Fields.Object("tool_response")
	return !response.Has("error")
}

// foreignEvents are other agents' names for the two events.
var foreignEvents = map[string]string{
	"BeforeTool":          PreToolUse,
	"AfterTool":           PostToolUse,
	"preToolUse":          PreToolUse,
	"postToolUse":         PostToolUse,
	"pre_tool_use":        PreToolUse,
	"post_tool_use":       PostToolUse,
	"PRE_TOOL_USE":        PreToolUse,
	"POST_TOOL_USE":       PostToolUse,
	"PRE_CALL":            PreToolUse,
	"POST_CALL":           PostToolUse,
	"tool_call":           PreToolUse,
	"tool_result":         PostToolUse,
	"tool.execute.before": PreToolUse,
	"tool.execute.after":  PostToolUse,
}

// UnknownEvent explains an event name that MassGen does not have.
func (Dialect) UnknownEvent(name string) string {
	if ours, ok := foreignEvents[name]; ok {
		return fmt.Sprintf("%s is not an event here: MassGen calls it %s", name, ours)
	}
	if name == "PostToolUseFailure" {
		return fmt.Sprintf("%s is not an event here: MassGen has none for tools that fail", name)
	}
	names := []string{PreToolUse, PostToolUse}
	if hint := suggest.DidYouMean(name, names); hint != "" {
		return fmt.Sprintf("%s is not an event%s", name, hint)
	}
	return fmt.Sprintf("%s is not an event; the events are %s", name, strings.Join(names, " and "))
}

func isEvent(name string) bool {
	return slices.ContainsFunc(events, func(e hook.EventType) bool { return e.Name == name })
}
