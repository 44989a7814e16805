package llxprt

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
)

// eventDoc says in a few words when an event fires.
func eventDoc(event string) string {
	switch event {
	case BeforeTool:
		return "Before a tool runs: a hook can block it, rewrite its input, or stop the agent."
	case AfterTool:
		return "After a tool ran: a hook can add context, hide the result from the user, or stop the agent."
	case BeforeModel:
		return "Before a model call: a hook can block it, answer in its place, rewrite the request, or stop the agent."
	case AfterModel:
		return "After the model's complete answer: a hook can rewrite it, hide it from the user, or stop the agent."
	case BeforeToolSelection:
		return "Before the model chooses tools: a hook can restrict them, or stop the agent."
	case BeforeAgent:
		return "A prompt was submitted: a hook can add context."
	case AfterAgent:
		return "The agent has finished."
	case SessionStart:
		return "A session starts: a hook can add context."
	case SessionEnd:
		return "A session ends."
	case PreCompress:
		return "Before history is compressed."
	case Notification:
		return "The agent notifies its user."
	}
	return ""
}

// ConfigSchema describes settings.json, as far as hooks are concerned.
func (Dialect) ConfigSchema() schema.Schema {
	all := schema.Object("Hooks, by event.").Close()
	for _, e := range events {
		all.Properties = append(all.Properties, schema.Optional(e.Name, schema.Is("groups", eventDoc(e.Name))))
	}
	doc := schema.Object("",
		schema.Optional("$schema", schema.Text("Where this schema is.")),
		schema.Optional(switchKey, schema.Flag("Hooks are off unless this is true.").Otherwise(false)),
		schema.Optional("tools", schema.Object("", schema.Optional(switchKey, schema.Flag("An older place of "+switchKey+".")))),
		schema.Optional("hooks", all),
		schema.Optional("hooksConfig", schema.Object("", schema.Optional("disabled",
			schema.List("Hooks that do not run, in whichever file they are: their names, or the commands of those without.", schema.Text(""))))),
	)
	doc.Definitions = []schema.Property{
		schema.Optional("groups", schema.List("", schema.Is("group", ""))),
		schema.Optional("group", schema.Object("Hooks with a matcher in common.",
			schema.Optional("matcher", schema.Text("A JavaScript regular expression that is searched for in the tool's name; for SessionStart, SessionEnd and PreCompress the exact source, reason or trigger. Without it, the hooks always run.").OrNull()),
			schema.Optional("sequential", schema.Flag("Run the hooks of this event one after the other.").Otherwise(false)),
			schema.Optional("description", schema.Text("For people.")),
			schema.Required("hooks", schema.List("", schema.Is("hook", ""))),
		).Close()),
		schema.Optional("hook", hookSchema()),
	}
	return doc
}

func hookSchema() schema.Schema {
	return schema.Object("A program that is run for an event.",
		schema.Required("type", schema.Words("How the hook is run.", "command")),
		schema.Required("command", schema.Text("What bash runs. $LLXPRT_PROJECT_DIR is the project directory.").Filled()),
		schema.Optional("name", schema.Text("What people call the hook.")),
		schema.Optional("description", schema.Text("For people.")),
		schema.Optional("timeout", timeouts.Schema()),
	).Close()
}

// InputSchema describes what a hook reads on standard input.
func (Dialect) InputSchema(ev hook.EventType) schema.Schema {
	return schema.Event(eventDoc(ev.Name), ev.Name, inputFields()[ev.Kind]...)
}

// inputFields are the fields of each kind of event beside those of all.
func inputFields() map[hook.Kind][]schema.Property {
	toolName := schema.Required("tool_name", schema.Text("The tool, such as run_shell_command."))
	toolInput := schema.Required("tool_input", schema.Object("The arguments of the tool."))
	return map[hook.Kind][]schema.Property{
		hook.ToolBefore:    {toolName, toolInput},
		hook.ToolAfter:     {toolName, toolInput, schema.Required("tool_response", schema.Object("What the tool gave back: llmContent for the model, returnDisplay for the user, error if it failed."))},
		hook.ModelBefore:   {schema.Required("llm_request", requestSchema())},
		hook.ToolSelection: {schema.Required("llm_request", requestSchema())},
		hook.ModelAfter:    {schema.Required("llm_request", requestSchema()), schema.Required("llm_response", responseSchema())},
		hook.PromptSubmit:  {schema.Required("prompt", schema.Text("What the user wrote."))},
		hook.AgentStop: {
			schema.Required("prompt", schema.Text("What the user wrote.")),
			schema.Required("prompt_response", schema.Text("What the agent answered.")),
			schema.Required("stop_hook_active", schema.Flag("The agent already goes on because of a hook.")),
		},
		hook.SessionStart:  {schema.Required("source", schema.Text("Why the session starts: startup, resume, clear or compress."))},
		hook.SessionEnd:    {schema.Required("reason", schema.Text("Why it ends: exit, clear, logout, prompt_input_exit or other."))},
		hook.CompactBefore: {schema.Required("trigger", schema.Text("What caused it: manual or auto."))},
		hook.Notification: {
			schema.Required("notification_type", schema.Text("What kind of notification it is, such as ToolPermission.")),
			schema.Required("message", schema.Text("What the user is told.")),
			schema.Required("details", schema.Object("More about it.")),
		},
	}
}

func toolConfigSchema() schema.Schema {
	return schema.Object("Which tools the model may call.",
		schema.Optional("mode", schema.Words("AUTO lets the model choose, ANY makes it call a tool, NONE forbids all.", modes...)),
		schema.Optional("allowedFunctionNames", schema.List("The tools it may call; an empty list allows none.", schema.Text(""))),
	)
}

func requestSchema() schema.Schema {
	return schema.Object("A request to the model, the same for all vendors.",
		schema.Optional("model", schema.Text("The model's name.")),
		schema.Optional("messages", schema.List("The conversation; text only.", schema.Object("",
			schema.Optional("role", schema.Words("Who says it.", "user", "model", "system")),
			schema.Optional("content", schema.Anything("What is said: a text, or a list of parts.")),
		))),
		schema.Optional("config", schema.Object("Settings of the model: temperature, maxOutputTokens, topP, topK, …")),
		schema.Optional("toolConfig", schema.Object("Which tools the model may call.",
			schema.Optional("mode", schema.Text("AUTO, ANY, NONE, or what else the model's vendor knows.")),
			schema.Optional("allowedFunctionNames", schema.List("The tools it may call.", schema.Text(""))),
		)),
	)
}

func responseSchema() schema.Schema {
	return schema.Object("An answer of the model, the same for all vendors.",
		schema.Optional("text", schema.Text("All of its text.")),
		schema.Optional("candidates", schema.List("", schema.Object("",
			schema.Optional("content", schema.Object("",
				schema.Optional("role", schema.Text("model")),
				schema.Optional("parts", schema.List("Texts.", schema.Anything(""))))),
			schema.Optional("finishReason", schema.Text("Why the answer ends, such as STOP.")),
		))),
		schema.Optional("usageMetadata", schema.Object("Tokens used.")),
	)
}

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
	for _, key := range effects(ev.Kind) {
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
