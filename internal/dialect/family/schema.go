package family

import (
	"fmt"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
)

// ConfigSchema describes a settings file, as far as hooks are concerned.
func (d Dialect) ConfigSchema() schema.Schema {
	all := schema.Object("Hooks, by event.").Close()
	for _, e := range d.Contract.Events {
		groups := "groups"
		if e.Subject != "" {
			groups = "matcherGroups"
		}
		all.Properties = append(all.Properties, schema.Optional(e.Name, schema.Is(groups, d.Contract.Traits(e.Name).When)))
	}
	doc := schema.Object("",
		schema.Optional("$schema", schema.Text("Where this schema is.")),
		d.Contract.SwitchHelp(),
		schema.Optional("hooks", all),
	)
	matcher := schema.Optional("matcher", schema.Text(d.Contract.MatcherHelp).OrNull())
	none := schema.Optional("matcher", schema.Words("This event has no matcher.", "", "*"))
	doc.Definitions = []schema.Property{
		schema.Optional("matcherGroups", schema.List("", d.groupSchema("Hooks with a matcher in common.", matcher))),
		schema.Optional("groups", schema.List("", d.groupSchema("Hooks.", none))),
		schema.Optional("hook", d.hookSchema()),
	}
	return doc
}

func (d Dialect) groupSchema(description string, matcher schema.Property) schema.Schema {
	group := schema.Object(description, matcher)
	if slices.Contains(d.Contract.GroupKeys, "description") {
		group.Properties = append(group.Properties, schema.Optional("description", schema.Text("For people.")))
	}
	group.Properties = append(group.Properties, schema.Required("hooks", schema.List("", schema.Is("hook", ""))))
	return group.Close()
}

func (d Dialect) hookSchema() schema.Schema {
	hook := schema.Object("A program that is run for an event.",
		schema.Required("type", schema.Words("How the hook is run.", "command")),
		schema.Required("command", schema.Text(fmt.Sprintf("What /bin/sh runs. $%s is the project directory.", d.Contract.ProjectVariable)).Filled()),
	)
	for _, p := range []schema.Property{
		schema.Optional(keyName, schema.Text("What people call the hook.")),
		schema.Optional("description", schema.Text("For people.")),
		schema.Optional("statusMessage", schema.Text("What the user reads while the hook runs.")),
		schema.Optional(keyIf, schema.Text("A permission rule such as Bash(git push *): the hook runs only for such uses of a tool.").Filled()),
		schema.Optional(keyFailure, schema.Words("What a failure of the hook means; \"block\" refuses the operation.", "continue", d.Contract.Form.FailureWord)),
		schema.Optional(keyArgs, schema.List("Arguments; the command is then a program and no shell reads it.", schema.Text(""))),
	} {
		if slices.Contains(d.Contract.HookKeys, p.Name) {
			hook.Properties = append(hook.Properties, p)
		}
	}
	hook.Properties = append(hook.Properties, schema.Optional("timeout", d.Contract.Timeouts.Schema()))
	return hook.Close()
}

// InputSchema describes what a hook reads on standard input.
func (d Dialect) InputSchema(ev hook.EventType) schema.Schema {
	own := append(inputFields(ev.Kind), d.Contract.FieldHelp(ev.Kind)...)
	s := schema.Event(d.Contract.Traits(ev.Name).When, ev.Name, own...)
	if !d.Contract.Timestamp {
		s.Properties = slices.DeleteFunc(s.Properties, func(p schema.Property) bool { return p.Name == "timestamp" })
	}
	return s
}

// inputFields are the fields of a kind of event that all contracts have.
func inputFields(kind hook.Kind) []schema.Property {
	toolName := schema.Required("tool_name", schema.Text("The tool, such as Bash."))
	toolInput := schema.Required("tool_input", schema.Object("The arguments of the tool."))
	switch kind {
	case hook.ToolBefore:
		return []schema.Property{toolName, toolInput}
	case hook.ToolAfter:
		return []schema.Property{toolName, toolInput, schema.Required("tool_response", schema.Object("What the tool gave back."))}
	case hook.ToolFailure:
		return []schema.Property{
			toolName, toolInput,
			schema.Required("error", schema.Text("Why the tool failed.")),
			schema.Required("is_interrupt", schema.Flag("The user interrupted it.")),
		}
	case hook.PromptSubmit:
		return []schema.Property{schema.Required("prompt", schema.Text("What the user wrote."))}
	case hook.AgentStop:
		return []schema.Property{
			schema.Optional("last_assistant_message", schema.Text("What the agent said last.")),
			schema.Required("stop_hook_active", schema.Flag("The agent already goes on because of a hook.")),
		}
	case hook.SessionStart:
		return []schema.Property{schema.Required("source", schema.Text("Why the session starts."))}
	case hook.CompactBefore:
		return []schema.Property{schema.Required("trigger", schema.Text("What caused it: manual or auto."))}
	case hook.Notification:
		return []schema.Property{
			schema.Required("notification_type", schema.Text("What kind of notification it is.")),
			schema.Required("message", schema.Text("What the user is told.")),
			schema.Required("details", schema.Object("More about it.")),
		}
	}
	return nil
}

// OutputSchema describes the object with which a hook may answer.
func (d Dialect) OutputSchema(ev hook.EventType) schema.Schema {
	traits := d.Contract.Traits(ev.Name)
	decision := schema.Optional("decision", schema.Words("\"block\" says no; nothing: no opinion.", d.Contract.Decisions...))
	if !d.Contract.Strict {
		decision.Schema = decision.OrNull()
	}
	reason := schema.Optional("reason", schema.Text("Why."))
	s := schema.Object("The answer of a hook for " + ev.Name + ". It counts with any exit code.")
	if !traits.NeverStops {
		s.Properties = append(s.Properties,
			schema.Optional("continue", schema.Flag("false ends the agent's loop; it goes before every decision.")),
			schema.Optional("stopReason", schema.Text("Why it ends, for the user.")))
	}
	s.Properties = append(s.Properties,
		schema.Optional("systemMessage", schema.Text("A warning for the user.")),
		decision, reason,
		schema.Optional("hookSpecificOutput", d.specificSchema(ev.Name, traits, decision, reason)))
	return s
}

// specificSchema describes hookSpecificOutput.
func (d Dialect) specificSchema(event string, traits Traits, decision, reason schema.Property) schema.Schema {
	specific := schema.Object("What this event allows beside.", schema.Optional("hookEventName", schema.Words("The event.", event)))
	permissions := slices.DeleteFunc(slices.Clone(d.Contract.Permissions), func(word string) bool { return word == "block" })
	switch traits.Permission {
	case PermissionDecision:
		specific.Properties = append(specific.Properties, decision, reason,
			schema.Optional("permissionDecision", schema.Words("Whether the tool runs; \"ask\" asks the user.", permissions...)),
			schema.Optional("permissionDecisionReason", schema.Text("Why: for the user if allowed or asked, for the model if denied.")),
			schema.Optional("updatedInput", schema.Object("The new input of the tool, all of it.")))
	case BehaviorDecision:
		specific.Properties = append(specific.Properties, schema.Optional("decision", schema.Object("The answer to the question.",
			schema.Optional("behavior", schema.Words("Whether the tool runs.", "allow", "deny")),
			schema.Optional("message", schema.Text("Why not, for the model.")),
			schema.Optional("updatedInput", schema.Object("The new input of the tool, all of it.")),
			schema.Optional("interrupt", schema.Flag("Together with deny: the agent stops.")))))
	default:
		specific.Properties = append(specific.Properties, decision, reason)
	}
	if traits.Context != "" || traits.ContextDenies {
		specific.Properties = append(specific.Properties, schema.Optional("additionalContext", schema.Text("Text for the model.")))
	}
	return specific
}
