package pi

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
)

// eventDoc says in a few words when an event fires.
func eventDoc(event string) string {
	switch event {
	case SessionStart:
		return "A session starts: a hook can add context."
	case PreToolUse:
		return "Before a tool runs: a hook can block it, rewrite its input, or add context."
	case PostToolUse:
		return "After a tool ran: a hook can add context."
	case PostToolUseFailure:
		return "After a tool failed: a hook can add context."
	case PreCompact:
		return "Before history is compacted."
	}
	return ""
}

// ConfigSchema describes the document that --hooks-config takes.
func (Dialect) ConfigSchema() schema.Schema {
	doc := schema.Object("", schema.Optional("$schema", schema.Text("Where this schema is."))).Close()
	for _, e := range events {
		doc.Properties = append(doc.Properties, schema.Optional(e.Name, schema.List(eventDoc(e.Name), schema.Is("hook", ""))))
	}
	doc.Definitions = []schema.Property{schema.Optional("hook", schema.Object("A program that is run for an event.",
		schema.Required("command", schema.Text("What a login shell, /bin/sh -lc, runs.").Filled()),
		schema.Optional("timeoutMs", timeouts.Schema()),
		schema.Optional("failOpen", schema.Flag("false: a failure of the hook blocks the tool call, on PreToolUse.").Otherwise(true)),
		schema.Optional("matcher", schema.Object("Which tools the hook is for.",
			schema.Optional("toolNames", schema.List("Exact names. Without the list, all tools; with an empty one, none.", schema.Text(""))),
		).Close()),
	).Close())}
	return doc
}

// InputSchema describes what a hook reads on standard input.
func (Dialect) InputSchema(ev hook.EventType) schema.Schema {
	s := schema.Object(eventDoc(ev.Name),
		schema.Required("hook_event_name", schema.Words("The event.", ev.Name)),
		schema.Required("cwd", schema.Text("The directory that the agent works in.")),
		schema.Optional("session_id", schema.Text("The agent's session.")),
		schema.Optional("transcript_path", schema.Text("A file with the conversation.")),
	)
	if ev.Subject != "" {
		s.Properties = append(s.Properties,
			schema.Required("tool_name", schema.Text("The tool, such as bash.")),
			schema.Required("tool_input", schema.Anything("The arguments of the tool, mostly an object.")),
			schema.Optional("tool_use_id", schema.Text("The ID of the call.")))
	}
	switch ev.Kind {
	case hook.ToolFailure:
		s.Properties = append(s.Properties, schema.Required("tool_error", schema.Text("Why the tool failed.")))
	case hook.SessionStart:
		s.Properties = append(s.Properties, schema.Optional("source", schema.Text("Why the session starts.")))
	case hook.CompactBefore:
		s.Properties = append(s.Properties, schema.Optional("trigger", schema.Text("What caused it.")))
	}
	return s
}

// OutputSchema describes the object with which a hook may answer.
func (Dialect) OutputSchema(ev hook.EventType) schema.Schema {
	s := schema.Object("The answer of a hook for "+ev.Name+". It counts with any exit code.",
		schema.Optional("reason", schema.Text("Why; the blocked tool's error for the model.")))
	if ev.Kind == hook.ToolBefore || ev.Kind == hook.ToolAfter {
		s.Properties = append(s.Properties, schema.Optional("decision",
			schema.Words("What the hook decides; nothing: no opinion. \"ask\" goes on with a warning.", decisions...).OrNull()))
	}
	if ev.Kind != hook.CompactBefore {
		context := schema.Optional("additionalContext", schema.Text("Text for the model."))
		s.Properties = append(s.Properties, context, schema.Optional("hookSpecificOutput", schema.Object("Another place for additionalContext.", context)))
	}
	if ev.Kind == hook.ToolBefore {
		s.Properties = append(s.Properties, schema.Optional("updatedInput", schema.Object("Members to lay over the tool's input.")))
	}
	return s
}
