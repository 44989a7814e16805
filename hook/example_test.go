package hook_test

import (
	"encoding/json"
	"fmt"

	"github.com/grapnel-hooks/grapnel/hook"
)

// An agent that fires its own events acts on the policy of an outcome: on Stop,
// Blocked and what was rewritten. Success is about the hooks' health only.
func ExampleOutcome() {
	apply := func(out hook.Outcome, input string) string {
		switch {
		case out.Stop:
			return "stop: " + out.StopReason
		case out.Blocked:
			return "the tool does not run: " + out.Reason
		case out.ToolInput != nil:
			input = string(out.ToolInput)
		}
		return "the tool runs with " + input
	}
	fmt.Println(apply(hook.Outcome{Decision: hook.Deny, Blocked: true, Reason: "not on Fridays"}, `{}`))
	fmt.Println(apply(hook.Outcome{ToolInput: json.RawMessage(`{"force":false}`)}, `{"force":true}`))
	// Output:
	// the tool does not run: not on Fridays
	// the tool runs with {"force":false}
}

// The functions that return Data take exactly what belongs to one moment.
func ExampleBeforeTool() {
	data := hook.BeforeTool("write_file", "call-1", json.RawMessage(`{"file_path":"a.txt"}`))
	fmt.Println(data.Kind, data.Tool)
	// Output: tool.before write_file
}
