//go:build unix

package faults

import (
	"encoding/json"
	"fmt"
)

// quote writes a text as JSON, which is YAML as well.
func quote(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err) // it is a string
	}
	return string(b)
}

// contract is how a guard before tools is configured in a dialect.
type contract struct {
	name, event, file string
	// config makes a configuration of a command and its time limit in seconds.
	config func(command string, seconds int) string
}

// contracts are those of all dialects.
func contracts() []contract {
	return []contract{
		{"llxprt", "BeforeTool", "c.json", func(command string, seconds int) string {
			return hooks(command, fmt.Sprintf(`"timeout": %d`, seconds*1000))
		}},
		{"wave", "PreToolUse", "c.json", func(command string, seconds int) string {
			return fmt.Sprintf(`{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": %s, "timeout": %d}]}]}}`, quote(command), seconds)
		}},
		{"massgen", "PreToolUse", "c.yaml", func(command string, seconds int) string {
			return fmt.Sprintf("hooks:\n  PreToolUse:\n    - handler: %s\n      type: command\n      timeout: %d\n", quote(command), seconds)
		}},
		{"pi", "PreToolUse", "c.json", func(command string, seconds int) string {
			return fmt.Sprintf(`{"PreToolUse": [{"command": %s, "timeoutMs": %d}]}`, quote(command), seconds*1000)
		}},
		{"claude", "PreToolUse", "c.json", func(command string, seconds int) string {
			return fmt.Sprintf(`{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": %s, "timeout": %d}]}]}}`, quote(command), seconds)
		}},
	}
}

// fire fires the event with a payload from standard input.
func (c contract) fire() string {
	return fmt.Sprintf("grapnel fire %s --dialect %s --config %s ", c.event, c.name, c.file)
}

// guard has one hook, which may take a minute.
func (c contract) guard(command string) map[string]string { return c.guardFor(command, 60) }

func (c contract) guardFor(command string, seconds int) map[string]string {
	return map[string]string{c.file: c.config(command, seconds)}
}

// denying is a command that denies in every dialect: pi and MassGen read JSON.
const denying = `echo '{"decision": "deny", "permissionDecision": "deny", "reason": "no", "hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no"}}'`

// call is a payload.
const call = `'{"tool_name": "write_file", "tool_input": {"path": "a"}}'`
