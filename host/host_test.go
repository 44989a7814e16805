//go:build unix

package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/scripted"
	"github.com/grapnel-hooks/grapnel/llm"
)

func TestMain(m *testing.M) {
	// The regular expression engine keeps a clock running between matches.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/dlclark/regexp2.runClock"))
}

// hooks returns a system whose configuration has these groups for each event:
// event name to commands. The commands run in a directory of the test's own.
func hooks(t *testing.T, byEvent map[string][]string) *grapnel.System {
	t.Helper()
	type command struct {
		Type    string `json:"type"`
		Command string `json:"command"`
	}
	type group struct {
		Sequential bool      `json:"sequential"`
		Hooks      []command `json:"hooks"`
	}
	events := map[string][]group{}
	for event, commands := range byEvent {
		g := group{}
		for _, c := range commands {
			g.Hooks = append(g.Hooks, command{"command", c})
		}
		events[event] = []group{g}
	}
	settings, err := json.Marshal(map[string]any{"hooks": events})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "settings.json")
	if err := os.WriteFile(file, settings, 0o644); err != nil {
		t.Fatal(err)
	}
	return grapnel.New(grapnel.Options{Dir: dir, ConfigFiles: []string{file}, SessionID: "s1"})
}

// say is a hook command that answers with this JSON.
func say(answer string) string { return "echo '" + answer + "'" }

// echo is a tool that gives back its input.
func echo(_ context.Context, input json.RawMessage) (host.ToolResult, error) {
	return host.ToolResult{LLMContent: "got " + string(input), ReturnDisplay: "shown " + string(input)}, nil
}

// fails is a tool that fails.
func fails(context.Context, json.RawMessage) (host.ToolResult, error) {
	return host.ToolResult{}, errors.New("disk full")
}

// recorder keeps what the user was shown and what the model was sent.
type recorder struct {
	notes    []host.Note
	requests []*llm.Request
}

// user is what the user was shown, a line a note; pieces of an answer that
// follow each other are one line.
func (r *recorder) user() string {
	var b strings.Builder
	for i, n := range r.notes {
		if i == 0 || n.Kind != host.NoteAnswer || r.notes[i-1].Kind != host.NoteAnswer {
			fmt.Fprintf(&b, "\n%s: ", n.Kind)
		}
		b.WriteString(n.Text)
	}
	return b.String()
}

// lastRequest is what the model was sent last, as JSON.
func (r *recorder) lastRequest(t *testing.T) string {
	t.Helper()
	if len(r.requests) == 0 {
		t.Fatal("the model was never called")
	}
	return encode(t, r.requests[len(r.requests)-1])
}

func encode(t *testing.T, v any) string {
	t.Helper()
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// session runs one prompt in a session with the tool "echo" and returns what
// came of it.
func session(t *testing.T, system *grapnel.System, turns ...scripted.Turn) (host.Answer, *recorder, *scripted.Model) {
	t.Helper()
	model := scripted.New(turns...)
	rec := &recorder{}
	s, err := host.NewSession(host.Options{
		Hooks: system, Model: model, ModelName: "test-model",
		Tools:   []host.Tool{{Name: "echo", Run: echo}, {Name: "other", Run: echo}, {Name: "fails", Run: fails}},
		ToUser:  func(n host.Note) { rec.notes = append(rec.notes, n) },
		ToModel: func(r *llm.Request) { rec.requests = append(rec.requests, r) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	answer, err := s.Prompt(t.Context(), "hello")
	if err != nil {
		t.Fatal(err)
	}
	return answer, rec, model
}

func callEcho(args string) scripted.Turn {
	return scripted.Turn{Calls: []scripted.Call{{Name: "echo", Args: json.RawMessage(args)}}}
}

func done() scripted.Turn { return scripted.Turn{Text: "all done"} }

func wantContains(t *testing.T, what, text, part string) {
	t.Helper()
	if !strings.Contains(text, part) {
		t.Errorf("%s does not have %q:\n%s", what, part, text)
	}
}

func wantLacks(t *testing.T, what, text, part string) {
	t.Helper()
	if strings.Contains(text, part) {
		t.Errorf("%s has %q:\n%s", what, part, text)
	}
}
