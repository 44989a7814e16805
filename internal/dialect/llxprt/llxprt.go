// Package llxprt is the hook contract of LLxprt Code.
//
// Only exit code 2, or exit code 0 with a JSON answer that says so, blocks an
// operation; every failure lets it go on. Tool events merge by "any block
// wins", model events by replacing fields, tool selection by uniting lists.
package llxprt

import (
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Name is the dialect's name on the command line.
const Name = "llxprt"

// The events. The six after the first five are lifecycle events: their hooks
// run, but cannot block anything.
const (
	BeforeTool          = "BeforeTool"
	AfterTool           = "AfterTool"
	BeforeModel         = "BeforeModel"
	AfterModel          = "AfterModel"
	BeforeToolSelection = "BeforeToolSelection"
	BeforeAgent         = "BeforeAgent"
	AfterAgent          = "AfterAgent"
	SessionStart        = "SessionStart"
	SessionEnd          = "SessionEnd"
	PreCompress         = "PreCompress"
	Notification        = "Notification"
)

var events = []hook.EventType{
	{Name: BeforeTool, Kind: hook.ToolBefore, Subject: "tool_name"},
	{Name: AfterTool, Kind: hook.ToolAfter, Subject: "tool_name"},
	{Name: BeforeModel, Kind: hook.ModelBefore},
	{Name: AfterModel, Kind: hook.ModelAfter},
	{Name: BeforeToolSelection, Kind: hook.ToolSelection},
	{Name: BeforeAgent, Kind: hook.PromptSubmit},
	{Name: AfterAgent, Kind: hook.AgentStop},
	{Name: SessionStart, Kind: hook.SessionStart, Subject: "source"},
	{Name: SessionEnd, Kind: hook.SessionEnd, Subject: "reason"},
	{Name: PreCompress, Kind: hook.CompactBefore, Subject: "trigger"},
	{Name: Notification, Kind: hook.Notification},
}

// Dialect implements dialect.Dialect.
type Dialect struct{}

// Name returns "llxprt".
func (Dialect) Name() string { return Name }

// Events returns the eleven events.
func (Dialect) Events() []hook.EventType { return events }

// Rules returns LLxprt's choices.
func (Dialect) Rules() dialect.Rules {
	return dialect.Rules{
		Dedup:       true,
		StopAtBlock: hook.AllKinds(),
		SourceOrder: []hook.Source{hook.SourceProject, hook.SourceUser, hook.SourceSystem, hook.SourceExtensions},
		Patterns:    dialect.Regexps,
		Tools:       tools,
		Subjects:    subjects,
	}
}

// subjects are the words for how sessions start and end, and what causes a
// compression.
var subjects = map[hook.Kind][]string{
	hook.SessionStart:  {"startup", "resume", "clear", "compress"},
	hook.SessionEnd:    {"exit", "clear", "logout", "prompt_input_exit", "other"},
	hook.CompactBefore: {"manual", "auto"},
}

// Matcher compiles a matcher: a JavaScript regular expression for tool names,
// an exact word for the lifecycle events that have one. A pattern that is no
// regular expression is compared literally.
func (Dialect) Matcher(ev hook.EventType, def hook.Definition) (match.Matcher, error) {
	pattern := strings.TrimSpace(def.Matcher)
	if ev.Subject == "" || pattern == "" || pattern == "*" {
		return match.All{}, nil
	}
	if !isToolEvent(ev.Kind) {
		return match.Exact(pattern), nil
	}
	m, err := match.Regexp(pattern)
	if err != nil {
		return match.Exact(pattern), fmt.Errorf("the matcher %q is no valid regular expression and only matches a tool of exactly that name: %w", pattern, err)
	}
	return m, nil
}

// MatchesContent reports true: matchers look at nothing but names.
func (Dialect) MatchesContent(hook.Event, hook.Definition) bool { return true }

func isToolEvent(k hook.Kind) bool {
	return k == hook.ToolBefore || k == hook.ToolAfter
}
