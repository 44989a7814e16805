package llxprt

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

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

// Subjects are the words for how sessions start and end, and what causes a
// compression.
func Subjects(kind hook.Kind) []string {
	switch kind {
	case hook.SessionStart:
		return []string{"startup", "resume", "clear", "compress"}
	case hook.SessionEnd:
		return []string{"exit", "clear", "logout", "prompt_input_exit", "other"}
	case hook.CompactBefore:
		return []string{"manual", "auto"}
	}
	return nil
}

// Events returns the eleven events.
func (d Dialect) Events() []hook.EventType { return events }

// insteadOf says what to write in place of a setting that other versions keep
// among the events; "" for other names.
func (d Dialect) insteadOf(name string) string {
	switch name {
	case "enabled":
		return "write " + d.switchedOn() + " at the top of the file to switch hooks on"
	case "disabled":
		return "write \"hooksConfig\": {\"disabled\": [\"name\"]} at the top of the file to disable hooks by name"
	case "notifications":
		return "remove it"
	}
	return ""
}

// switchedOn is what switches hooks on.
func (d Dialect) switchedOn() string {
	if d.Contract.HooksConfig {
		return `"hooksConfig": {"enabled": true}`
	}
	return `"enableHooks": true`
}

// UnknownEvent explains an event name that the contract does not have.
func (d Dialect) UnknownEvent(name string) hook.Diagnostic {
	if instead := d.insteadOf(name); instead != "" {
		return diag.Errorf("unknown-event", "%q is not an event", name).Fixf("%s", instead)
	}
	return kit.UnknownEvent(name, d.Contract.Short, events)
}
