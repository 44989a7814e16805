//go:build unix

package adk_test

import (
	"context"
	"iter"
	"os"
	"path/filepath"
	"testing"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagents/loopagent"
	"google.golang.org/adk/v2/agent/workflowagents/parallelagent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/agenttool"
	"google.golang.org/genai"
)

// modelFunc is a model that answers a request by itself.
type modelFunc func(*model.LLMRequest) *model.LLMResponse

func (modelFunc) Name() string { return "func" }

func (f modelFunc) GenerateContent(_ context.Context, req *model.LLMRequest, _ bool) iter.Seq2[*model.LLMResponse, error] {
	return func(yield func(*model.LLMResponse, error) bool) { yield(f(req), nil) }
}

// repeater is an agent that calls a tool and then says the prompt and the
// tool's result.
func repeater() agent.Agent {
	return must(llmagent.New(llmagent.Config{
		Name: "repeater", Tools: []tool.Tool{echo("echo"), echo("other")},
		Mode: llmagent.ModeChat, // ADK sets it in the first run, which races with others
		Model: modelFunc(func(req *model.LLMRequest) *model.LLMResponse {
			for _, content := range req.Contents {
				for _, part := range content.Parts {
					if part.FunctionResponse != nil {
						return says(textOf(req.Contents[0]) + ": " + encode(part.FunctionResponse.Response))
					}
				}
			}
			return &model.LLMResponse{Content: &genai.Content{Role: genai.RoleModel, Parts: []*genai.Part{
				{Text: textOf(req.Contents[0])}, {FunctionCall: &genai.FunctionCall{Name: "echo"}},
			}}}
		}),
	}))
}

// worker is an agent with a tool.
func worker(name string, m model.LLM, sub ...agent.Agent) agent.Agent {
	return must(llmagent.New(llmagent.Config{
		Name: name, Description: name, Model: m, Tools: []tool.Tool{echo("echo")}, SubAgents: sub,
	}))
}

// TestStopInTrees has a stop end a run whatever agents are still to come, and
// the user told why exactly once.
func TestStopInTrees(t *testing.T) {
	trees := map[string]func(m model.LLM) agent.Agent{
		"loop without end": func(m model.LLM) agent.Agent {
			return must(loopagent.New(loopagent.Config{AgentConfig: agent.Config{Name: "loop", SubAgents: []agent.Agent{worker("a", m), worker("b", m)}}}))
		},
		"sequence": func(m model.LLM) agent.Agent {
			return must(sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{Name: "seq", SubAgents: []agent.Agent{worker("a", m), worker("b", m)}}}))
		},
		"transfer to a loop": func(m model.LLM) agent.Agent {
			loop := must(loopagent.New(loopagent.Config{AgentConfig: agent.Config{Name: "loop", Description: "loop", SubAgents: []agent.Agent{worker("a", m)}}}))
			first := modelFunc(func(*model.LLMRequest) *model.LLMResponse {
				return calls("transfer_to_agent", map[string]any{"agent_name": "loop"})
			})
			return worker("root", first, loop)
		},
	}
	stop := say(`{"continue":false,"stopReason":"enough"}`)
	stops := map[string]string{
		"BeforeModel": stop,
		"AfterModel":  stop,
		"BeforeTool":  `if grep -q '"tool_name":"echo"'; then ` + stop + `; fi`,
		"AfterTool":   `if grep -q '"tool_name":"echo"'; then ` + stop + `; fi`,
	}
	for tree, root := range trees {
		for event, command := range stops {
			t.Run(tree+", "+event, func(t *testing.T) {
				t.Parallel()
				st := scene{hooks: map[string]string{event: command}, responses: []*model.LLMResponse{callEcho()}, agent: root}.play(t)
				if len(st.sent) > 1 {
					t.Errorf("the model was called %d times", len(st.sent))
				}
				told := 0
				for _, ev := range st.events {
					if textOf(ev.Content) == "enough" {
						told++
					}
				}
				if told != 1 {
					t.Errorf("the user was told %d times:\n%s", told, st.user())
				}
			})
		}
	}
}

// TestNextPromptAfterStop has a stop end one run, not the session.
func TestNextPromptAfterStop(t *testing.T) {
	st := scene{hooks: map[string]string{"BeforeTool": say(`{"continue":false}`)}, responses: []*model.LLMResponse{callEcho()}}.play(t)
	if err := st.prompt(t.Context(), genai.NewContentFromText("go on", genai.RoleUser)); err != nil {
		t.Fatal(err)
	}
	if len(st.sent) != 2 {
		t.Errorf("the model was called %d times", len(st.sent))
	}
	wantContains(t, "what the user saw", st.user(), "answer: done")
}

// named is a model with a name of its own.
type named struct {
	model.LLM
	name string
}

func (n named) Name() string { return n.name }

// TestParallelAgents has a restriction of one agent's tools not be another's.
func TestParallelAgents(t *testing.T) {
	repeat := modelFunc(func(req *model.LLMRequest) *model.LLMResponse {
		last := req.Contents[len(req.Contents)-1].Parts[0]
		if last.FunctionResponse != nil {
			return says(req.Model + " " + encode(last.FunctionResponse.Response))
		}
		return calls("echo", nil)
	})
	st := scene{
		hooks: map[string]string{"BeforeToolSelection": `if grep -q '"model":"strict"'; then ` +
			say(`{"hookSpecificOutput":{"toolConfig":{"mode":"NONE"}}}`) + `; fi`},
		agent: func(model.LLM) agent.Agent {
			both := []agent.Agent{worker("a", named{repeat, "strict"}), worker("b", named{repeat, "free"})}
			return must(parallelagent.New(parallelagent.Config{AgentConfig: agent.Config{Name: "both", SubAgents: both}}))
		},
	}.play(t)
	wantContains(t, "what the user saw", st.user(), `answer: strict {"error":"The tool \"echo\" may not be called now`)
	wantContains(t, "what the user saw", st.user(), `answer: free {"result":"got {}"}`)
}

// TestAgentTool shows a limit of ADK: inside of an AgentTool there are no
// plugins. If this fails, the package comment has good news to tell.
func TestAgentTool(t *testing.T) {
	inner := worker("inner", &script{responses: []*model.LLMResponse{callEcho()}})
	st := scene{
		hooks:     map[string]string{"BeforeTool": `grep -o '"tool_name":"[a-z]*"' >> tools`},
		responses: []*model.LLMResponse{calls("inner", map[string]any{"request": "work"})},
		tools:     []tool.Tool{agenttool.New(inner, nil)},
	}.play(t)
	raw, err := os.ReadFile(filepath.Join(st.dir, "tools"))
	if err != nil || string(raw) != `"tool_name":"inner"`+"\n" {
		t.Errorf("hooks were told of the tools %q, %v", raw, err)
	}
}
