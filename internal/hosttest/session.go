package hosttest

import (
	"context"
	"encoding/json"
	"sync"
	"testing"

	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/llm"
)

// InSession plays a script in a [host.Session] whose model says what the script
// wants.
func InSession(t *testing.T, s Script, model host.Model) Played {
	t.Helper()
	var p player
	options := host.Options{
		Hooks: s.Hooks, Model: model, ModelName: "test-model", Instruction: "Be brief.",
		Tools:   []host.Tool{{Name: "echo", Run: p.echo}},
		ToModel: func(r *llm.Request) { p.played.Requests = append(p.played.Requests, r) },
		ToUser:  func(n host.Note) { p.show(n.Text) },
	}
	if s.User {
		options.Ask = func(_ context.Context, _ host.Call, reason string) bool {
			p.show("asked: " + reason)
			return true
		}
	}
	session, err := host.NewSession(options)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := session.Prompt(t.Context(), "go"); err != nil {
		t.Error(err)
	}
	session.Close()
	return p.played
}

// player keeps what happens in a session.
type player struct {
	mu     sync.Mutex
	played Played
}

func (p *player) show(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.played.User = append(p.played.User, text)
}

func (p *player) echo(_ context.Context, input json.RawMessage) (host.ToolResult, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.played.Runs++
	text := "got " + string(input)
	return host.ToolResult{LLMContent: text, ReturnDisplay: text}, nil
}
