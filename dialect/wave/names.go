package wave

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/suggest"
)

// foreignEvents are other agents' names for events that Wave has too.
var foreignEvents = map[string]string{
	"BeforeTool":          PreToolUse,
	"AfterTool":           PostToolUse,
	"PostToolUseFailure":  PostToolUse,
	"BeforeAgent":         UserPromptSubmit,
	"AfterAgent":          Stop,
	"PreCompress":         PreCompact,
	"preToolUse":          PreToolUse,
	"postToolUse":         PostToolUse,
	"beforeSubmitPrompt":  UserPromptSubmit,
	"stop":                Stop,
	"tool_call":           PreToolUse,
	"tool_result":         PostToolUse,
	"tool.execute.before": PreToolUse,
	"tool.execute.after":  PostToolUse,
}

// modelEvents are events of other agents that Wave has nothing like.
var modelEvents = []string{"BeforeModel", "AfterModel", "BeforeToolSelection"}

// laterEvents came with later versions of Wave and are not spoken here.
var laterEvents = []string{"PostCompact", "CwdChanged", "WorktreeCreate", "WorktreeRemove"}

// UnknownEvent explains an event name that Wave does not have.
func (Dialect) UnknownEvent(name string) string { return unknownEvent(name) }

func unknownEvent(name string) string {
	names := make([]string, len(events))
	for i, e := range events {
		names[i] = e.Name
	}
	list := "the events are " + strings.Join(names, ", ")
	if ours, ok := foreignEvents[name]; ok {
		return fmt.Sprintf("%s is not an event here: Wave calls it %s", name, ours)
	}
	if slices.Contains(modelEvents, name) {
		return fmt.Sprintf("%s is not an event here: Wave has none around model calls; %s", name, list)
	}
	if slices.Contains(laterEvents, name) {
		return fmt.Sprintf("%s is an event of later versions of Wave and not supported; %s", name, list)
	}
	if hint := suggest.DidYouMean(name, names); hint != "" {
		return fmt.Sprintf("%s is not an event%s", name, hint)
	}
	return fmt.Sprintf("%s is not an event; %s", name, list)
}
