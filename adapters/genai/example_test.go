//go:build unix

package genaihooks_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel"
	genaihooks "github.com/grapnel-hooks/grapnel/adapters/genai"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/coding"
)

// An agent with tools. TestReadme sees to it that the README says the same.
func ExampleModel() {
	ctx := context.Background()
	client, err := genai.NewClient(ctx, nil) // the key is in GEMINI_API_KEY
	if err != nil {
		log.Fatal(err)
	}
	model, err := genaihooks.NewModel(ctx, client)
	if err != nil {
		log.Fatal(err)
	}
	tools, closer, err := coding.Tools(".", coding.Options{}) // Approve could ask before shell commands
	if err != nil {
		log.Fatal(err)
	}
	defer closer.Close()
	hooks := grapnel.New(grapnel.Options{}) // as the configuration files say
	defer hooks.Close()
	session, err := host.NewSession(host.Options{
		Hooks:     hooks,
		Model:     model,
		ModelName: "gemini-2.5-flash",
		Tools:     tools,
		ToUser: func(note host.Note) {
			if note.Kind == host.NoteAnswer {
				fmt.Print(note.Text) // it comes in pieces
				return
			}
			fmt.Printf("\n[%s] %s\n", note.Kind, note.Text)
		},
	})
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	if _, err := session.Prompt(ctx, "What is in this directory?"); err != nil {
		log.Print(err)
	}
}

func TestReadme(t *testing.T) {
	body := func(file, start string) string {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(data), start)
		body, _, _ := strings.Cut(rest, "\n}\n")
		return body
	}
	if example := body("example_test.go", "func ExampleModel() {"); body("README.md", "func main() {") != example {
		t.Error("the program in README.md is not ExampleModel")
	}
}

// Calls of the SDK with hooks around them. The hook of this example answers
// itself, so that nothing is sent.
func ExampleModels() {
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	config := filepath.Join(dir, "settings.json")
	answer := `{"decision":"deny","hookSpecificOutput":{"llm_response":{"text":"42, as before"}}}`
	if err := os.WriteFile(filepath.Join(dir, "cache.json"), []byte(answer), 0o600); err != nil {
		log.Fatal(err)
	}
	settings := `{"hooks":{"BeforeModel":[{"hooks":[{"type":"command","command":"cat cache.json"}]}]}}`
	if err := os.WriteFile(config, []byte(settings), 0o600); err != nil {
		log.Fatal(err)
	}

	ctx := context.Background()
	client, err := genai.NewClient(ctx, &genai.ClientConfig{APIKey: "none", Backend: genai.BackendGeminiAPI})
	if err != nil {
		log.Fatal(err)
	}
	hooks := grapnel.New(grapnel.Options{Dir: dir, ConfigFiles: []string{config}})
	models := genaihooks.New(client, hooks)
	response, err := models.GenerateContent(ctx, "gemini-2.5-flash", genai.Text("What is six times seven?"), nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.Text())
	// Output: 42, as before
}
