package kit

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
)

// kindByName returns the kind of event that agents have a name for, as far as
// that is a name for the same thing.
func kindByName(name string) (kind hook.Kind, known bool) {
	switch name {
	case "PreToolUse", "BeforeTool", "preToolUse", "pre_tool_use", "PRE_TOOL_USE", "PRE_CALL", "tool_call", "tool.execute.before":
		return hook.ToolBefore, true
	case "PostToolUse", "AfterTool", "postToolUse", "post_tool_use", "POST_TOOL_USE", "POST_CALL", "tool_result", "tool.execute.after",
		"PostToolUseFailure": // who has no event for failures has the one after tools
		return hook.ToolAfter, true
	case "UserPromptSubmit", "BeforeAgent", "beforeSubmitPrompt":
		return hook.PromptSubmit, true
	case "Stop", "SubagentStop", "AfterAgent", "stop":
		return hook.AgentStop, true
	case "session_start":
		return hook.SessionStart, true
	case "PreCompact", "PreCompress", "session_before_compact":
		return hook.CompactBefore, true
	}
	return 0, false
}

// UnknownEvent explains a name that is not among an agent's events: what the
// agent calls the event, or the name that was probably meant.
func UnknownEvent(name, agent string, events []hook.EventType) hook.Diagnostic {
	if kind, known := kindByName(name); known {
		for _, e := range events {
			if e.Kind == kind {
				return notAnEvent("%s is not an event here", name).Fixf("%s calls it %s", agent, e.Name).Replace(strconv.Quote(e.Name))
			}
		}
	}
	if near := suggest.Nearest(name, eventNames(events)); near != "" {
		return notAnEvent("%s is not an event", name).Fixf("did you mean %q?", near).Replace(strconv.Quote(near))
	}
	return NoSuchEvent(events, "%s is not an event", name)
}

// NoSuchEvent explains a name in place of which any of the events may be meant.
func NoSuchEvent(events []hook.EventType, format string, args ...any) hook.Diagnostic {
	between := ", "
	if len(events) == 2 {
		between = " and "
	}
	names := strings.Join(eventNames(events), between)
	return notAnEvent("%s; the events are %s", fmt.Sprintf(format, args...), names).Fixf("write one of these")
}

func notAnEvent(format string, args ...any) hook.Diagnostic {
	return diag.Errorf("unknown-event", format, args...)
}

func eventNames(events []hook.EventType) []string {
	names := make([]string, len(events))
	for i, e := range events {
		names[i] = e.Name
	}
	return names
}
