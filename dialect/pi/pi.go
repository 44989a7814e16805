// Package pi is the hook contract of pi with Gas Town and Beads.
//
// Configuration comes from one source alone, the first that there is, and one
// that is broken switches all hooks off for the session. Hooks run one after
// the other in a login shell; exit code 2 blocks a tool call whatever the JSON
// answer says, and a hook may be told to block when it fails. What hooks wrote
// is kept only without secrets and cut to 2,000 characters.
package pi

import (
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/suggest"
)

// Name is the dialect's name on the command line.
const Name = "pi"

// The events.
const (
	SessionStart       = "SessionStart"
	PreToolUse         = "PreToolUse"
	PostToolUse        = "PostToolUse"
	PostToolUseFailure = "PostToolUseFailure"
	PreCompact         = "PreCompact"
)

var events = []hook.EventType{
	{Name: SessionStart, Kind: hook.SessionStart},
	{Name: PreToolUse, Kind: hook.ToolBefore, Subject: "tool_name"},
	{Name: PostToolUse, Kind: hook.ToolAfter, Subject: "tool_name"},
	{Name: PostToolUseFailure, Kind: hook.ToolFailure, Subject: "tool_name"},
	{Name: PreCompact, Kind: hook.CompactBefore},
}

// Dialect implements dialect.Dialect.
type Dialect struct{}

// Name returns "pi".
func (Dialect) Name() string { return Name }

// Events returns the five events.
func (Dialect) Events() []hook.EventType { return events }

// Rules returns pi's choices.
func (Dialect) Rules() dialect.Rules {
	return dialect.Rules{
		OnByDefault:     true,
		Sequential:      true,
		StopAtBlock:     true,
		StopAt:          []hook.Kind{hook.ToolBefore},
		FirstSourceWins: true,
		InvalidDisables: true,
		Awaited:         []hook.Kind{hook.SessionStart, hook.CompactBefore},
		RecordLimit:     2000,
		Redact:          true,
	}
}

func isEvent(name string) bool {
	_, ok := eventNamed(name)
	return ok
}

func eventNamed(name string) (hook.EventType, bool) {
	for _, e := range events {
		if e.Name == name {
			return e, true
		}
	}
	return hook.EventType{}, false
}

// foreignEvents are other agents' names, and those of pi's own extensions, for
// events that there are here too.
var foreignEvents = map[string]string{
	"BeforeTool":             PreToolUse,
	"AfterTool":              PostToolUse,
	"PreCompress":            PreCompact,
	"preToolUse":             PreToolUse,
	"postToolUse":            PostToolUse,
	"tool_call":              PreToolUse,
	"tool_result":            PostToolUse,
	"session_start":          SessionStart,
	"session_before_compact": PreCompact,
	"tool.execute.before":    PreToolUse,
	"tool.execute.after":     PostToolUse,
}

// UnknownEvent explains an event name that pi does not have.
func (Dialect) UnknownEvent(name string) string {
	if ours, ok := foreignEvents[name]; ok {
		return fmt.Sprintf("%s is not an event here: pi calls it %s", name, ours)
	}
	names := make([]string, len(events))
	for i, e := range events {
		names[i] = e.Name
	}
	if hint := suggest.DidYouMean(name, names); hint != "" {
		return fmt.Sprintf("%s is not an event%s", name, hint)
	}
	return fmt.Sprintf("%s is not an event; the events are %s", name, strings.Join(names, ", "))
}
