//go:build unix

package grapnel_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
)

// project makes a project directory with LLxprt's settings and a file for each
// hook, as a user would have it. Whatever goes wrong here shows in the example's
// output.
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

// An agent runs a tool only if hooks let it, with the input that they leave, and
// shows the model what they add to the result.
func Example() {
	dir := project(`{
		"enableHooks": true,
		"hooks": {
			"BeforeTool": [{"matcher": "write_file", "hooks": [
				{"type": "command", "command": "grep -q '/etc/' && { echo 'not below /etc' >&2; exit 2; }; exit 0"}]}],
			"AfterTool": [{"matcher": "write_file", "hooks": [
				{"type": "command", "command": "echo '{\"hookSpecificOutput\": {\"additionalContext\": \"Remember to run the tests.\"}}'"}]}]
		}
	}`, nil)
	defer os.RemoveAll(dir)

	hooks := grapnel.New(grapnel.Options{Dir: dir, SessionID: "session-1"})
	defer hooks.Close()

	// writeFile is a tool as the agent calls it, with what the model gets back.
	writeFile := func(ctx context.Context, input json.RawMessage) string {
		out := hooks.BeforeTool(ctx, "write_file", input)
		switch {
		case ctx.Err() != nil:
			return "canceled" // the hooks could not all answer
		case out.Blocked:
			return "error: " + out.Reason
		case out.ToolInput != nil:
			input = out.ToolInput
		}
		result := "written"
		after := hooks.AfterTool(ctx, "write_file", input, json.RawMessage(`{"llmContent": "written"}`))
		for _, c := range after.Context {
			result += "\n" + c.Text
		}
		return result
	}

	ctx := context.Background()
	fmt.Println(writeFile(ctx, json.RawMessage(`{"path": "/etc/passwd"}`)))
	fmt.Println(writeFile(ctx, json.RawMessage(`{"path": "main.go"}`)))
	// Output:
	// error: not below /etc
	// written
	// Remember to run the tests.
}

// Hooks that were written for Wave run in any agent that names its dialect. At a
// lifecycle event, WaitsFor says whether the agent waits for what hooks say.
func ExampleSystem_Lifecycle() {
	dir := project("{}", nil)
	defer os.RemoveAll(dir)
	settings := filepath.Join(dir, "wave.json")
	text := `{"hooks": {"UserPromptSubmit": [{"hooks": [{"type": "command", "command": "echo The deadline is Friday."}]}]}}`
	if err := os.WriteFile(settings, []byte(text), 0o644); err != nil {
		panic(err)
	}

	hooks := grapnel.New(grapnel.Options{Dialect: grapnel.Wave, Dir: dir, ConfigFiles: []string{settings}})
	fmt.Println("wait:", hooks.WaitsFor(hook.PromptSubmit))
	out := hooks.Lifecycle(context.Background(), hook.PromptSubmit, hook.Data{Prompt: "Plan my week."})
	for _, c := range out.Context {
		fmt.Println(c.Text)
	}
	// Output:
	// wait: true
	// The deadline is Friday.
}

// A report says which hooks will run, and why others will not.
func ExampleSystem_Report() {
	dir := project(`{
		"enableHooks": true,
		"hooks": {
			"BeforeTool": [{"hooks": [{"type": "command", "name": "guard", "command": "exit 0"}]}],
			"BeforTool": []
		}
	}`, nil)
	defer os.RemoveAll(dir)

	report := grapnel.New(grapnel.Options{Dir: dir}).Report()
	for _, def := range report.Hooks {
		fmt.Println(def.Event, def.Name)
	}
	for _, d := range report.Diagnostics {
		fmt.Printf("line %d: %s; %s\n", d.Position.Line, d.Problem, d.Fix)
	}
	// Output:
	// BeforeTool guard
	// line 5: BeforTool is not an event; did you mean "BeforeTool"? (it is there too: move the hooks to it)
}

// An agent need not initialize its hooks, but it can tell the user at once that
// a file cannot be read. Hooks from other files run all the same.
func ExampleSystem_Initialize() {
	dir := project(`{"enableHooks": true, "hooks": {`, nil)
	defer os.RemoveAll(dir)

	hooks := grapnel.New(grapnel.Options{Dir: dir})
	if err := hooks.Initialize(); err != nil {
		fmt.Println("hooks cannot be used")
	}
	out := hooks.BeforeTool(context.Background(), "write_file", json.RawMessage(`{}`))
	fmt.Println(out.Blocked, out.Diagnostics[0].Code)
	// Output:
	// hooks cannot be used
	// false unusable-config
}
