package kit

import (
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
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
func UnknownEvent(name, agent string, events []hook.EventType) hook.Diagnostic {
	if kind, known := moments[name]; known {
		for _, e := range events {
			if e.Kind == kind {
				return notAnEvent("%s is not an event here", name).Fixf("%s calls it %s", agent, e.Name)
			}
		}
	}
	if hint := suggest.DidYouMean(name, eventNames(events)); hint != "" {
		return notAnEvent("%s is not an event", name).Fixf("%s", hint)
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
