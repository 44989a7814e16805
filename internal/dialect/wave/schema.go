package wave

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
)

// moments says in a few words when each event fires.
var moments = map[string]string{
	PreToolUse:        "Before a tool runs: a hook can allow, deny, ask, replace the input, or stop the agent.",
	PostToolUse:       "After a tool ran: a hook can give the model feedback and context, or stop the agent.",
	UserPromptSubmit:  "A prompt was submitted: a hook can block it, add context, or stop the agent.",
	Stop:              "The agent is about to stop: a hook can make it go on.",
	SubagentStop:      "A helper agent is about to stop: a hook can make it go on.",
	PermissionRequest: "The user would be asked for a permission: a hook can answer.",
	SessionStart:      "A session starts: a hook can add context.",
	SessionEnd:        "A session ends.",
	PreCompact:        "Before history is compacted.",
	Notification:      "The agent notifies its user.",
}

// ConfigSchema describes settings.json, as far as hooks are concerned.
func (Dialect) ConfigSchema() schema.Schema {
	all := schema.Object("Hooks, by event.").Close()
	for _, e := range events {
		groups := "groups"
		if e.Subject != "" {
			groups = "toolGroups"
		}
		all.Properties = append(all.Properties, schema.Optional(e.Name, schema.Is(groups, moments[e.Name])))
	}
	doc := schema.Object("",
		schema.Optional("$schema", schema.Text("Where this schema is.")),
		schema.Optional(switchKey, schema.Flag("false switches all hooks off.").Otherwise(true)),
		schema.Optional("hooks", all),
	)
	description := schema.Optional("description", schema.Text("For people."))
	hooks := schema.List("", schema.Is("hook", ""))
	matcher := schema.Optional("matcher", schema.Text("Names or globs for the whole name of the tool, separated by |, in any case. Without it, every tool."))
	none := schema.Optional("matcher", schema.Words("This event has no matcher.", "", "*"))
	doc.Definitions = []schema.Property{
		schema.Optional("toolGroups", schema.List("", schema.Object("Hooks with a matcher in common.", matcher, description, schema.Required("hooks", hooks)).Close())),
		schema.Optional("groups", schema.List("", schema.Object("Hooks.", none, description, schema.Required("hooks", hooks)).Close())),
		schema.Optional("hook", hookSchema()),
	}
	return doc
}

func hookSchema() schema.Schema {
	return schema.Object("A program that is run for an event.",
		schema.Required("type", schema.Words("How the hook is run.", "command")),
		schema.Required("command", schema.Text("What /bin/sh runs. $WAVE_PROJECT_DIR is the project directory.").Filled()),
		schema.Optional("name", schema.Text("What people call the hook.")),
		schema.Optional("description", schema.Text("For people.")),
		schema.Optional("timeout", timeouts.Schema()),
	).Close()
}

// InputSchema describes what a hook reads on standard input.
func (Dialect) InputSchema(ev hook.EventType) schema.Schema {
	return schema.Event(moments[ev.Name], ev.Name, inputFields()[ev.Kind]...)
}

// inputFields are the fields of each kind of event beside those of all.
func inputFields() map[hook.Kind][]schema.Property {
	toolName := schema.Required("tool_name", schema.Text("The tool, such as Bash."))
	toolInput := schema.Required("tool_input", schema.Object("The arguments of the tool."))
	return map[hook.Kind][]schema.Property{
		hook.ToolBefore:   {toolName, toolInput},
		hook.ToolAfter:    {toolName, toolInput, schema.Required("tool_response", schema.Object("What the tool gave back."))},
		hook.PromptSubmit: {schema.Required("prompt", schema.Text("What the user wrote.")), schema.Required("user_prompt", schema.Text("The same."))},
		hook.AgentStop: {
			schema.Optional("last_assistant_message", schema.Text("What the agent said last.")),
			schema.Required("stop_hook_active", schema.Flag("The agent already goes on because of a hook.")),
		},
		hook.SessionStart:  {schema.Required("source", schema.Text("Why the session starts."))},
		hook.SessionEnd:    {schema.Required("end_source", schema.Text("Why it ends."))},
		hook.CompactBefore: {schema.Required("trigger", schema.Text("What caused it: manual or auto."))},
		hook.Notification: {
			schema.Required("notification_type", schema.Text("What kind of notification it is.")),
			schema.Required("message", schema.Text("What the user is told.")),
			schema.Required("details", schema.Object("More about it.")),
		},
	}
}

// OutputSchema describes the object with which a hook may answer.
func (Dialect) OutputSchema(ev hook.EventType) schema.Schema {
	decision := schema.Optional("decision", schema.Words("\"block\" says no; nothing: no opinion.", "block", "deny").OrNull())
	reason := schema.Optional("reason", schema.Text("Why."))
	specific := schema.Object("What this event allows beside.",
		schema.Optional("hookEventName", schema.Words("The event.", ev.Name)), decision, reason)
	traits := traitsOf[ev.Name]
	if traits.permission {
		specific.Properties = append(specific.Properties,
			schema.Optional("permissionDecision", schema.Words("Whether the tool runs; \"ask\" asks the user.", "allow", "deny", "ask")),
			schema.Optional("permissionDecisionReason", schema.Text("Why: for the user if allowed or asked, for the model if denied.")),
			schema.Optional("updatedInput", schema.Object("The new input of the tool, all of it.")))
	}
	if traits.context != "" {
		specific.Properties = append(specific.Properties, schema.Optional("additionalContext", schema.Text("Text for the model.")))
	}
	return schema.Object("The answer of a hook for "+ev.Name+". It counts with any exit code.",
		schema.Optional("continue", schema.Flag("false ends the agent's loop; it goes before every decision.")),
		schema.Optional("stopReason", schema.Text("Why it ends, for the user.")),
		schema.Optional("systemMessage", schema.Text("A warning for the user.")),
		decision, reason,
		schema.Optional("hookSpecificOutput", specific),
	)
}
