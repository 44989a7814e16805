//go:build unix

package adk_test

import (
	"context"
	"iter"
	"math"
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

// TestStopDuringParallelCalls has the hook of one call stop the run while that of
// the other is still deciding. It decides when the run has been stopped.
func TestStopDuringParallelCalls(t *testing.T) {
	const hook = `if grep -q '"tool_name":"other"'; then echo '{"continue":false,"stopReason":"enough"}'; touch stopping; exit; fi
for i in $(seq 3000); do [ -e stopping ] && break; sleep 0.01; done; sleep 0.3`
	st := scene{
		hooks: map[string]string{"BeforeTool": hook},
		responses: []*model.LLMResponse{{Content: &genai.Content{Role: genai.RoleModel, Parts: []*genai.Part{
			{FunctionCall: &genai.FunctionCall{ID: "1", Name: "echo", Args: map[string]any{"a": 1}}},
			{FunctionCall: &genai.FunctionCall{ID: "2", Name: "other", Args: map[string]any{}}},
		}}}},
	}.play(t)
	wantLacks(t, "what the user saw", st.user(), "got {")
	wantContains(t, "what the user saw", st.user(), "answer: enough")
}

// TestValuesWithoutAFormInJSON has tools and models exchange what JSON cannot
// say. Hooks see it as text, and nobody else notices them.
func TestValuesWithoutAFormInJSON(t *testing.T) {
	for _, event := range []string{"BeforeTool", "AfterTool", "BeforeModel", "AfterModel"} {
		t.Run(event, func(t *testing.T) {
			system, dir := hooks(t, "", map[string]string{event: "cat >> seen; echo >> seen"})
			p := must(adk.New(system, adk.Options{}))
			defer p.Close()
			values := &plainScript{script: script{responses: []*model.LLMResponse{calls("infinite", map[string]any{"x": math.NaN()})}}}
			st := newStage(t, p, values, infinite{})
			st.say(t, "hello")
			if n, _ := values.result["n"].(float64); !math.IsInf(n, 1) {
				t.Errorf("the model got %v", values.result)
			}
			want := map[string]string{"BeforeTool": `"x":"NaN"`, "AfterTool": `+Inf`}[event]
			seen, err := os.ReadFile(filepath.Join(dir, "seen"))
			if err != nil {
				t.Fatal(err)
			}
			wantContains(t, "what hooks saw", string(seen), want)
		})
	}
}

// infinite is a tool with a result that has no form in JSON.
type infinite struct{}

func (infinite) Name() string        { return "infinite" }
func (infinite) Description() string { return "gives a large number" }
func (infinite) IsLongRunning() bool { return false }

func (i infinite) Declaration() *genai.FunctionDeclaration {
	return &genai.FunctionDeclaration{Name: i.Name()}
}

func (infinite) Run(agent.Context, any) (map[string]any, error) {
	return map[string]any{"value": 1, "n": math.Inf(1)}, nil
}

// ProcessRequest tells the model of the tool.
func (i infinite) ProcessRequest(_ agent.Context, req *model.LLMRequest) error {
	if req.Tools == nil {
		req.Tools = make(map[string]any)
	}
	req.Tools[i.Name()] = i
	return nil
}

// TestBrokenConfigurationIsANote has the user told that guards are missing.
func TestBrokenConfigurationIsANote(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "hooks.json")
	if err := os.WriteFile(file, []byte(`{"PreToolUse": 5}`), 0o600); err != nil {
		t.Fatal(err)
	}
	p := must(adk.New(grapnel.New(grapnel.Options{Dialect: "pi", Dir: dir, ConfigFiles: []string{file}}), adk.Options{}))
	defer p.Close()
	st := newStage(t, p, &script{})
	st.say(t, "hello")
	if n := strings.Count(st.user(), "hooks.json"); n != 1 {
		t.Errorf("the user was told %d times:\n%s", n, st.user())
	}
}

// TestAskWithoutAUser has the dialect decide what becomes of the call.
func TestAskWithoutAUser(t *testing.T) {
	for dialect, tt := range map[string]struct {
		event, answer string
		waits         bool
	}{
		"pi":      {"PreToolUse", `{"decision":"ask"}`, false},
		"massgen": {"PreToolUse", `{"decision":"ask"}`, false},
		"":        {"BeforeTool", `{"decision":"ask"}`, false},
		"wave":    {"PreToolUse", `{"hookSpecificOutput":{"permissionDecision":"ask"}}`, true},
	} {
		t.Run(dialect, func(t *testing.T) {
			st := scene{dialect: dialect, hooks: map[string]string{tt.event: say(tt.answer)}, responses: []*model.LLMResponse{callEcho()}}.play(t)
			if waits := len(st.sent) == 1; waits != tt.waits {
				t.Errorf("the run waits for the user: %v", waits)
			}
		})
	}
}

// TestWhatHooksSayAtTheEndWaitsForTheNextEvent is for programs without ToUser.
func TestWhatHooksSayAtTheEndWaitsForTheNextEvent(t *testing.T) {
	once := "[ -e once ] && exit; touch once; "
	st := scene{dialect: "wave", hooks: map[string]string{"Stop": once + "echo go on >&2; exit 2"}}.play(t)
	wantLacks(t, "what the user saw", st.user(), "go on")
	st.say(t, "again")
	wantContains(t, "what the user saw", st.user(), "note: A hook wanted the agent to go on: go on")
}

// plainScript is a script that keeps no JSON of its requests, but the result of a
// tool as it is.
type plainScript struct {
	script
	result map[string]any
}

// GenerateContent gives the next response.
func (s *plainScript) GenerateContent(_ context.Context, req *model.LLMRequest, _ bool) iter.Seq2[*model.LLMResponse, error] {
	last := req.Contents[len(req.Contents)-1]
	if r := last.Parts[0].FunctionResponse; r != nil {
		s.result = r.Response
	}
	return func(yield func(*model.LLMResponse, error) bool) {
		next := says("done")
		if len(s.responses) > 0 {
			next, s.responses = s.responses[0], nil
		}
		yield(next, nil)
	}
}

// newStage returns an agent with a plugin and a model of its own.
func newStage(t *testing.T, p *plugin.Plugin, m model.LLM, tools ...tool.Tool) *stage {
	t.Helper()
	st := &stage{script: &script{}, plugin: p, session: session.InMemoryService()}
	root := must(llmagent.New(llmagent.Config{Name: "root", Model: m, Tools: tools}))
	st.runner = must(runner.New(runner.Config{
		AppName: "test", Agent: root, SessionService: st.session, AutoCreateSession: true,
		PluginConfig: runner.PluginConfig{Plugins: []*plugin.Plugin{p}},
	}))
	return st
}
