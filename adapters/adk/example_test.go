//go:build unix

package adk_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/plugin"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/adapters/adk"
)

// A hook keeps an agent from using a tool. The model here is a script: it calls
// the tool and then repeats what it was told.
func ExampleNew() {
	dir, err := os.MkdirTemp("", "grapnel-example-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	settings := filepath.Join(dir, "settings.json")
	err = os.WriteFile(settings, []byte(`{"hooks": {"BeforeTool": [{
		"matcher": "shell",
		"hooks": [{"type": "command", "command": "echo 'no shell on Fridays' >&2; exit 2"}]
	}]}}`), 0o644)
	if err != nil {
		panic(err)
	}

	hooks, err := adk.New(grapnel.New(grapnel.Options{Dir: dir, ConfigFiles: []string{settings}}), adk.Options{})
	if err != nil {
		panic(err)
	}
	defer hooks.Close()

	repeat := modelFunc(func(req *model.LLMRequest) *model.LLMResponse {
		last := req.Contents[len(req.Contents)-1].Parts[0]
		if last.FunctionResponse == nil {
			return calls("shell", map[string]any{"command": "rm -rf /"})
		}
		return says(fmt.Sprint("I was told: ", last.FunctionResponse.Response["error"]))
	})
	helper, err := llmagent.New(llmagent.Config{Name: "helper", Model: repeat, Tools: []tool.Tool{echo("shell")}})
	if err != nil {
		panic(err)
	}
	r, err := runner.New(runner.Config{
		AppName: "example", Agent: helper, SessionService: session.InMemoryService(), AutoCreateSession: true,
		PluginConfig: runner.PluginConfig{Plugins: []*plugin.Plugin{hooks}},
	})
	if err != nil {
		panic(err)
	}
	prompt := genai.NewContentFromText("Clean up.", genai.RoleUser)
	for event, err := range r.Run(context.Background(), "me", "session", prompt, agent.RunConfig{}) {
		if err != nil {
			panic(err)
		}
		for _, part := range event.Content.Parts {
			if part.Text != "" && !adk.Hidden(event, part) {
				fmt.Println(strings.TrimSpace(part.Text))
			}
		}
	}
	// Output: I was told: no shell on Fridays
}

// TestReadme has the program in the README be the one that is compiled.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(filepath.Join("example", "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(readme), "```go\n"+string(program)+"```\n") {
		t.Error("the program in README.md is not example/main.go")
	}
}
