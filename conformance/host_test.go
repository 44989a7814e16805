//go:build unix

package conformance

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/scripted"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
	"github.com/grapnel-hooks/grapnel/llm"
)

// TestLLxprtHost shows what an agent makes of hooks: real hooks around a model
// that plays a script, seen from where the model and the user are.
func TestLLxprtHost(t *testing.T) {
	t.Parallel()
	hostEffects(t)
	hostTools(t)
	hostScheduler(t)
	hostTriggers(t)
	hostChat(t)
	hostSession(t)
	hostLifecycle(t)
}

// hooked returns a system with one hook for each of the events: event name to
// shell command. An empty command counts as no hook.
func hooked(t *testing.T, commands map[string]string) component {
	t.Helper()
	events := map[string]any{}
	for event, command := range commands {
		if command != "" {
			events[event] = []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": command, "timeout": 30000}}}}
		}
	}
	return newComponent(t, encoded(map[string]any{"hooks": events}), grapnel.Options{SessionID: "s1"})
}

// inTurn are settings with hooks of one event that run one after the other.
func inTurn(event string, commands ...string) string {
	var list []any
	for _, command := range commands {
		list = append(list, map[string]any{"type": "command", "command": command})
	}
	return encoded(map[string]any{"hooks": map[string]any{event: []any{map[string]any{"sequential": true, "hooks": list}}}})
}

// says is a hook that answers with this JSON.
func says(answer string) string { return "echo '" + answer + "'" }

// lines returns the lines of a file that hooks write, none if it is not there.
func (c component) lines(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(c.dir, name))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return strings.FieldsFunc(string(text), func(r rune) bool { return r == '\n' })
}

// wantLines compares the lines of a file that hooks write.
func (c component) wantLines(t *testing.T, name string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(strings.Join(want, "\n"), strings.Join(c.lines(t, name), "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

// witness writes down what the model reads, what tools are given and what the
// user sees, in the order in which it happens.
type witness struct {
	mu        sync.Mutex
	lines     []string
	answering bool // the last line is an answer that may go on
}

func (w *witness) addf(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.answering = false
	w.lines = append(w.lines, oneLine(fmt.Sprintf(format, args...)))
}

func oneLine(text string) string { return strings.ReplaceAll(text, "\n", `\n`) }

// user takes what the user is shown. Pieces of one answer make one line.
func (w *witness) user(n host.Note) {
	if n.Kind != host.NoteAnswer {
		w.addf("user sees %s: %s", n.Kind, n.Text)
		return
	}
	if !w.answering {
		w.addf("user sees answer: ")
	}
	w.lines[len(w.lines)-1] += oneLine(n.Text)
	w.answering = true
}

// declared is how the tools of every session are told to the model.
const declared = `[{"functionDeclarations":[{"name":"echo"},{"name":"other"}]}]`

// model takes what the model is sent.
func (w *witness) model(r *llm.Request) {
	line := "model reads: " + dialogue(r.Contents)
	if r.Model != "test-model" {
		line += " (model " + r.Model + ")"
	}
	if len(r.Config) > 0 {
		line += " (config " + encoded(r.Config) + ")"
	}
	if c := r.ToolConfig; c != nil {
		line += fmt.Sprintf(" (tools %s %v)", c.Mode, c.AllowedFunctionNames)
	}
	if string(r.Tools) != declared {
		line += " (definitions " + string(r.Tools) + ")"
	}
	w.addf("%s", line)
}

// echo is a tool that gives back what it was given.
func (w *witness) echo(_ context.Context, input json.RawMessage) (host.ToolResult, error) {
	w.addf("tool gets: %s", input)
	return host.ToolResult{LLMContent: "got " + string(input), ReturnDisplay: "shown " + string(input)}, nil
}

// dialogue is a conversation in one line.
func dialogue(contents []llm.Content) string {
	var list []string
	for _, content := range contents {
		var parts []string
		for _, part := range content.Parts {
			parts = append(parts, partWords(part))
		}
		list = append(list, content.Role+" "+strings.Join(parts, " + "))
	}
	return strings.Join(list, " | ")
}

func partWords(part llm.Part) string {
	if text, ok := part.Text(); ok {
		return text
	}
	if call, ok := part.Call(); ok {
		return "call " + call.Name + " " + string(call.Args)
	}
	var result struct {
		FunctionResponse struct {
			Name     string
			Response map[string]string
		}
	}
	if json.Unmarshal(part, &result) == nil {
		for key, text := range result.FunctionResponse.Response {
			return result.FunctionResponse.Name + " " + key + ": " + text
		}
	}
	return string(part)
}

// usual is what the model says in most sessions: it calls a tool and is done.
func usual() []scripted.Turn {
	return []scripted.Turn{
		calls("echo"),
		{Text: "all done"},
	}
}

// newSession returns a session with a witness.
func newSession(t *testing.T, hooks *grapnel.System, o host.Options, turns ...scripted.Turn) (*host.Session, *witness) {
	t.Helper()
	w := &witness{}
	if turns == nil {
		turns = usual()
	}
	o.Hooks, o.Model, o.ModelName = hooks, scripted.New(turns...), "test-model"
	o.Tools = []host.Tool{{Name: "echo", Run: w.echo}, {Name: "other", Run: w.echo}}
	o.ToUser, o.ToModel = w.user, w.model
	session, err := host.NewSession(o)
	if err != nil {
		t.Fatal(err)
	}
	return session, w
}

// play has a session work on the prompt "go" and returns what happened, ending
// with the conversation that is kept.
func play(t *testing.T, hooks *grapnel.System, turns ...scripted.Turn) string {
	t.Helper()
	return playWith(t, hooks, host.Options{}, turns...)
}

// playWith is play for a session with options.
func playWith(t *testing.T, hooks *grapnel.System, o host.Options, turns ...scripted.Turn) string {
	t.Helper()
	session, w := newSession(t, hooks, o, turns...)
	defer session.Close()
	w.prompt(t, session, "go")
	w.addf("kept: %s", dialogue(session.History()))
	return strings.Join(w.lines, "\n")
}

// prompt has a session work on a prompt.
func (w *witness) prompt(t *testing.T, session *host.Session, text string) host.Answer {
	t.Helper()
	answer, err := session.Prompt(t.Context(), text)
	if err != nil {
		t.Fatal(err)
	}
	if answer.Stop.Stopped {
		w.addf("stopped: %s", answer.Stop.Reason)
	}
	return answer
}

// asked returns a user who gives this answer to every question.
func (w *witness) asked(yes bool) host.AskFunc {
	return func(_ context.Context, c host.Call, reason string) bool {
		w.addf("user is asked about %s: %s", c.Name, reason)
		return yes
	}
}

// with returns the lines with this beginning.
func (w *witness) with(beginning string) []string {
	var list []string
	for _, line := range w.lines {
		if strings.HasPrefix(line, beginning) {
			list = append(list, line)
		}
	}
	return list
}

// calls is what the model says when it calls tools.
func calls(names ...string) scripted.Turn {
	turn := scripted.Turn{Text: "let me look"}
	for _, name := range names {
		turn.Calls = append(turn.Calls, scripted.Call{Name: name, Args: json.RawMessage(`{"a":1}`)})
	}
	return turn
}

func wantText(t *testing.T, got, want string) {
	t.Helper()
	if diff := cmp.Diff(strings.Split(strings.TrimSpace(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// wantEqual compares two values of any kind.
func wantEqual(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// outputMember returns a member of the event that a hook wrote to a file.
func (c component) outputMember(t *testing.T, file, member string) string {
	t.Helper()
	fields, _, err := jsonx.ParseObject([]byte(c.read(t, file)))
	if err != nil {
		t.Fatal(err)
	}
	return string(fields[member])
}
