//go:build unix

package faults

import (
	"fmt"
	"testing"
)

// caller is an agent that calls "grapnel hook" with a tool call.
type caller struct{ host, payload string }

func callers() []caller {
	const like = `{"session_id": "s", "cwd": ".", "hook_event_name": %q, "tool_name": %q, "tool_input": {"command": "rm -rf /"}}`
	return []caller{
		{"codex", fmt.Sprintf(like, "PreToolUse", "Bash")},
		{"copilot", fmt.Sprintf(like, "PreToolUse", "Bash")},
		{"droid", fmt.Sprintf(like, "PreToolUse", "Execute")},
		{"qwen", fmt.Sprintf(like, "PreToolUse", "run_shell_command")},
		{"gemini", fmt.Sprintf(like, "BeforeTool", "run_shell_command")},
		{"opencode", fmt.Sprintf(like, "tool.execute.before", "bash")},
	}
}

// userGuard gives the user a guard, and p.json the call of an agent.
const userGuard = `mkdir -p ~/.claude; echo '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "echo no >&2; exit 2"}]}]}}' > ~/.claude/settings.json; `

// rewriter gives the user a guard that makes a call harmless.
const rewriter = `echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": {"command": "ls"}}}' > ~/answer
	mkdir -p ~/.claude; echo '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "cat ~/answer"}]}]}}' > ~/.claude/settings.json; `

// What agents call denies if it cannot do its work.
func TestHookDeniesWhateverGoesWrong(t *testing.T) {
	// said is what any of these agents takes for a no.
	const said = `c=$?; cat out; [ $c = 2 ] || grep -qE '"permissionDecision": ?"deny"|"decision": ?"(deny|block)"|"deny": ?true' out`
	var faults []fault
	for _, a := range callers() {
		hook := "grapnel hook --host " + a.host + " < p.json "
		denies := func(name, run string) {
			faults = append(faults, fault{name: a.host + ", " + name, files: map[string]string{"p.json": a.payload}, run: run})
		}
		denies("guard", userGuard+hook+"> out; "+said)
		denies("reader of stdout is gone", userGuard+"closed 9; "+hook+">&9; [ $? = 2 ]")
		denies("stdout is full", userGuard+hook+"> /dev/full; [ $? = 2 ]")
		denies("stdout is full, and the input was to be another one", rewriter+hook+"> /dev/full; [ $? = 2 ]")
		denies("readers of both are gone", userGuard+"closed 9; "+hook+">&9 2>&9; [ $? = 2 ]")
		denies("settings are cut off", "mkdir ~/.claude; echo '{' > ~/.claude/settings.json; "+hook+"> out; "+said)
		denies("settings are a pipe", "mkdir ~/.claude; mkfifo ~/.claude/settings.json; "+hook+"> out; "+said)
		denies("payload is cut off", userGuard+"head -c 50 p.json > q; mv q p.json; "+hook+"> out; "+said)
		denies("named file does not exist", userGuard+hook+"--config nope.json > out; "+said)
		denies("unknown flag", userGuard+hook+"--nope > out; "+said)
		denies("no shell", userGuard+`g=$(type -P grapnel); PATH=/no/such $g hook --host `+a.host+` --on-failure deny < p.json > out; `+said)
		denies("HOME is unset and empty", userGuard+"HOME= "+hook+"> out; true")
	}
	check(t, faults)
}

// A repository that was cloned runs nothing by being cloned.
func TestHookRunsNothingOfAProjectThatIsNotTrusted(t *testing.T) {
	var faults []fault
	for name, file := range map[string]struct{ path, text string }{
		"llxprt": {".llxprt/settings.json", hooks("touch ran", "")},
		"wave":   {".wave/settings.json", contracts()[1].config("touch ran", 5)},
		"claude": {".claude/settings.json", contracts()[4].config("touch ran", 5)},
		"local":  {".claude/settings.local.json", contracts()[4].config("touch ran", 5)},
	} {
		files := map[string]string{"p.json": callers()[0].payload, file.path: file.text}
		faults = append(faults,
			fault{name: name, files: files, run: "grapnel hook --host codex < p.json; [ ! -e ran ]"},
			fault{name: name + ", trusted", files: files, run: "grapnel trust --yes > /dev/null; grapnel hook --host codex < p.json; [ -e ran ]"},
			fault{name: name + ", changed after that", files: files, run: "grapnel trust --yes > /dev/null; sed -i 's/touch ran/touch ran # x/' " + file.path + "; grapnel hook --host codex < p.json; [ ! -e ran ]"},
		)
	}
	check(t, faults)
}
