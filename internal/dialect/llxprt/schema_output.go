package llxprt

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
)

// OutputSchema describes the object with which a hook may answer.
func (Dialect) OutputSchema(ev hook.EventType) schema.Schema {
	s := schema.Object("The answer of a hook for "+ev.Name+". It counts with exit code 0.",
		schema.Optional("decision", schema.Words("What the hook decides; nothing: no opinion.", decisions...).OrNull()),
		schema.Optional("reason", schema.Text("Why.")),
		schema.Optional("continue", schema.Flag("false ends the agent's loop; before an operation, that does not happen either.")),
		schema.Optional("stopReason", schema.Text("Why it ends, for the user.")),
		schema.Optional("suppressOutput", schema.Flag("Do not show the result to the user.")),
		schema.Optional("systemMessage", schema.Text("Text for the model.")),
	)
	if slices.Contains([]hook.Kind{hook.AgentStop, hook.SessionEnd, hook.CompactBefore, hook.Notification}, ev.Kind) {
		return s
	}
	specific := schema.Object("What this event allows beside.",
		schema.Optional("hookEventName", schema.Words("The event.", ev.Name)))
	for _, key := range effects[ev.Kind] {
		specific.Properties = append(specific.Properties, schema.Optional(key, effectSchema(key)))
	}
	s.Properties = append(s.Properties, schema.Optional("hookSpecificOutput", specific))
	return s
}

// effectSchema describes a member of hookSpecificOutput.
func effectSchema(key string) schema.Schema {
	switch key {
	case "tool_input":
		return schema.Object("Members to lay over the tool's input.")
	case "permissionDecision":
		return schema.Words("Like decision.", decisions...)
	case "permissionDecisionReason":
		return schema.Text("Like reason.")
	case "llm_request":
		return schema.Object("Members to lay over the request; config field by field.", requestSchema().Properties...)
	case "llm_response":
		return schema.Object("The answer to use: on BeforeModel together with a block, on AfterModel in place of the model's. A text is enough.", responseSchema().Properties...)
	case "toolConfig":
		return toolConfigSchema()
	}
	return schema.Text("Text for the model.") // additionalContext
}
