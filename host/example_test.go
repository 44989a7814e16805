//go:build unix

package host_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/scripted"
)

// exampleHooks returns a guard that lets no file be removed.
func exampleHooks() (hooks *grapnel.System, cleanup func()) {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		panic(err)
	}
	settings := filepath.Join(dir, "settings.json")
	guard := `{"hooks":{"BeforeTool":[{"matcher":"remove","hooks":[{"type":"command","command":"echo files stay >&2; exit 2"}]}]}}`
	if err := os.WriteFile(settings, []byte(guard), 0o600); err != nil {
		panic(err)
	}
	return grapnel.New(grapnel.Options{Dir: dir, ConfigFiles: []string{settings}}), func() { os.RemoveAll(dir) }
}

func remove(context.Context, json.RawMessage) (host.ToolResult, error) {
	return host.ToolResult{LLMContent: "removed", ReturnDisplay: "removed"}, nil
}

// A session is a whole agent. This one has a model that plays a script.
func ExampleSession() {
	hooks, cleanup := exampleHooks()
	defer cleanup()
	session, err := host.NewSession(host.Options{
		Hooks: hooks,
		Model: scripted.New(
			scripted.Turn{Calls: []scripted.Call{{Name: "remove", Args: json.RawMessage(`{"path":"a.txt"}`)}}},
			scripted.Turn{Text: "I may not do that."},
		),
		Tools: []host.Tool{{Name: "remove", Run: remove}},
		ToUser: func(n host.Note) {
			if n.Kind == host.NoteTool {
				fmt.Println("tool:", n.Text)
			}
		},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer session.Close()
	answer, err := session.Prompt(context.Background(), "Remove a.txt.")
	fmt.Println(answer.Text, answer.Turns, err)
	// Output:
	// tool: files stay
	// I may not do that. 2 <nil>
}

// An agent with a loop of its own wraps its tool calls.
func ExampleExecuteTool() {
	hooks, cleanup := exampleHooks()
	defer cleanup()
	result, stop := host.ExecuteTool(context.Background(), hooks, "remove", json.RawMessage(`{"path":"a.txt"}`), remove)
	fmt.Println(result.LLMContent, result.Error.Type, stop.Stopped)
	// Output: files stay blocked_by_hook false
}
