//go:build unix

package adk_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/plugin"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/adapters/adk"
	"github.com/grapnel-hooks/grapnel/internal/hosttest"
	"github.com/grapnel-hooks/grapnel/llm"
)

// TestEveryEffect plays the table of effects by event and dialect with an agent
// of ADK.
func TestEveryEffect(t *testing.T) {
	hosttest.Run(t, hosttest.Agent{Play: playInADK, OneResult: true})
}

func playInADK(t *testing.T, s hosttest.Script) hosttest.Played {
	var mu sync.Mutex
	var late []string // what no event could tell
	st := &stage{script: &script{responses: []*model.LLMResponse{callsOf(s.Calls), says("all done")}}, session: session.InMemoryService()}
	st.plugin = must(adk.New(s.Hooks, adk.Options{Ask: s.User, ToUser: func(_, text string) {
		mu.Lock()
		defer mu.Unlock()
		late = append(late, text)
	}}))
	counted := &counter{}
	root := must(llmagent.New(llmagent.Config{Name: "root", Model: st.script, Instruction: "Be brief.", Tools: []tool.Tool{counted.echo()}}))
	st.runner = must(runner.New(runner.Config{
		AppName: "test", Agent: root, SessionService: st.session, AutoCreateSession: true,
		PluginConfig: runner.PluginConfig{Plugins: []*plugin.Plugin{st.plugin}},
	}))
	st.say(t, "go")
	asked := st.answerQuestions(t, s.User)
	st.plugin.Close()
	mu.Lock()
	defer mu.Unlock()
	return hosttest.Played{
		Requests: st.translated(t), Runs: counted.runs,
		User: append(append(strings.Split(st.user(), "\n"), asked...), late...),
	}
}

// callsOf is a response that calls the tool so many times at once.
func callsOf(n int) *model.LLMResponse {
	content := &genai.Content{Role: genai.RoleModel}
	for i := 1; i <= n; i++ {
		content.Parts = append(content.Parts, &genai.Part{FunctionCall: &genai.FunctionCall{
			ID: fmt.Sprint("c", i), Name: "echo", Args: map[string]any{"n": i},
		}})
	}
	return &model.LLMResponse{Content: content}
}

// counter counts how often its tool runs.
type counter struct {
	mu   sync.Mutex
	runs int
}

func (c *counter) echo() tool.Tool {
	return must(functiontool.New(functiontool.Config{Name: "echo"}, func(_ agent.Context, args map[string]any) (map[string]any, error) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.runs++
		return map[string]any{"result": "got " + encode(args)}, nil
	}))
}

// answerQuestions has the user say yes, or, if there is none, leaves. It returns
// the questions.
func (st *stage) answerQuestions(t *testing.T, yes bool) (asked []string) {
	t.Helper()
	answer := &genai.Content{Role: genai.RoleUser}
	for _, event := range st.events {
		if event.Content == nil {
			continue
		}
		for _, part := range event.Content.Parts {
			if call := part.FunctionCall; call != nil && strings.HasPrefix(call.Name, "adk_request") {
				asked = append(asked, "asked: "+hintOf(call))
				answer.Parts = append(answer.Parts, confirm(call.ID, yes).Parts...)
			}
		}
	}
	if len(answer.Parts) > 0 {
		if err := st.prompt(t.Context(), answer); err != nil {
			t.Fatal(err)
		}
	}
	return asked
}

// hintOf is what the user is asked.
func hintOf(call *genai.FunctionCall) string {
	var args struct {
		Confirmation struct{ Hint string } `json:"toolConfirmation"`
	}
	raw, err := json.Marshal(call.Args)
	if err == nil {
		err = json.Unmarshal(raw, &args)
	}
	if err != nil {
		return err.Error()
	}
	return args.Confirmation.Hint
}

// translated returns the requests that the model got.
func (st *stage) translated(t *testing.T) []*llm.Request {
	t.Helper()
	var list []*llm.Request
	for _, sent := range st.sent {
		var wire struct {
			Contents []llm.Content
			Config   struct{ SystemInstruction *llm.Content }
		}
		if err := json.Unmarshal([]byte(sent), &wire); err != nil {
			t.Fatal(err)
		}
		list = append(list, &llm.Request{Contents: wire.Contents, SystemInstruction: wire.Config.SystemInstruction})
	}
	return list
}
