//go:build unix

package adk_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/plugin"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/adapters/adk"
)

func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m,
		// The regular expression engine keeps a clock running between matches.
		goleak.IgnoreAnyFunction("github.com/dlclark/regexp2.runClock"),
	)
}

// hooks returns a system whose configuration has these commands for each event,
// and the directory they run in.
func hooks(t *testing.T, dialect string, byEvent map[string]string) (*grapnel.System, string) {
	t.Helper()
	events := map[string]any{}
	config := any(map[string]any{"hooks": events})
	for event, command := range byEvent {
		switch dialect {
		case "pi":
			events[event] = []any{map[string]any{"command": command}}
			config = events
		case "massgen":
			events[event] = []any{map[string]any{"type": "command", "handler": command}}
		default:
			events[event] = []any{map[string]any{"hooks": []any{map[string]any{"type": "command", "command": command}}}}
		}
	}
	settings, err := json.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file := filepath.Join(dir, "settings.json")
	if err := os.WriteFile(file, settings, 0o644); err != nil {
		t.Fatal(err)
	}
	system := grapnel.New(grapnel.Options{Dialect: dialect, Dir: dir, ConfigFiles: []string{file}, SessionID: "s1"})
	if err := system.Initialize(); err != nil {
		t.Fatal(err)
	}
	return system, dir
}

// say is a hook command that answers with this JSON.
func say(answer string) string { return "echo '" + answer + "'" }

// script is a model that says one response after the other, and then "done".
type script struct {
	mu        sync.Mutex
	responses []*model.LLMResponse
	requests  []model.LLMRequest
	sent      []string // the requests as JSON
	wait      func(context.Context)
}

func (s *script) Name() string { return "test-model" }

// GenerateContent gives the next response, in two pieces first if it streams.
func (s *script) GenerateContent(ctx context.Context, req *model.LLMRequest, stream bool) iter.Seq2[*model.LLMResponse, error] {
	return func(yield func(*model.LLMResponse, error) bool) {
		next := s.next(req)
		if s.wait != nil {
			s.wait(ctx)
		}
		if err := ctx.Err(); err != nil {
			yield(nil, err)
			return
		}
		if text := textOf(next.Content); stream && text != "" {
			half := len(text) / 2
			for _, piece := range []string{text[:half], text[half:]} {
				if !yield(&model.LLMResponse{Partial: true, Content: genai.NewContentFromText(piece, genai.RoleModel)}, nil) {
					return
				}
			}
		}
		yield(next, nil)
	}
}

func (s *script) next(req *model.LLMRequest) *model.LLMResponse {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, *req)
	s.sent = append(s.sent, encode(map[string]any{"model": req.Model, "contents": req.Contents, "config": req.Config}))
	if len(s.responses) == 0 {
		return says("done")
	}
	next := s.responses[0]
	s.responses = s.responses[1:]
	return next
}

func (s *script) last(t *testing.T) string {
	t.Helper()
	if len(s.sent) == 0 {
		t.Fatal("the model was never called")
	}
	return s.sent[len(s.sent)-1]
}

func says(text string) *model.LLMResponse {
	return &model.LLMResponse{
		Content:       genai.NewContentFromText(text, genai.RoleModel),
		FinishReason:  genai.FinishReasonStop,
		UsageMetadata: &genai.GenerateContentResponseUsageMetadata{TotalTokenCount: 7},
	}
}

func calls(name string, args map[string]any) *model.LLMResponse {
	return &model.LLMResponse{Content: &genai.Content{Role: genai.RoleModel, Parts: []*genai.Part{
		{FunctionCall: &genai.FunctionCall{Name: name, Args: args}, ThoughtSignature: []byte("signed")},
	}}}
}

func callEcho() *model.LLMResponse { return calls("echo", map[string]any{"a": 1}) }

// echo is a tool that gives back its input.
func echo(name string) tool.Tool {
	return must(functiontool.New(functiontool.Config{Name: name}, func(_ agent.Context, args map[string]any) (map[string]any, error) {
		return map[string]any{"result": "got " + encode(args)}, nil
	}))
}

// scene is an agent with hooks and what came of it.
type scene struct {
	dialect   string
	hooks     map[string]string
	options   adk.Options
	responses []*model.LLMResponse
	tools     []tool.Tool
	config    *genai.GenerateContentConfig
	stream    bool
	agent     func(model.LLM) agent.Agent // nil means an agent with the tools
}

// stage is a scene that is set.
type stage struct {
	*script
	runner  *runner.Runner
	plugin  *plugin.Plugin
	session session.Service
	mode    agent.StreamingMode
	dir     string
	events  []*session.Event
}

func (sc scene) set(t *testing.T) *stage {
	t.Helper()
	system, dir := hooks(t, sc.dialect, sc.hooks)
	st := &stage{script: &script{responses: sc.responses}, dir: dir, session: session.InMemoryService()}
	if sc.stream {
		st.mode = agent.StreamingModeSSE
	}
	st.plugin = must(adk.New(system, sc.options))
	t.Cleanup(func() { st.plugin.Close() })
	root := sc.agent
	if root == nil {
		tools := append([]tool.Tool{echo("echo"), echo("other")}, sc.tools...)
		root = func(m model.LLM) agent.Agent {
			return must(llmagent.New(llmagent.Config{Name: "root", Model: m, Tools: tools, GenerateContentConfig: sc.config}))
		}
	}
	st.runner = must(runner.New(runner.Config{
		AppName: "test", Agent: root(st.script), SessionService: st.session, AutoCreateSession: true,
		PluginConfig: runner.PluginConfig{Plugins: []*plugin.Plugin{st.plugin}},
	}))
	return st
}

// prompt runs a prompt and keeps the events.
func (st *stage) prompt(ctx context.Context, message *genai.Content) error {
	for event, err := range st.runner.Run(ctx, "user", "session", message, agent.RunConfig{StreamingMode: st.mode}) {
		if err != nil {
			return err
		}
		st.events = append(st.events, event)
	}
	return nil
}

func (sc scene) play(t *testing.T) *stage {
	t.Helper()
	st := sc.set(t)
	st.say(t, "hello")
	return st
}

// say runs a prompt that is nothing but text.
func (st *stage) say(t *testing.T, text string) {
	t.Helper()
	if err := st.prompt(t.Context(), genai.NewContentFromText(text, genai.RoleUser)); err != nil {
		t.Fatal(err)
	}
}

// user is what a user interface that asks adk.Hidden shows.
func (st *stage) user() string {
	var lines []string
	for _, event := range st.events {
		for _, note := range adk.Notes(event) {
			lines = append(lines, "note: "+note)
		}
		if event.ErrorCode != "" {
			lines = append(lines, event.ErrorCode+": "+event.ErrorMessage)
		}
		if event.Content == nil {
			continue
		}
		for _, part := range event.Content.Parts {
			switch {
			case adk.Hidden(event, part):
			case part.FunctionResponse != nil:
				lines = append(lines, "tool: "+encode(part.FunctionResponse.Response))
			case part.Text != "" && event.Partial:
				lines = append(lines, "partial: "+part.Text)
			case part.Text != "":
				lines = append(lines, "answer: "+part.Text)
			}
		}
	}
	return strings.Join(lines, "\n")
}

func textOf(content *genai.Content) string {
	var text string
	if content != nil {
		for _, part := range content.Parts {
			text += part.Text
		}
	}
	return text
}

func encode(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("encode %T: %v", v, err))
	}
	return strings.TrimSpace(b.String())
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func wantContains(t *testing.T, what, text, part string) {
	t.Helper()
	if part != "" && !strings.Contains(text, part) {
		t.Errorf("%s does not have %q:\n%s", what, part, text)
	}
}

func wantLacks(t *testing.T, what, text, part string) {
	t.Helper()
	if part != "" && strings.Contains(text, part) {
		t.Errorf("%s has %q:\n%s", what, part, text)
	}
}
