package settings

import (
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/suggest"
)

// moments are the names that agents have for events, as far as they are names
// for the same thing.
var moments = map[string]hook.Kind{
	"PreToolUse":          hook.ToolBefore,
	"BeforeTool":          hook.ToolBefore,
	"preToolUse":          hook.ToolBefore,
	"pre_tool_use":        hook.ToolBefore,
	"PRE_TOOL_USE":        hook.ToolBefore,
	"PRE_CALL":            hook.ToolBefore,
	"tool_call":           hook.ToolBefore,
	"tool.execute.before": hook.ToolBefore,

	"PostToolUse":        hook.ToolAfter,
	"PostToolUseFailure": hook.ToolAfter, // who has no event for failures has this one
	"AfterTool":          hook.ToolAfter,
	"postToolUse":        hook.ToolAfter,
	"post_tool_use":      hook.ToolAfter,
	"POST_TOOL_USE":      hook.ToolAfter,
	"POST_CALL":          hook.ToolAfter,
	"tool_result":        hook.ToolAfter,
	"tool.execute.after": hook.ToolAfter,

	"UserPromptSubmit":   hook.PromptSubmit,
	"BeforeAgent":        hook.PromptSubmit,
	"beforeSubmitPrompt": hook.PromptSubmit,

	"Stop":         hook.AgentStop,
	"SubagentStop": hook.AgentStop,
	"AfterAgent":   hook.AgentStop,
	"stop":         hook.AgentStop,

	"session_start": hook.SessionStart,

	"PreCompact":             hook.CompactBefore,
	"PreCompress":            hook.CompactBefore,
	"session_before_compact": hook.CompactBefore,
}

// UnknownEvent explains a name that is not among an agent's events: what the
// agent calls the event, or the name that was probably meant.
func UnknownEvent(name, agent string, events []hook.EventType) string {
	if kind, known := moments[name]; known {
		for _, e := range events {
			if e.Kind == kind {
				return fmt.Sprintf("%s is not an event here: %s calls it %s", name, agent, e.Name)
			}
		}
	}
	if hint := suggest.DidYouMean(name, eventNames(events)); hint != "" {
		return fmt.Sprintf("%s is not an event%s", name, hint)
	}
	return fmt.Sprintf("%s is not an event; %s", name, EventList(events))
}

// EventList is half a sentence with the names of all events.
func EventList(events []hook.EventType) string {
	between := ", "
	if len(events) == 2 {
		between = " and "
	}
	return "the events are " + strings.Join(eventNames(events), between)
}

func eventNames(events []hook.EventType) []string {
	names := make([]string, len(events))
	for i, e := range events {
		names[i] = e.Name
	}
	return names
}
