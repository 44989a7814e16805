package grapnel

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
)

// texts describes one text or a list of them.
func texts(description string) schema.Schema {
	s := schema.List(description, schema.Text("").Filled())
	s.Types = append(s.Types, "string")
	return s
}

func conditionSchemas() []schema.Property {
	return []schema.Property{
		schema.Optional("tool", texts("Roles (shell, read, write, edit, search, fetch, agent, mcp) or globs over names of tools.")),
		schema.Optional("command", texts("Patterns over simple commands, such as git push --force **.")),
		schema.Optional("path", texts("Globs over paths, or outside-project.")),
		schema.Optional("content", texts("secret, or a regular expression between slashes.")),
		schema.Optional("prompt", texts("Globs over the prompt, or regular expressions between slashes.")),
		schema.Optional("input", schema.Object("Members of the tool's input, with patterns.")),
		schema.Optional("agent", texts("Globs over the agent's name.")),
		schema.Optional("when", schema.Text("A Starlark expression.").Filled()),
	}
}

// conditions describes the conditions of a rule or hook, with exceptions.
func conditions() []schema.Property {
	unless := schema.Object("If all of this holds, the rule or hook does not apply.", conditionSchemas()...).Close()
	return append(conditionSchemas(), schema.Optional("unless", unless))
}

func decisionSchema(description string) schema.Schema {
	return schema.Words(description, "allow", "deny", "ask")
}

func failureSchema() schema.Schema {
	s := schema.Object("What a hook that fails means: one word, or one for each way to fail.").Close().Or("string")
	for class := range hook.FailureClasses {
		s.Properties = append(s.Properties, schema.Optional(hook.FailureClass(class).String(), decisionSchema("")))
	}
	return s
}

func eventsSchema() schema.Schema {
	var names []string
	for _, kind := range kinds() {
		names = append(names, kind.String())
	}
	return schema.Schema{
		Description: "The event, or a list of events.",
		AnyOf:       []schema.Schema{schema.Words("", names...), schema.List("", schema.Words("", names...))},
	}
}

// ConfigSchema describes grapnel.yaml.
func (Dialect) ConfigSchema() schema.Schema {
	doc := schema.Object("",
		schema.Optional("$schema", schema.Text("Where this schema is.")),
		schema.Required("version", schema.Number("The version of the format: 1.")),
		schema.Optional("include", includeSchema()),
		schema.Optional("policy", schema.Object("What failures and doubts mean.",
			schema.Optional("on_failure", failureSchema()),
			schema.Optional("unparsed", decisionSchema("What a command means that cannot be decided.").Otherwise("ask")),
			schema.Optional("env", schema.Words("What hooks see of the environment.", "inherit").Otherwise("inherit")),
		).Close().OrNull()),
		schema.Optional("rules", schema.List("Decided inside Grapnel.", schema.Is("rule", "")).OrNull()),
		schema.Optional("hooks", schema.List("Programs.", schema.Is("hook", "")).OrNull()),
	).Close()
	doc.Definitions = []schema.Property{
		schema.Optional("rule", ruleSchema()),
		schema.Optional("hook", hookSchema()),
	}
	return doc
}

func includeSchema() schema.Schema {
	file := schema.Object("",
		schema.Required("file", schema.Text("The file.").Filled()),
		schema.Optional("dialect", schema.Text("The contract of its hooks, if that does not follow from the file.")),
	).Close().Or("string")
	return schema.Schema{
		Description: "Files whose hooks run, too, or packs such as pack:git-safety.",
		AnyOf:       []schema.Schema{file, schema.List("", file), {Types: []string{"null"}}},
	}
}

func ruleSchema() schema.Schema {
	s := schema.Object("A rule with exactly one effect.",
		schema.Required("name", schema.Text("What it is called.").Filled()),
		schema.Optional("on", eventsSchema()),
		schema.Optional("mode", schema.Words("observe: only record what it would do.", "enforce", "observe").Otherwise("enforce")),
		schema.Optional("deny", schema.Text("It must not happen, and why.")),
		schema.Optional("ask", schema.Text("What to ask the user.")),
		schema.Optional("stop", schema.Text("The agent stops, and why.")),
		schema.Optional("allow", schema.Text("The agent need not ask, and why.")),
		schema.Optional("warn", schema.Text("A text for the user.")),
		schema.Optional("context", schema.Text("A text for the model.")),
		schema.Optional("rewrite", schema.Object("Members of the tool's input, with the values to set.")),
		schema.Optional("redact", schema.Flag("Removes what content finds.")),
	).Close()
	s.Properties = append(s.Properties, conditions()...)
	return s
}

func hookSchema() schema.Schema {
	run := schema.List("A command for the shell, or a program and its arguments.", schema.Text("")).Or("string")
	s := schema.Object("A program that is run for an event.",
		schema.Required("name", schema.Text("What it is called.").Filled()),
		schema.Optional("on", eventsSchema()),
		schema.Required("run", run),
		schema.Optional("timeout", schema.Text("A duration such as 10s.").Otherwise("60s")),
		schema.Optional("budget", schema.Text("Taking longer than this is reported.")),
		schema.Optional("env", schema.Object("Variables for the hook.")),
		schema.Optional("cwd", schema.Text("Where it runs; relative to the session's directory.")),
		schema.Optional("order", schema.Number("When it runs among the others; the lowest first.").Otherwise(0)),
		schema.Optional("sequential", schema.Flag("The hooks of the event run one after the other.").Otherwise(false)),
		schema.Optional("on_failure", failureSchema()),
		schema.Optional("speaks", schema.Text("The contract that the program expects: native, or a dialect such as claude.").Otherwise("native")),
		schema.Optional("mode", schema.Words("observe: only record what it would do.", "enforce", "observe").Otherwise("enforce")),
	).Close()
	s.Properties = append(s.Properties, conditions()...)
	return s
}

// InputSchema describes the line that a hook reads.
func (Dialect) InputSchema(ev hook.EventType) schema.Schema {
	s := schema.Object("What a hook for "+ev.Name+" reads.",
		schema.Required("version", schema.Number("The version of the format: 1.")),
		schema.Required("event", schema.Words("The event.", ev.Name)),
		schema.Optional("agent", schema.Text("Which agent.")),
		schema.Required("session", schema.Object("The session.",
			schema.Required("id", schema.Text("Its ID.")),
			schema.Required("cwd", schema.Text("Where the agent works.")),
			schema.Optional("transcript", schema.Text("The file with what was said so far.")),
			schema.Optional("permissionMode", schema.Text("What the agent may do without asking.")),
		)),
	)
	if isAboutTool(ev.Kind) {
		s.Properties = append(s.Properties,
			schema.Required("tool", schema.Object("The tool call.",
				schema.Required("name", schema.Text("The agent's name for the tool.")),
				schema.Optional("role", schema.Words("What it does.", roleNames()...)),
				schema.Optional("id", schema.Text("The ID of the call.")),
				schema.Optional("input", schema.Anything("Its input, mostly an object.")),
				schema.Optional("result", schema.Anything("What it gave back.")),
				schema.Optional("error", schema.Text("Why it failed.")),
			)),
			schema.Optional("commands", schema.List("The simple commands of a shell tool.", schema.List("", schema.Text("")))),
			schema.Optional("paths", schema.List("The paths that the call is about.", schema.Text(""))))
	}
	for _, text := range lifecycleTexts(ev.Kind, hook.Data{}) {
		s.Properties = append(s.Properties, schema.Optional(text[0], schema.Text("What the event says about it.")))
	}
	switch ev.Kind {
	case hook.ModelBefore, hook.ModelAfter, hook.ToolSelection:
		s.Properties = append(s.Properties, schema.Optional("model", schema.Object("The call of the model.",
			schema.Optional("request", schema.Object("What the model is asked.")),
			schema.Optional("response", schema.Object("What it answered.")))))
	}
	return s
}

// OutputSchema describes the object with which a hook may answer.
func (Dialect) OutputSchema(ev hook.EventType) schema.Schema {
	s := schema.Object("The answer of a hook for "+ev.Name+", with exit code 0.",
		schema.Optional("decision", schema.Words("What the hook decides; nothing: no opinion.", "deny", "ask", "allow")),
		schema.Optional("reason", schema.Text("Why.")),
		schema.Optional("context", schema.Text("A text for the model.")),
		schema.Optional("message", schema.Text("A text for the user.")),
		schema.Optional("stop", schema.Text("The agent stops, and why; or true.").Or("boolean")),
	).Close()
	if ev.Kind == hook.ToolBefore {
		s.Properties = append(s.Properties, schema.Optional("input", schema.Object("The new input of the tool, all of it.")))
	}
	if resultField(ev.Kind) != "" {
		s.Properties = append(s.Properties, schema.Optional("result", schema.Object("What the model gets instead.").Or("string")))
	}
	return s
}
