//go:build unix

package check

import (
	"slices"
	"strings"
)

// mistakes are what people do to guards. Those without a mend have an edit,
// which check --fix applies.
func mistakes() []mistake {
	return slices.Concat(
		eventMistakes(), keyMistakes(), switchMistakes(), matcherMistakes(), timeoutMistakes(),
		pathMistakes(), scriptMistakes(), languageMistakes(), answerMistakes(), documentMistakes(),
	)
}

const (
	hookLLxprt  = `{"type": "command", "name": "guard", "command": "$LLXPRT_PROJECT_DIR/hooks/guard.sh", "timeout": 5000}`
	hookWave    = `{"type": "command", "command": "$WAVE_PROJECT_DIR/hooks/guard.sh", "timeout": 5}`
	hookClaude  = `{"type": "command", "command": "$CLAUDE_PROJECT_DIR/hooks/guard.sh", "timeout": 5}`
	inLLxprt    = `$LLXPRT_PROJECT_DIR/hooks/guard.sh`
	inWave      = `$WAVE_PROJECT_DIR/hooks/guard.sh`
	bashShebang = "#!/usr/bin/env bash\n"
)

// renamed are rows in which a name is written in another way and the edit puts
// it right.
func renamed(guard, check, right, at string, wrong ...string) []mistake {
	var list []mistake
	for _, word := range wrong {
		list = append(list, mistake{
			name: right + " written " + word, guard: guard, check: check,
			spoil: []string{right, word}, at: strings.ReplaceAll(at, "X", word),
		})
	}
	return list
}

func eventMistakes() []mistake {
	return slices.Concat(
		renamed("llxprt", "unknown-event", "BeforeTool", `"X"`, "beforeTool", "BeforTool", "PreToolUse", "preToolUse", "pre_tool_use", "BeforeTools"),
		renamed("wave", "unknown-event", "PreToolUse", `"X"`, "BeforeTool", "preToolUse", "PreToolUSe", "PreTool"),
		renamed("claude", "unknown-event", "PreToolUse", `"X"`, "BeforeTool", "pre_tool_use", "PretoolUse"),
		renamed("massgen", "unknown-event", "PreToolUse", "X", "BeforeTool", "pre_tool_use", "PreTooluse"),
		[]mistake{
			{
				name: "an event in pi in lower case", guard: "pi", check: "hooks-disabled",
				spoil: []string{"PreToolUse", "preToolUse"}, at: `"preToolUse"`, mend: []string{"preToolUse", "PreToolUse"},
			},
			{
				name: "an event of LLxprt in pi", guard: "pi", check: "hooks-disabled",
				spoil: []string{"PreToolUse", "BeforeTool"}, at: `"BeforeTool"`, mend: []string{"BeforeTool", "PreToolUse"},
			},
			{
				name: "the event beside hooks", guard: "wave", check: "misplaced-event",
				spoil: []string{`"hooks": {
    "PreToolUse"`, `"PreToolUse"`, "    ]\n  }\n}", "    ]\n}"}, at: `"PreToolUse"`,
				mend: []string{`"PreToolUse"`, `"hooks": {
    "PreToolUse"`, "    ]\n}", "    ]\n  }\n}"},
			},
			{
				name: "an object in place of the list of groups", guard: "llxprt", check: "bad-event",
				spoil: []string{`"BeforeTool": [`, `"BeforeTool": `, "      }\n    ]", "      }\n"}, at: "{",
				mend: []string{`"BeforeTool": `, `"BeforeTool": [`, "      }\n", "      }\n    ]"},
			},
			{
				name: "hooks as a list", guard: "claude", check: "unusable-config",
				spoil: []string{`"hooks": {
    "PreToolUse": [`, `"hooks": [`, "    ]\n  }\n}", "    ]\n}"}, at: "[",
				mend: []string{`"hooks": [`, `"hooks": {
    "PreToolUse": [`, "    ]\n}", "    ]\n  }\n}"},
			},
		},
	)
}

func keyMistakes() []mistake {
	return slices.Concat(
		keyRows("llxprt", "command", "cmd", "comand", "script", "run", "Command"),
		keyRows("wave", "command", "cmd", "exec", "commnad"),
		keyRows("claude", "command", "program", "COMMAND"),
		keyRows("llxprt", "timeout", "timeoutMs", "time_out"),
		keyRows("wave", "timeout", "timeouts", "timeoutSeconds"),
		keyRows("llxprt", "matcher", "match", "matchers", "pattern"),
		keyRows("claude", "matcher", "Matcher", "tool"),
		keyRows("llxprt", "name", "nmae"),
		[]mistake{
			{
				name: "command for handler", guard: "massgen", check: "unknown-key",
				spoil: []string{"handler:", "command:"}, at: "command",
			},
			{
				name: "a misspelt handler", guard: "massgen", check: "unknown-key",
				spoil: []string{"handler:", "handlr:"}, at: "handlr",
			},
			{
				name: "a misspelt matcher", guard: "massgen", check: "unknown-key",
				spoil: []string{"matcher:", "macher:"}, at: "macher",
			},
			{
				name: "no type", guard: "llxprt", check: "bad-type",
				spoil: []string{`"type": "command", `, ""}, at: `{"name"`,
			},
			{
				name: "no type", guard: "claude", check: "bad-type",
				spoil: []string{`"type": "command", `, ""}, at: `{"command"`,
			},
			{
				name: "a type in capitals", guard: "llxprt", check: "bad-type",
				spoil: []string{`"type": "command"`, `"type": "Command"`}, at: `"Command"`,
			},
			{
				name: "another type", guard: "wave", check: "bad-type",
				spoil: []string{`"type": "command"`, `"type": "shell"`}, at: `"shell"`,
			},
			{
				name: "a type that is no text", guard: "claude", check: "bad-type",
				spoil: []string{`"type": "command"`, `"type": true`}, at: "true",
			},
			{
				name: "no type: command for a script", guard: "massgen", check: "bad-handler",
				spoil: []string{"      type: command\n", ""}, at: "hooks/guard.sh",
				mend: []string{"hooks/guard.sh\n", "hooks/guard.sh\n      type: command\n"},
			},
			{
				name: "a command directly in the group", guard: "llxprt", check: "bad-group",
				spoil: []string{`"hooks": [
          ` + hookLLxprt + `
        ]`, `"type": "command", "command": "` + inLLxprt + `"`}, at: "{",
				mend: []string{`"type": "command", "command": "` + inLLxprt + `"`, `"hooks": [{"type": "command", "command": "` + inLLxprt + `"}]`},
			},
			{
				name: "a command directly in the group", guard: "wave", check: "bad-group",
				spoil: []string{`"hooks": [
          ` + hookWave + `
        ]`, `"type": "command", "command": "` + inWave + `", "timeout": 5`}, at: "{",
				mend: []string{`"type": "command", "command": "` + inWave + `", "timeout": 5`, `"hooks": [` + hookWave + `]`},
			},
			{
				name: "an object in place of the list of hooks", guard: "claude", check: "bad-group",
				spoil: []string{"\"hooks\": [\n          " + hookClaude + "\n        ]", `"hooks": ` + hookClaude}, at: "{",
				mend: []string{`"hooks": ` + hookClaude, `"hooks": [` + hookClaude + `]`},
			},
			{
				name: "a hook that is only a text", guard: "llxprt", check: "bad-hook",
				spoil: []string{hookLLxprt, `"` + inLLxprt + `"`}, at: `"$LLXPRT`,
				mend: []string{`"` + inLLxprt + `"`, `{"type": "command", "command": "` + inLLxprt + `"}`},
			},
			{
				name: "an empty command", guard: "llxprt", check: "bad-command",
				spoil: []string{`"` + inLLxprt + `"`, `""`}, at: `""`, mend: []string{`""`, `"` + inLLxprt + `"`},
			},
			{
				name: "a command that is a list", guard: "wave", check: "bad-command",
				spoil: []string{`"` + inWave + `"`, `["` + inWave + `"]`}, at: `[`, mend: []string{`["` + inWave + `"]`, `"` + inWave + `"`},
			},
			{
				name: "no command", guard: "claude", check: "bad-command",
				spoil: []string{`, "command": "$CLAUDE_PROJECT_DIR/hooks/guard.sh"`, ""}, at: "{",
				mend: []string{`"timeout": 5`, `"command": "$CLAUDE_PROJECT_DIR/hooks/guard.sh"`},
			},
			{
				name: "a key twice", guard: "llxprt", check: "duplicate-key",
				spoil: []string{`"hooks": {
    "BeforeTool"`, `"hooks": {}, "hooks": {
    "BeforeTool"`}, at: `"hooks": {}`, mend: []string{`"hooks": {}, `, ""},
			},
			{
				name: "a hook without a dash", guard: "massgen", check: "bad-event",
				spoil: []string{"- handler", "  handler"}, at: "handler", mend: []string{"  handler", "- handler"},
			},
			{
				name: "a misspelt command in pi", guard: "pi", check: "hooks-disabled",
				spoil: []string{`"command"`, `"comand"`}, at: "{", mend: []string{`"comand"`, `"command"`},
			},
			{
				name: "a matcher that is a text in pi", guard: "pi", check: "hooks-disabled",
				spoil: []string{`{"toolNames": ["bash"]}`, `"bash"`}, at: `"bash"`, mend: []string{`"bash"`, `{"toolNames": ["bash"]}`},
			},
			{
				name: "failOpen in quotes", guard: "pi", check: "hooks-disabled",
				spoil: []string{`"timeoutMs"`, `"failOpen": "false", "timeoutMs"`}, at: `"false"`, mend: []string{`"false"`, "false"},
			},
			{
				name: "a misspelt timeout in pi", guard: "pi", check: "unknown-key",
				spoil: []string{"timeoutMs", "timeout"}, at: `"timeout"`,
			},
		},
	)
}

// keyRows are rows in which a key is written in another way.
func keyRows(guard, key string, wrong ...string) []mistake {
	var list []mistake
	for _, word := range wrong {
		list = append(list, mistake{
			name: key + " written " + word, guard: guard, check: "unknown-key",
			spoil: []string{`"` + key + `":`, `"` + word + `":`}, at: `"` + word + `"`,
		})
	}
	return list
}

func switchMistakes() []mistake {
	const on = `"enableHooks": true`
	return []mistake{
		{name: "enablehooks", guard: "llxprt", check: "bad-switch", spoil: []string{on, `"enablehooks": true`}, at: `"enablehooks"`},
		{name: "EnableHooks", guard: "llxprt", check: "bad-switch", spoil: []string{on, `"EnableHooks": true`}, at: `"EnableHooks"`},
		{name: "enableHook", guard: "llxprt", check: "bad-switch", spoil: []string{on, `"enableHook": true`}, at: `"enableHook"`},
		{name: "hooksEnabled", guard: "llxprt", check: "bad-switch", spoil: []string{on, `"hooksEnabled": true`}, at: `"hooksEnabled"`},
		{name: "true in quotes", guard: "llxprt", check: "bad-switch", spoil: []string{on, `"enableHooks": "true"`}, at: `"true"`},
		{name: "True in quotes", guard: "llxprt", check: "bad-switch", spoil: []string{on, `"enableHooks": "True"`}, at: `"True"`},
		{name: "the switch is 1", guard: "llxprt", check: "bad-switch", spoil: []string{on, `"enableHooks": 1`}, at: "1", mend: []string{": 1", ": true"}},
		{name: "no switch", guard: "llxprt", check: "hooks-off", spoil: []string{on + ",", ""}, at: "{", mend: []string{"{", "{" + on + ","}},
		{name: "switched off", guard: "llxprt", check: "hooks-off", spoil: []string{on, `"enableHooks": false`}, at: "false", mend: []string{"false", "true"}},
		{name: "switched off", guard: "wave", check: "hooks-off", spoil: []string{`"hooks": {`, `"enableHooks": false, "hooks": {`}, at: "false", mend: []string{"false", "true"}},
		{name: "a misspelt switch", guard: "wave", check: "bad-switch", spoil: []string{`"hooks": {`, `"enablehooks": true, "hooks": {`}, at: `"enablehooks"`},
		{name: "a misspelt switch", guard: "claude", check: "bad-switch", spoil: []string{`"hooks": {`, `"disableallhooks": false, "hooks": {`}, at: `"disableallhooks"`},
		{name: "sequential in quotes", guard: "llxprt", check: "bad-switch", spoil: []string{`"matcher"`, `"sequential": "true", "matcher"`}, at: `"true"`},
	}
}

func matcherMistakes() []mistake {
	const llxprt = `"^run_shell_command$"`
	row := func(name, guard, check, right, wrong, mended string) mistake {
		return mistake{name: name, guard: guard, check: check, spoil: []string{right, wrong}, at: wrong, mend: []string{wrong, mended}}
	}
	return []mistake{
		row("a permission rule", "llxprt", "permission-rule", llxprt, `"run_shell_command(rm*)"`, `"run_shell_command"`),
		row("a permission rule of Claude Code", "llxprt", "permission-rule", llxprt, `"Bash(git:*)"`, `"run_shell_command"`),
		row("a permission rule", "wave", "bad-matcher", `"Bash"`, `"Bash(git push:*)"`, `"Bash"`),
		row("a permission rule", "claude", "bad-matcher", `"Bash"`, `"Bash(git push:*)"`, `"Bash"`),
		row("a permission rule", "massgen", "permission-rule", `"*command*"`, `"Bash(rm*)"`, `"*command*"`),
		row("a glob", "llxprt", "matcher-kind", llxprt, `"run_shell*"`, `"run_shell.*"`),
		row("a star in front", "llxprt", "bad-matcher", llxprt, `"*_shell_command"`, `".*_shell_command"`),
		row("a regular expression", "wave", "matcher-kind", `"Bash"`, `"Bas.*"`, `"Bas*"`),
		row("a regular expression", "massgen", "matcher-kind", `"*command*"`, `".*command.*"`, `"*command*"`),
		row("another agent's tool", "llxprt", "unknown-tool", llxprt, `"Bash"`, `"run_shell_command"`),
		row("another agent's tool", "wave", "unknown-tool", `"Bash"`, `"run_shell_command"`, `"Bash"`),
		row("another agent's tool", "claude", "unknown-tool", `"Bash"`, `"run_shell_command"`, `"Bash"`),
		row("a tool in capitals", "llxprt", "unknown-tool", llxprt, `"Run_Shell_Command"`, `"run_shell_command"`),
		row("names with commas", "llxprt", "never-matches", llxprt, `"run_shell_command, write_file"`, `"run_shell_command|write_file"`),
		row("slashes", "llxprt", "never-matches", llxprt, `"/run_shell_command/"`, `"run_shell_command"`),
		row("a broken expression", "llxprt", "bad-matcher", llxprt, `"(run_shell_command"`, `"(run_shell_command)"`),
		row("a matcher with nothing between bars", "wave", "bad-matcher", `"Bash"`, `"Bash||Edit"`, `"Bash|Edit"`),
		row("a pattern in pi", "pi", "matcher-kind", `{"toolNames": ["bash"]}`, `{"toolNames": ["ba.*"]}`, `{"toolNames": ["bash"]}`),
		row("a number", "wave", "bad-matcher", `"Bash"`, `5`, `"Bash"`),
		{name: "a list", guard: "llxprt", check: "bad-matcher", spoil: []string{llxprt, `["run_shell_command", "write_file"]`}, at: "["},
		{name: "a list", guard: "claude", check: "bad-matcher", spoil: []string{`"Bash"`, `["Bash", "Edit"]`}, at: "["},
	}
}

func timeoutMistakes() []mistake {
	row := func(name, guard, check, right, wrong, value string) mistake {
		return mistake{name: name, guard: guard, check: check, spoil: []string{right, wrong}, at: value, mend: []string{wrong, right}}
	}
	return []mistake{
		row("seconds for milliseconds", "llxprt", "timeout-unit", ": 5000", ": 5", "5"),
		row("a minute in seconds", "llxprt", "timeout-unit", ": 5000", ": 60", "60"),
		row("ten minutes in seconds", "llxprt", "timeout-unit", ": 5000", ": 600", "600"),
		row("seconds for milliseconds", "pi", "timeout-unit", ": 5000", ": 5", "5"),
		row("milliseconds for seconds", "wave", "bad-timeout", ": 5}", ": 5000}", "5000"),
		row("milliseconds for seconds", "claude", "timeout-unit", ": 5}", ": 5000}", "5000"),
		row("milliseconds for seconds", "massgen", "timeout-unit", "timeout: 5", "timeout: 5000", "5000"),
		row("a text with its unit", "llxprt", "bad-timeout", ": 5000", `: "5s"`, `"5s"`),
		row("a text with its unit", "wave", "bad-timeout", ": 5}", `: "5s"}`, `"5s"`),
		row("a negative one", "llxprt", "bad-timeout", ": 5000", ": -1", "-1"),
		row("none at all", "llxprt", "bad-timeout", ": 5000", ": 0", "0"),
	}
}

func pathMistakes() []mistake {
	return []mistake{
		{name: "Claude's variable", guard: "wave", check: "foreign-variable", spoil: []string{"$WAVE_PROJECT_DIR", "$CLAUDE_PROJECT_DIR"}, at: `"$CLAUDE_PROJECT_DIR`},
		{name: "LLxprt's variable", guard: "wave", check: "foreign-variable", spoil: []string{"$WAVE_PROJECT_DIR", "${LLXPRT_PROJECT_DIR}"}, at: `"${LLXPRT`},
		{name: "Wave's variable", guard: "claude", check: "foreign-variable", spoil: []string{"$CLAUDE_PROJECT_DIR", "$WAVE_PROJECT_DIR"}, at: `"$WAVE`},
		{name: "Wave's variable", guard: "llxprt", check: "foreign-variable", spoil: []string{"$LLXPRT_PROJECT_DIR", "$WAVE_PROJECT_DIR"}, at: `"$WAVE`},
		{name: "Claude's variable", guard: "pi", check: "foreign-variable", spoil: []string{"./hooks", "$CLAUDE_PROJECT_DIR/hooks"}, at: `"$CLAUDE`},
		{name: "Claude's variable", guard: "massgen", check: "foreign-variable", spoil: []string{"hooks/guard.sh\n", "$CLAUDE_PROJECT_DIR/hooks/guard.sh\n"}, at: "$CLAUDE"},
		{
			name: "Claude's variable in a script", guard: "wave", check: "foreign-variable",
			spoil: []string{`if grep`, "cd \"$CLAUDE_PROJECT_DIR\" || exit 2\nif grep"}, at: "CLAUDE_PROJECT_DIR",
		},
		{name: "a misspelt file", guard: "llxprt", check: "bad-command", spoil: []string{"hooks/guard.sh", "hooks/gaurd.sh"}, at: `"$LLXPRT`, mend: []string{"gaurd", "guard"}},
		{name: "a directory that is not there", guard: "wave", check: "bad-command", spoil: []string{"DIR/hooks", "DIR/hook"}, at: `"$WAVE`, mend: []string{"DIR/hook", "DIR/hooks"}},
		{name: "a directory", guard: "claude", check: "bad-command", spoil: []string{"/hooks/guard.sh", "/hooks"}, at: `"$CLAUDE`, mend: []string{`DIR/hooks`, `DIR/hooks/guard.sh`}},
		{
			name: "a program that is not there", guard: "llxprt", check: "bad-command",
			spoil: []string{inLLxprt, "no-such-program"}, at: `"no-such`, mend: []string{"no-such-program", inLLxprt},
		},
		{
			name: "a script at the top without ./", guard: "pi", check: "bad-command",
			spoil: []string{"./hooks/guard.sh", "guard.sh", ">guard.sh", bashShebang + "hooks/guard.sh\n"}, at: `"guard.sh"`,
			mend: []string{`"guard.sh"`, `"./guard.sh"`},
		},
		{
			name: "a blank in the path", guard: "pi", check: "bad-command",
			spoil: []string{"./hooks/guard.sh", "./hooks/my guard.sh", ">hooks/my guard.sh", bashShebang + "hooks/guard.sh\n"}, at: `"./hooks/my`,
		},
		{
			name: "a blank in the path of a script", guard: "wave", check: "bad-command",
			spoil: []string{inWave, "sh hooks/my guard.sh", ">hooks/my guard.sh", "hooks/guard.sh\n"}, at: `"sh hooks/my`,
		},
	}
}

func scriptMistakes() []mistake {
	return []mistake{
		{name: "no end of the if", guard: "llxprt", check: "syntax", spoil: []string{"\nfi", "\n"}, at: "", mend: []string{"exit 2\n\n", "exit 2\nfi\n"}},
		{name: "a quote that is not closed", guard: "llxprt-inline", check: "syntax", spoil: []string{"push'; then", "push; then"}, at: `"if grep`, mend: []string{"push; then", "push'; then"}},
		{name: "an interpreter that is not there", guard: "claude", check: "script", spoil: []string{bashShebang, "#!/usr/local/no/bash\n"}, at: "#!", mend: []string{"#!/usr/local/no/bash\n", bashShebang}},
		{name: "a shebang with CRLF", guard: "claude", check: "script", spoil: []string{bashShebang, "#!/usr/bin/env bash\r\n"}, at: "#!", mend: []string{"\r\n", "\n"}},
		{name: "CRLF further down", guard: "pi", check: "script", spoil: []string{"exit 2\n", "exit 2\r\n"}, at: "  exit 2", mend: []string{"\r\n", "\n"}},
		{
			name: "a script that is not executable", guard: "llxprt", check: "bad-command", others: 1,
			spoil: []string{bashShebang, ""}, at: `"$LLXPRT`, mend: []string{"if grep", bashShebang + "if grep"},
		},
		{name: "[[ under sh", guard: "wave", check: "bash", spoil: []string{"if grep -q \"git push\"; then", "input=$(cat)\nif [[ $input == *'git push'* ]]; then"}, at: "[["},
		{name: "an array under sh", guard: "wave", check: "bash", spoil: []string{"if grep", "words=(a b)\nif grep"}, at: "(a b)", others: 1}, // dash cannot read it either
		{
			name: "source under sh", guard: "wave", check: "bash",
			spoil: []string{"if grep", "source ./hooks/lib.sh\nif grep", ">hooks/lib.sh", "true\n"}, at: "source",
		},
		{
			name: "[[ in a command", guard: "pi", check: "bash",
			spoil: []string{"./hooks/guard.sh", "[[ -d . ]] && ./hooks/guard.sh"}, at: `"[[`, mend: []string{"[[ -d . ]] && ", ""},
		},
		{
			name: "bash's script run by sh", guard: "llxprt", check: "bash",
			spoil: []string{`"$LLXPRT`, `"sh $LLXPRT`, "if grep", "if [[ -t 0 ]]; then exit 0; fi\nif grep"}, at: "[[", mend: []string{`"sh $LLXPRT`, `"bash $LLXPRT`},
		},
		{
			name: "no shebang", guard: "wave-python", check: "bad-command", others: 1,
			spoil: []string{"#!/usr/bin/env python3\n", ""}, at: `"$WAVE`, mend: []string{"import json", "#!/usr/bin/env python3\nimport json"},
		},
	}
}

func languageMistakes() []mistake {
	return []mistake{
		{name: "a colon is missing", guard: "llxprt-python", check: "python", spoil: []string{`"command"]:`, `"command"]`}, at: "", mend: []string{`["command"]`, `["command"]:`}},
		{name: "a wrong indentation", guard: "llxprt-python", check: "python", spoil: []string{"    sys.exit(2)", "   sys.exit(2)"}, at: "", mend: []string{"\n   sys.exit(2)", "\n    sys.exit(2)"}},
		{name: "print as in Python 2", guard: "wave-python", check: "python", spoil: []string{"event = json", "print 'hello'\nevent = json"}, at: "print", mend: []string{"print 'hello'\n", ""}},
		{name: "a bracket that is not closed", guard: "claude-node", check: "syntax", spoil: []string{"  process.exit(2);\n}", "  process.exit(2);\n"}, at: "", mend: []string{"  process.exit(2);\n", "  process.exit(2);\n}"}},
		{name: "a word too many", guard: "claude-node", check: "syntax", spoil: []string{"const event", "const const event"}, at: "const const", mend: []string{"const const", "const"}},
		{name: "a function that is not there", guard: "massgen-python", check: "python", spoil: []string{"guard.check", "guard.chek"}, at: "hooks.guard.chek"},
		{name: "a module that is not there", guard: "massgen-python", check: "python", spoil: []string{"hooks.guard.check", "hooks.gard.check"}, at: "hooks.gard.check", mend: []string{"hooks.gard", "hooks.guard"}},
		{name: "a package that is not there", guard: "massgen-python", check: "python", spoil: []string{"hooks.guard.check", "hook.guard.check"}, at: "hook.guard.check", mend: []string{"hook.guard", "hooks.guard"}},
		{name: "a module with a mistake", guard: "massgen-python", check: "python", spoil: []string{"def check(event):", "def check(event)"}, at: "", mend: []string{"def check(event)", "def check(event):"}},
		{name: "a file for a function", guard: "massgen-python", check: "bad-handler", spoil: []string{"hooks.guard.check", "hooks/guard.py"}, at: "hooks/guard.py", mend: []string{"hooks/guard.py", "hooks.guard.check"}},
	}
}

func answerMistakes() []mistake {
	return []mistake{
		{name: "the reason on stdout", guard: "llxprt", check: "lost-reason", spoil: []string{` >&2`, ""}, at: `echo "no pushing"`},
		{name: "the reason on stdout", guard: "wave", check: "lost-reason", spoil: []string{` >&2`, ""}, at: `echo "no pushing"`},
		{name: "the reason on stdout", guard: "claude", check: "lost-reason", spoil: []string{` >&2`, ""}, at: `echo "no pushing"`},
		{name: "the reason on stdout", guard: "llxprt-inline", check: "lost-reason", spoil: []string{` >&2`, ""}, at: `"if grep`},
		{name: "the reason on stdout", guard: "llxprt-python", check: "lost-reason", spoil: []string{`, file=sys.stderr`, ""}, at: `print(`, mend: []string{`pushing"`, `pushing", file=sys.stderr`}},
		{name: "the reason on stdout", guard: "claude-node", check: "lost-reason", spoil: []string{`console.error`, "console.log"}, at: `console.log`, mend: []string{"console.log", "console.error"}},
		{
			name: "JSON beside exit 2", guard: "llxprt", check: "lost-reason",
			spoil: []string{`echo "no pushing" >&2`, `echo '{"decision": "deny", "reason": "no pushing"}'`}, at: "echo",
			mend: []string{"exit 2", "exit 0"},
		},
		{name: "exit 1", guard: "llxprt", check: "exit-code", spoil: []string{"exit 2", "exit 1"}, at: "exit 1", mend: []string{"exit 1", "exit 2"}},
		{name: "exit 1", guard: "wave", check: "exit-code", spoil: []string{"exit 2", "exit 1"}, at: "exit 1", mend: []string{"exit 1", "exit 2"}},
		{name: "exit 1", guard: "pi", check: "exit-code", spoil: []string{"exit 2", "exit 1"}, at: "exit 1", mend: []string{"exit 1", "exit 2"}},
		{name: "exit 1", guard: "llxprt-python", check: "exit-code", spoil: []string{"exit(2)", "exit(1)"}, at: "sys.exit(1)", mend: []string{"exit(1)", "exit(2)"}},
		{name: "exit 1", guard: "claude-node", check: "exit-code", spoil: []string{"exit(2)", "exit(1)"}, at: "process.exit(1)", mend: []string{"exit(1)", "exit(2)"}},
		{name: "exit 1", guard: "llxprt-inline", check: "exit-code", spoil: []string{"exit 2", "exit 1"}, at: "exit 1", mend: []string{"exit 1", "exit 2"}},
		{
			name: "exit 2", guard: "massgen", check: "block-without-effect",
			spoil: []string{`echo '{"decision": "deny", "reason": "no pushing"}'`, "echo no pushing >&2\n  exit 2"}, at: "hooks/guard.sh",
			mend: []string{"echo no pushing >&2\n  exit 2", `echo '{"decision": "deny", "reason": "no pushing"}'`},
		},
		{
			name: "exit 1", guard: "massgen", check: "exit-code",
			spoil: []string{`echo '{"decision": "deny", "reason": "no pushing"}'`, "echo no pushing >&2\n  exit 1"}, at: "exit 1",
			mend: []string{"echo no pushing >&2\n  exit 1", `echo '{"decision": "deny", "reason": "no pushing"}'`},
		},
		{
			name: "no before a tool said after it", guard: "wave", check: "block-without-effect",
			spoil: []string{"PreToolUse", "SessionEnd", `"matcher": "Bash",`, ""}, at: `"$WAVE`, mend: []string{"SessionEnd", "PreToolUse"},
		},
	}
}

func documentMistakes() []mistake {
	return []mistake{
		{name: "a comma is missing", guard: "llxprt", check: "unusable-config", spoil: []string{"true,", "true"}, at: "", mend: []string{"true\n", "true,\n"}},
		{name: "a brace is missing", guard: "wave", check: "unusable-config", spoil: []string{"\n  }\n}", "\n  }\n"}, at: "", mend: []string{"\n  }\n", "\n  }\n}"}},
		{name: "a comment in pi", guard: "pi", check: "hooks-disabled", spoil: []string{"{\n", "{ // guards\n"}, at: "", mend: []string{" // guards", ""}},
		{name: "an empty file", guard: "pi", check: "unusable-config", spoil: []string{">pi.json", ""}, at: "", mend: []string{">pi.json", `{"PreToolUse": [{"command": "./hooks/guard.sh"}]}`}},
		{
			name: "pi's hooks inside of hooks", guard: "pi", check: "hooks-disabled",
			spoil: []string{"{\n  \"PreToolUse\"", "{\"hooks\": {\n  \"PreToolUse\"", "  ]\n}", "  ]\n}}"}, at: `"hooks"`,
			mend: []string{"{\"hooks\": {\n  \"PreToolUse\"", "{\n  \"PreToolUse\"", "  ]\n}}", "  ]\n}"},
		},
		{name: "a tab in YAML", guard: "massgen", check: "unusable-config", spoil: []string{"      type", "\ttype"}, at: "", mend: []string{"\ttype", "      type"}},
		{name: "a line too far to the right", guard: "massgen", check: "unusable-config", spoil: []string{"      type", "       type"}, at: "type", mend: []string{"       type", "      type"}},
		{name: "a list for the document", guard: "claude", check: "unusable-config", spoil: []string{"{\n  \"hooks\"", "[{\n  \"hooks\"", "\n  }\n}", "\n  }\n}]"}, at: "[", mend: []string{"[{\n", "{\n", "}\n}]", "}\n}"}},
		{name: "a quote that is not closed in YAML", guard: "massgen", check: "unusable-config", spoil: []string{`"*command*"`, `"*command*`}, at: "", mend: []string{`"*command*`, `"*command*"`}},
		{name: "a star without quotes in YAML", guard: "massgen", check: "unusable-config", spoil: []string{`"*command*"`, `*command*`}, at: "", mend: []string{`*command*`, `"*command*"`}},
	}
}
