package massgen

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
)

// eventDoc says in a few words when an event fires.
func eventDoc(event string) string {
	switch event {
	case PreToolUse:
		return "Before a tool runs: a hook can deny, ask, or rewrite the input."
	case PostToolUse:
		return "After a tool succeeded: a hook can inject text."
	}
	return ""
}

// ConfigSchema describes MassGen's YAML file, as far as hooks are concerned.
func (Dialect) ConfigSchema() schema.Schema {
	globals := schema.Object("Hooks for all agents.").OrNull().Close()
	own := schema.Object("Hooks of this agent.").OrNull().Close()
	for _, e := range events {
		globals.Properties = append(globals.Properties, schema.Optional(e.Name, schema.Is("list", eventDoc(e.Name))))
		own.Properties = append(own.Properties, schema.Optional(e.Name, schema.Is("ownList", eventDoc(e.Name))))
	}
	doc := schema.Object("",
		schema.Optional("$schema", schema.Text("Where this schema is.")),
		schema.Optional("hooks", globals),
		schema.Optional("agents", schema.List("", schema.Is("agent", "")).OrNull()),
		schema.Optional("agent", schema.Schema{AnyOf: []schema.Schema{schema.Is("agent", ""), {Types: []string{"null"}}}}),
	)
	hooks := schema.List("Hooks, in the order in which they run.", schema.Is("hook", ""))
	override := schema.Object("Hooks that may replace those for all agents.",
		schema.Optional("override", schema.Flag("The hooks for all agents do not run.").Or("string").Otherwise(false)),
		schema.Optional("hooks", hooks.OrNull()),
	).Close()
	doc.Definitions = []schema.Property{
		schema.Optional("list", hooks.OrNull()),
		schema.Optional("ownList", schema.Schema{AnyOf: []schema.Schema{hooks.OrNull(), override}}),
		schema.Optional("agent", schema.Object("An agent.",
			schema.Optional("id", schema.Text("Its name.").Or("number", "boolean", "null")),
			schema.Optional("backend", schema.Object("", schema.Optional("hooks", own)).OrNull()),
		)),
		schema.Optional("hook", hookSchema()),
	}
	return doc
}

func hookSchema() schema.Schema {
	return schema.Object("A program or Python function that is called for an event.",
		schema.Required("handler", schema.Text("A Python function as module.function, or with type: command what to run.").Filled()),
		schema.Optional("type", schema.Words("What the handler is.", typePython, typeCommand).OrNull().Otherwise(typePython)),
		schema.Optional("matcher", schema.Text("Names or globs for the whole name of the tool, separated by |. Without it, every tool.").OrNull()),
		schema.Optional("timeout", timeouts.Schema().OrNull()),
		schema.Optional("fail_closed", schema.Flag("If the hook fails, the tool does not run.").Or("string", "null").Otherwise(false)),
		schema.Optional("description", schema.Text("For people.")),
	).Close()
}

// InputSchema describes what a command reads on standard input, and which
// members the event of a Python function has.
func (Dialect) InputSchema(ev hook.EventType) schema.Schema {
	output := schema.Anything("What the tool gave back, mostly a text.")
	if ev.Kind == hook.ToolBefore {
		output = schema.Schema{Description: "Nothing yet.", Types: []string{"null"}}
	}
	return schema.Object(eventDoc(ev.Name),
		schema.Required("hook_type", schema.Words("The event.", ev.Name)),
		schema.Required("session_id", schema.Text("The session; may be empty.")),
		schema.Required("orchestrator_id", schema.Text("The orchestrator; may be empty.")),
		schema.Required("agent_id", schema.Text("Which agent; null if nobody said.").OrNull()),
		schema.Required("timestamp", schema.Text("When it happened, as in 2026-01-31T12:00:00.000000+00:00.")),
		schema.Required("tool_name", schema.Text("The tool, such as mcp__filesystem__write_file.")),
		schema.Required("tool_input", schema.Anything("The arguments of the tool, mostly an object.")),
		schema.Required("tool_output", output),
	)
}

// OutputSchema describes the object with which a hook may answer.
func (Dialect) OutputSchema(ev hook.EventType) schema.Schema {
	s := schema.Object("The answer of a hook for "+ev.Name+". It counts with exit code 0.",
		schema.Optional("decision", schema.Words("What the hook decides; nothing: no opinion.", decisions...).OrNull()),
		schema.Optional("reason", schema.Text("Why.")),
		schema.Optional("allowed", schema.Flag("An older spelling of decision.")),
		schema.Optional("metadata", schema.Object("The reason may be in metadata.reason, too.")),
	)
	if ev.Kind == hook.ToolBefore {
		s.Properties = append(s.Properties,
			schema.Optional("updated_input", schema.Object("The new input of the tool, all of it.")),
			schema.Optional("modified_args", schema.Text("The same as JSON in a string; an older spelling.")))
	} else {
		s.Properties = append(s.Properties, schema.Optional("inject", schema.Object("Text for the model.",
			schema.Required("content", schema.Text("The text.")),
			schema.Optional("strategy", schema.Words("Where it goes: behind the tool's result, or into a message of its own.",
				strategyToolResult, strategyUserMessage).Otherwise(strategyToolResult)),
		)))
	}
	return s
}
