// Command example is an agent with a tool that reads files, and the user's
// hooks around both.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model/gemini"
	"google.golang.org/adk/v2/plugin"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/adapters/adk"
)

type file struct {
	Path string `json:"path"`
}

func readFile(_ agent.Context, f file) (string, error) {
	text, err := os.ReadFile(f.Path)
	return string(text), err
}

func main() {
	ctx := context.Background()
	if err := run(ctx, "What is in go.mod?"); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context, prompt string) error {
	hooks, err := adk.New(grapnel.New(grapnel.Options{}), adk.Options{})
	if err != nil {
		return err
	}
	defer hooks.Close() // ends the session for hooks and waits for them

	llm, err := gemini.NewModel(ctx, "gemini-2.5-flash", &genai.ClientConfig{})
	if err != nil {
		return err
	}
	read, err := functiontool.New(functiontool.Config{Name: "read_file", Description: "Reads a file."}, readFile)
	if err != nil {
		return err
	}
	reader, err := llmagent.New(llmagent.Config{Name: "reader", Model: llm, Tools: []tool.Tool{read}})
	if err != nil {
		return err
	}
	r, err := runner.New(runner.Config{
		AppName: "example", Agent: reader, SessionService: session.InMemoryService(), AutoCreateSession: true,
		PluginConfig: runner.PluginConfig{Plugins: []*plugin.Plugin{hooks}},
	})
	if err != nil {
		return err
	}
	for event, err := range r.Run(ctx, "me", "session", genai.NewContentFromText(prompt, genai.RoleUser), agent.RunConfig{}) {
		if err != nil {
			return err
		}
		show(event)
	}
	return nil
}

// show prints what hooks let the user see, and what they have to say.
func show(event *session.Event) {
	for _, note := range adk.Notes(event) {
		fmt.Println(note)
	}
	if event.ErrorMessage != "" {
		fmt.Println(event.ErrorMessage)
	}
	if event.Content == nil {
		return
	}
	for _, part := range event.Content.Parts {
		if part.Text != "" && !adk.Hidden(event, part) {
			fmt.Println(part.Text)
		}
	}
}
