// Package wave is the hook contract of Wave.
//
// A JSON object on standard output counts whatever the exit code is; without
// one the exit code speaks: 0 is consent, 2 blocks, and anything else is an
// error for the user to read. Whether the model or the user is told why depends
// on the event. All hooks of an event run, one after the other, and a stop goes
// before a deny, a deny before an ask, and an ask before an allow.
package wave

import (
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Name is the dialect's name on the command line.
const Name = "wave"

// The events. The first four are those that answers can steer in detail.
const (
	PreToolUse        = "PreToolUse"
	PostToolUse       = "PostToolUse"
	UserPromptSubmit  = "UserPromptSubmit"
	Stop              = "Stop"
	SubagentStop      = "SubagentStop"
	PermissionRequest = "PermissionRequest"
	SessionStart      = "SessionStart"
	SessionEnd        = "SessionEnd"
	PreCompact        = "PreCompact"
	Notification      = "Notification"
)

// events lists the events. Where two are of one kind, a host that fires the
// kind means the first: SubagentStop and PermissionRequest are fired by name.
var events = []hook.EventType{
	{Name: PreToolUse, Kind: hook.ToolBefore, Subject: "tool_name"},
	{Name: PostToolUse, Kind: hook.ToolAfter, Subject: "tool_name"},
	{Name: UserPromptSubmit, Kind: hook.PromptSubmit},
	{Name: Stop, Kind: hook.AgentStop},
	{Name: SubagentStop, Kind: hook.AgentStop},
	{Name: PermissionRequest, Kind: hook.ToolBefore, Subject: "tool_name"},
	{Name: SessionStart, Kind: hook.SessionStart},
	{Name: SessionEnd, Kind: hook.SessionEnd},
	{Name: PreCompact, Kind: hook.CompactBefore},
	{Name: Notification, Kind: hook.Notification},
}

// traits are how the answers to an event are understood.
type traits struct {
	denyTo     hook.Recipient // who reads why a hook says no
	blocks     bool           // a no keeps the operation from happening
	stopBlocks bool           // so does a stop; without it, a stop overrides the no
	permission bool           // permissionDecision and updatedInput count
	context    hook.Placement // where additionalContext goes; "" if nowhere
	textCounts bool           // plain stdout is context too
}

var traitsOf = map[string]traits{
	PreToolUse:        {denyTo: hook.ToModel, blocks: true, stopBlocks: true, permission: true},
	PostToolUse:       {denyTo: hook.ToModel, context: hook.InUserMessage},
	UserPromptSubmit:  {denyTo: hook.ToUser, blocks: true, stopBlocks: true, context: hook.InPrompt, textCounts: true},
	Stop:              {denyTo: hook.ToModel, blocks: true},
	SubagentStop:      {denyTo: hook.ToModel, blocks: true},
	PermissionRequest: {denyTo: hook.ToUser, blocks: true, stopBlocks: true, permission: true},
	SessionStart:      {denyTo: hook.ToUser, context: hook.InSession},
	SessionEnd:        {denyTo: hook.ToUser},
	PreCompact:        {denyTo: hook.ToUser},
	Notification:      {denyTo: hook.ToUser},
}

// Dialect implements dialect.Dialect.
type Dialect struct{}

// Name returns "wave".
func (Dialect) Name() string { return Name }

// Events returns the ten events.
func (Dialect) Events() []hook.EventType { return events }

// Rules returns Wave's choices.
func (Dialect) Rules() dialect.Rules {
	return dialect.Rules{
		OnByDefault: true,
		Sequential:  true,
		Awaited: []hook.Kind{
			hook.PromptSubmit, hook.AgentStop, hook.SessionStart, hook.SessionEnd, hook.CompactBefore, hook.Notification,
		},
		AskNeedsUser:  true,
		AllowApproves: true,
		Patterns:      dialect.Globs,
		Tools:         tools,
	}
}

// tools are Wave's own; others come from MCP servers.
var tools = []dialect.Tool{
	{Name: "Bash", Role: "shell"},
	{Name: "Read", Role: "read"},
	{Name: "Write", Role: "write"},
	{Name: "Edit", Role: "edit"},
	{Name: "MultiEdit"},
	{Name: "Glob", Role: "glob"},
	{Name: "Grep", Role: "search"},
	{Name: "LS", Role: "list"},
	{Name: "WebFetch", Role: "fetch"},
	{Name: "WebSearch", Role: "websearch"},
	{Name: "TodoWrite", Role: "todo"},
	{Name: "Task", Role: "task"},
}

// Matcher compiles a matcher: names or globs separated by |, whatever their
// case. Reading the configuration has refused those that are none.
func (Dialect) Matcher(ev hook.EventType, def hook.Definition) (match.Matcher, error) {
	if ev.Subject == "" || strings.TrimSpace(def.Matcher) == "" {
		return match.All{}, nil
	}
	return match.Glob(def.Matcher, match.GlobRules{FoldCase: true, Caret: true}), nil
}

// MatchesContent reports true: matchers look at nothing but names.
func (Dialect) MatchesContent(hook.Event, hook.Definition) bool { return true }
