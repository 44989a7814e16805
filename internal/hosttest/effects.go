package hosttest

import "slices"

// say is a hook that answers with this JSON.
func say(answer string) string { return "echo '" + answer + "'" }

func effects() []effect {
	return slices.Concat(llxprtTools(), llxprtModel(), waveTools(), waveSession(), massgen(), pi())
}

func llxprtTools() []effect {
	return of("llxprt", []effect{
		{
			event: "BeforeTool", name: "block", hook: "echo no %d >&2; exit 2", requests: 2, refused: true,
			model: "no %d", everyCall: true, shown: "no %d",
		},
		{
			event: "BeforeTool", name: "rewritten input", hook: say(`{"hookSpecificOutput":{"tool_input":{"h%d":true}}}`), requests: 2,
			model: `got {"h%d":true`, everyCall: true,
		},
		{
			event: "BeforeTool", name: "stop", hook: say(`{"continue":false,"stopReason":"enough %d"}`), requests: 1, refused: true,
			shown: "<enough %d>",
		},
		{
			event: "BeforeTool", name: "ask, no user", hook: say(`{"decision":"ask","reason":"why %d"}`), requests: 2,
			model: "got {", everyCall: true, notModel: "why", shown: "why %d",
		},
		{
			event: "BeforeTool", name: "ask, the user agrees", hook: say(`{"decision":"ask","reason":"why %d"}`), user: true, requests: 2,
			model: "got {", everyCall: true, notModel: "why", shown: "asked: <why %d>",
		},
		{
			event: "BeforeTool", name: "system message", hook: say(`{"systemMessage":" mind %d"}`), requests: 2,
			model: "\n\n[System] < mind %d>", everyCall: true, aside: "mind",
		},
		{
			event: "BeforeTool", name: "failure", hook: "echo broken %d >&2; exit 1", requests: 2,
			model: "[System] <Warning: broken %d>", everyCall: true,
		},
		{
			event: "AfterTool", name: "context", hook: say(`{"hookSpecificOutput":{"additionalContext":"also %d"}}`), requests: 2,
			model: "\n\n<also %d>", everyCall: true, aside: "also",
		},
		{
			event: "AfterTool", name: "system message", hook: say(`{"systemMessage":"mind %d"}`), requests: 2,
			model: "\n\n[System] <mind %d>", everyCall: true, aside: "mind",
		},
		{
			event: "AfterTool", name: "hidden result", hook: say(`{"suppressOutput":true}`), requests: 2,
			model: "got {", everyCall: true, notShown: "got {",
		},
		{event: "AfterTool", name: "stop", hook: say(`{"continue":false,"stopReason":"enough %d"}`), requests: 1, stops: true, shown: "<enough %d>"},
		{event: "AfterTool", name: "block", hook: "echo no %d >&2; exit 2", requests: 2, model: "got {", everyCall: true},
	})
}

func llxprtModel() []effect {
	const instead = `"hookSpecificOutput":{"llm_response":{"text":"instead %d"}}`
	return of("llxprt", []effect{
		{event: "BeforeModel", name: "block with a response", hook: say(`{"decision":"deny",` + instead + `}`), refused: true, shown: "instead %d"},
		{event: "BeforeModel", name: "block", hook: "echo no %d >&2; exit 2", refused: true, shown: "no %d"},
		{event: "BeforeModel", name: "stop", hook: say(`{"continue":false,"stopReason":"enough %d"}`), refused: true, shown: "<enough %d>"},
		{
			event: "BeforeModel", name: "system message", hook: say(`{"systemMessage":"mind %d"}`), requests: 2,
			model: "user: go\nuser: [System] <mind %d>\nmodel:", notShown: "mind",
		},
		{
			event: "BeforeToolSelection", name: "no tools", hook: say(`{"hookSpecificOutput":{"toolConfig":{"mode":"NONE"}}}`), requests: 2, refused: true,
			model: "may not be called now", everyCall: true,
		},
		{event: "BeforeToolSelection", name: "stop", hook: say(`{"continue":false,"stopReason":"enough %d"}`), refused: true, shown: "<enough %d>"},
		{
			event: "BeforeToolSelection", name: "system message", hook: say(`{"systemMessage":"mind %d"}`), requests: 2,
			model: "user: go\nuser: [System] <mind %d>\nmodel:", notShown: "mind",
		},
		{
			event: "AfterModel", name: "another response", hook: say(`{` + instead + `}`), requests: 1, refused: true,
			shown: "instead", notShown: "all done",
		},
		{event: "AfterModel", name: "stop", hook: say(`{"continue":false,"stopReason":"enough %d"}`), requests: 1, refused: true, shown: "<enough %d>"},
		{event: "AfterModel", name: "hidden response", hook: say(`{"suppressOutput":true}`), requests: 2, model: "got {", everyCall: true, notShown: "all done"},
		{
			event: "AfterModel", name: "system message", hook: say(`{"systemMessage":"mind %d"}`), requests: 2,
			model: "\nuser: [System] <mind %d>", notShown: "mind",
		},
	})
}

func waveTools() []effect {
	permission := func(decision string) string {
		return say(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"` + decision + `","permissionDecisionReason":"why %d"}}`)
	}
	return of("wave", []effect{
		{event: "PreToolUse", name: "deny", hook: permission("deny"), requests: 2, refused: true, model: "why %d", everyCall: true},
		{event: "PreToolUse", name: "exit code 2", hook: "echo no %d >&2; exit 2", requests: 2, refused: true, model: "no %d", everyCall: true},
		{event: "PreToolUse", name: "allow", hook: permission("allow"), requests: 2, model: "got {", everyCall: true, notModel: "why", shown: "why %d"},
		{
			event: "PreToolUse", name: "ask, no user", hook: permission("ask"), requests: 2, refused: true,
			model: "confirm this tool call", everyCall: true, notModel: "why", shown: "why %d",
		},
		{
			event: "PreToolUse", name: "ask, the user agrees", hook: permission("ask"), user: true, requests: 2,
			model: "got {", everyCall: true, notModel: "why", shown: "asked: why %d",
		},
		{
			event: "PreToolUse", name: "rewritten input", hook: say(`{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"only":1}}}`), requests: 2,
			model: `got {"only":1}`, everyCall: true,
		},
		{event: "PreToolUse", name: "stop", hook: say(`{"continue":false,"stopReason":"enough %d"}`), requests: 1, refused: true, shown: "enough %d"},
		{event: "PreToolUse", name: "failure", hook: "echo broken %d >&2; exit 1", requests: 2, model: "got {", everyCall: true, notModel: "broken", shown: "broken %d"},
		{event: "PreToolUse", name: "system message", hook: say(`{"systemMessage":"mind %d"}`), requests: 2, model: "got {", notModel: "mind", shown: "mind %d"},
		{event: "PostToolUse", name: "feedback", hook: "echo not %d so >&2; exit 2", requests: 2, model: "user: not %d so\n", everyCall: true},
		{
			event: "PostToolUse", name: "context", hook: say(`{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"also %d"}}`), requests: 2,
			model: "user: also %d\n", everyCall: true,
		},
		{event: "PostToolUse", name: "stop", hook: say(`{"continue":false,"stopReason":"enough %d"}`), requests: 1, stops: true, shown: "enough %d"},
		{event: "PostToolUse", name: "failure", hook: "echo broken %d >&2; exit 1", requests: 2, model: "got {", notModel: "broken", shown: "broken %d"},
		{
			event: "PostToolUse", name: "Wave's own tool_response", hook: `grep -q '"tool_response":{"content":"got [^}]*}","success":true}' || { echo other shape >&2; exit 1; }`,
			requests: 2, model: "got {", notShown: "other shape",
		},
	})
}

func waveSession() []effect {
	const message = `{"systemMessage":"mind %d"}`
	all := effect{requests: 2, model: "got {", everyCall: true, notModel: "mind", shown: "mind %d"}
	heard := func(event, name, hook string) effect {
		e := all
		e.event, e.name, e.hook = event, name, hook
		return e
	}
	return of("wave", []effect{
		{event: "UserPromptSubmit", name: "block", hook: "echo no %d >&2; exit 2", refused: true, shown: "no %d"},
		{event: "UserPromptSubmit", name: "stop", hook: say(`{"continue":false,"stopReason":"enough %d"}`), refused: true, shown: "enough %d"},
		{
			event: "UserPromptSubmit", name: "context", hook: say(`{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"also %d"}}`), requests: 2,
			model: "also %d",
		},
		{
			event: "SessionStart", name: "context", hook: say(`{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"also %d"}}`), requests: 2,
			model: "also %d",
		},
		{event: "SessionStart", name: "stop", hook: say(`{"continue":false,"stopReason":"enough %d"}`), refused: true, shown: "enough %d"},
		heard("SessionStart", "system message", say(message)),
		heard("UserPromptSubmit", "system message", say(message)),
		heard("Stop", "system message", say(message)),
		heard("Stop", "failure", "echo mind %d >&2; exit 1"),
		heard("SessionEnd", "system message", say(message)),
		heard("SessionEnd", "failure", "echo mind %d >&2; exit 7"),
	})
}

func massgen() []effect {
	return of("massgen", []effect{
		{event: "PreToolUse", name: "deny", hook: say(`{"decision":"deny","reason":"no %d"}`), requests: 2, refused: true, model: "no %d", everyCall: true},
		{event: "PreToolUse", name: "ask, no user", hook: say(`{"decision":"ask","reason":"why %d"}`), requests: 2, model: "got {", everyCall: true},
		{event: "PreToolUse", name: "rewritten input", hook: say(`{"updated_input":{"only":1}}`), requests: 2, model: `got {"only":1}`, everyCall: true},
		{
			event: "PostToolUse", name: "injection into the result", hook: say(`{"inject":{"content":"also %d","strategy":"tool_result"}}`), requests: 2,
			model: "\n\n<also %d>", everyCall: true,
		},
		{
			event: "PostToolUse", name: "injection as a message", hook: say(`{"inject":{"content":"also %d","strategy":"user_message"}}`), requests: 2,
			model: "user: also %d\n", everyCall: true,
		},
		{
			event: "PostToolUse", name: "injection beside a deny", hook: say(`{"decision":"deny","inject":{"content":"also %d","strategy":"tool_result"}}`), requests: 2,
			model: "\n\n<also %d>", everyCall: true,
		},
	})
}

func pi() []effect {
	return of("pi", []effect{
		{event: "PreToolUse", name: "deny", hook: say(`{"decision":"deny","reason":"no %d"}`), requests: 2, refused: true, model: "no %d", everyCall: true},
		{event: "PreToolUse", name: "ask, no user", hook: say(`{"decision":"ask","reason":"why %d"}`), requests: 2, model: "got {", everyCall: true},
		{event: "PreToolUse", name: "rewritten input", hook: say(`{"updatedInput":{"h%d":true}}`), requests: 2, model: `got {"h%d":true`, everyCall: true},
		{event: "PostToolUse", name: "context", hook: "echo also %d; echo progress >&2", requests: 2, model: "<hook_context>", notModel: "progress"},
		{event: "PostToolUse", name: "text of every hook", hook: "echo also %d", requests: 2, model: "also %d", everyCall: true},
		{event: "SessionStart", name: "context", hook: "echo also %d", requests: 2, model: "also %d"},
	})
}

// of sets the dialect of effects.
func of(dialect string, list []effect) []effect {
	for i := range list {
		list[i].dialect = dialect
	}
	return list
}
