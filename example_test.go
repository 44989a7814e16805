//go:build unix

package grapnel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/grapnel-hooks/grapnel"
)

// project makes a project directory with settings and a file for each hook, as
// a user would have it. Whatever goes wrong here shows in the example's output.
func project(settings string, hooks map[string]string) string {
	dir, err := os.MkdirTemp("", "grapnel-example-")
	if err != nil {
		panic(err)
	}
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			panic(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			panic(err)
		}
	}
	write(".llxprt/settings.json", settings)
	// Only this project counts, not what the user who runs the test has.
	os.Setenv("HOME", dir)
	os.Setenv("LLXPRT_SYSTEM_SETTINGS_PATH", filepath.Join(dir, "none.json"))
	for name, text := range hooks {
		write(filepath.Join("hooks", name), text)
	}
	return dir
}

// A hook that exits with code 2 keeps a tool from running. What it wrote to
// stderr is what the model gets instead of the tool's result.
func ExampleSystem_BeforeTool() {
	dir := project(`{
		"enableHooks": true,
		"hooks": {"BeforeTool": [{
			"matcher": "run_shell_command",
			"hooks": [{"type": "command", "command": "$LLXPRT_PROJECT_DIR/hooks/guard"}]
		}]}
	}`, map[string]string{"guard": `#!/usr/bin/env bash
if grep -q 'rm -rf'; then
  echo "rm -rf is not allowed here" >&2
  exit 2
fi
`})
	defer os.RemoveAll(dir)

	hooks := grapnel.New(grapnel.Options{Dir: dir})
	for _, input := range []string{`{"command": "ls"}`, `{"command": "rm -rf /srv"}`} {
		out := hooks.BeforeTool(context.Background(), "run_shell_command", json.RawMessage(input))
		fmt.Printf("%s: blocked=%v, reason=%q\n", input, out.Blocked, out.Reason)
	}
	// Output:
	// {"command": "ls"}: blocked=false, reason=""
	// {"command": "rm -rf /srv"}: blocked=true, reason="rm -rf is not allowed here"
}

// A hook can change single arguments of a tool. The outcome has the complete
// input that the tool must run with.
func ExampleSystem_BeforeTool_rewrite() {
	dir := project(`{
		"enableHooks": true,
		"hooks": {"BeforeTool": [{
			"matcher": "run_shell_command",
			"hooks": [{"type": "command", "command": "$LLXPRT_PROJECT_DIR/hooks/limit"}]
		}]}
	}`, map[string]string{"limit": `#!/usr/bin/env bash
echo '{"hookSpecificOutput": {"tool_input": {"timeout": 30}}}'
`})
	defer os.RemoveAll(dir)

	hooks := grapnel.New(grapnel.Options{Dir: dir})
	input := json.RawMessage(`{"command": "make", "timeout": 3600}`)
	if out := hooks.BeforeTool(context.Background(), "run_shell_command", input); out.ToolInput != nil {
		input = out.ToolInput
	}
	fmt.Println(string(input))
	// Output: {"command":"make","timeout":30}
}

// After a tool ran, a hook can add to what the model reads.
func ExampleSystem_AfterTool() {
	dir := project(`{
		"enableHooks": true,
		"hooks": {"AfterTool": [{
			"matcher": "write_file",
			"hooks": [{"type": "command", "command": "$LLXPRT_PROJECT_DIR/hooks/lint"}]
		}]}
	}`, map[string]string{"lint": `#!/usr/bin/env bash
echo '{"hookSpecificOutput": {"additionalContext": "main.go:1: package has no comment"}}'
`})
	defer os.RemoveAll(dir)

	hooks := grapnel.New(grapnel.Options{Dir: dir})
	out := hooks.AfterTool(context.Background(), "write_file",
		json.RawMessage(`{"path": "main.go"}`), json.RawMessage(`{"llmContent": "written"}`))
	for _, c := range out.Context {
		fmt.Printf("%s: %s\n", c.Placement, c.Text)
	}
	// Output: tool_result: main.go:1: package has no comment
}

// Without "enableHooks": true nothing runs, and an event costs next to nothing.
// The same goes for Options.Disabled, which makes New return a nil System.
func ExampleNew_disabled() {
	dir := project(`{
		"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "exit 2"}]}]}
	}`, nil)
	defer os.RemoveAll(dir)

	for _, o := range []grapnel.Options{{Dir: dir}, {Dir: dir, Disabled: true}} {
		hooks := grapnel.New(o)
		out := hooks.BeforeTool(context.Background(), "write_file", json.RawMessage(`{}`))
		fmt.Println(hooks == nil, out.Blocked, len(out.Hooks))
	}
	// Output:
	// false false 0
	// true false 0
}
