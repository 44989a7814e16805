//go:build unix

package host_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/grapnel-hooks/grapnel/host"
)

func calls(names ...string) []host.Call {
	var list []host.Call
	for i, name := range names {
		list = append(list, host.Call{ID: fmt.Sprint(i), Name: name, Args: json.RawMessage(fmt.Sprintf(`{"n":%d}`, i))})
	}
	return list
}

func TestResultsArePublishedInCallOrder(t *testing.T) {
	second := make(chan struct{})
	tools := map[string]host.ToolFunc{
		"slow": func(context.Context, json.RawMessage) (host.ToolResult, error) {
			<-second // the first call ends after the second
			return host.ToolResult{LLMContent: "slow"}, nil
		},
		"fast": func(context.Context, json.RawMessage) (host.ToolResult, error) {
			close(second)
			return host.ToolResult{LLMContent: "fast"}, nil
		},
	}
	var published []string
	s := host.Scheduler{
		Tool:    func(name string) host.ToolFunc { return tools[name] },
		Publish: func(c host.Completed) { published = append(published, c.Result.LLMContent) },
	}
	results, _ := s.Run(t.Context(), calls("slow", "fast"), nil)
	if want := []string{"slow", "fast"}; !slices.Equal(published, want) {
		t.Errorf("published %v", published)
	}
	if results[0].Result.LLMContent != "slow" || results[1].Result.LLMContent != "fast" {
		t.Errorf("results %v", results)
	}
}

func TestNoMoreCallsRunAtOnceThanTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running atomic.Int32
		goOn := make(chan struct{})
		s := host.Scheduler{Limit: 3, Tool: func(string) host.ToolFunc {
			return func(context.Context, json.RawMessage) (host.ToolResult, error) {
				running.Add(1)
				<-goOn
				return host.ToolResult{}, nil
			}
		}}
		go s.Run(t.Context(), calls("a", "b", "c", "d", "e"), nil)
		synctest.Wait() // all that can run does
		if n := running.Load(); n != 3 {
			t.Errorf("%d calls ran at once", n)
		}
		close(goOn)
		synctest.Wait()
		if n := running.Load(); n != 5 {
			t.Errorf("%d calls ran", n)
		}
	})
}

func TestBlockedCallIsACompletedCall(t *testing.T) {
	system := hooks(t, map[string][]string{"BeforeTool": {`grep -q '"n":0' && { echo "not zero" >&2; exit 2; }; exit 0`}})
	var mu sync.Mutex
	var changes []string
	ran := map[string]int{}
	var published []host.Completed
	s := host.Scheduler{
		Hooks: system,
		Tool: func(string) host.ToolFunc {
			return func(_ context.Context, input json.RawMessage) (host.ToolResult, error) {
				mu.Lock()
				defer mu.Unlock()
				ran[string(input)]++
				return host.ToolResult{LLMContent: "ran"}, nil
			}
		},
		Publish: func(c host.Completed) { published = append(published, c) },
		OnStatus: func(c host.Call, from, to host.Status) {
			mu.Lock()
			defer mu.Unlock()
			if c.ID == "0" {
				changes = append(changes, fmt.Sprintf("%s to %s", from, to))
			}
		},
	}
	s.Run(t.Context(), calls("a", "b"), nil)
	if want := []string{"waiting to executing", "executing to idle"}; !slices.Equal(changes, want) {
		t.Errorf("the blocked call went %v", changes)
	}
	if ran[`{"n":0}`] != 0 || ran[`{"n":1}`] != 1 {
		t.Errorf("ran %v", ran)
	}
	if len(published) != 2 || published[0].Result.LLMContent != "not zero" || published[0].Result.Error.Type != host.ErrorBlocked {
		t.Errorf("published %+v", published)
	}
}

func TestStopEndsTheTurnAfterTheRunningCalls(t *testing.T) {
	asked := filepath.Join(t.TempDir(), "asked")
	system := hooks(t, map[string][]string{
		"BeforeTool": {"echo >> " + asked},
		"AfterTool":  {`grep -q '"n":0' && echo '{"continue":false,"stopReason":"after the first"}'; true`},
	})
	var ran atomic.Int32
	s := host.Scheduler{Hooks: system, Limit: 1, Tool: func(string) host.ToolFunc {
		return func(context.Context, json.RawMessage) (host.ToolResult, error) {
			ran.Add(1)
			return host.ToolResult{LLMContent: "ran"}, nil
		}
	}}
	results, stop := s.Run(t.Context(), calls("a", "b", "c"), nil)
	if !stop.Stopped || stop.Reason != "after the first" {
		t.Errorf("stop %+v", stop)
	}
	if ran.Load() != 1 {
		t.Errorf("%d calls ran", ran.Load())
	}
	if lines, err := os.ReadFile(asked); err != nil || len(lines) != 1 {
		t.Errorf("hooks were asked about %d calls, error %v", len(lines), err)
	}
	if results[2].Result.Error == nil || results[2].Result.Error.Type != host.ErrorNotRun {
		t.Errorf("the third result is %+v", results[2].Result)
	}
}

func TestAllStopsOfATurnSayWhyInTheOrderOfTheCalls(t *testing.T) {
	system := hooks(t, map[string][]string{"AfterTool": {
		`if grep -q '"n":0'; then echo '{"continue":false,"stopReason":"first"}'; else echo '{"continue":false,"stopReason":"second"}'; fi`,
	}})
	bothRun, laterDone := make(chan struct{}), make(chan struct{})
	s := host.Scheduler{
		Hooks: system,
		Tool: func(name string) host.ToolFunc {
			return func(context.Context, json.RawMessage) (host.ToolResult, error) {
				if name == "slow" {
					close(bothRun)
					<-laterDone
				} else {
					<-bothRun
				}
				return host.ToolResult{}, nil
			}
		},
		OnStatus: func(c host.Call, _, to host.Status) {
			if c.Name == "fast" && to == host.Idle {
				close(laterDone)
			}
		},
	}
	if _, stop := s.Run(t.Context(), calls("slow", "fast"), nil); stop.Reason != "first\nsecond" {
		t.Errorf("stop %+v", stop)
	}
}

func TestToolDoesNotRunOnceAnotherCallHasStoppedTheAgent(t *testing.T) {
	deciding, stopped := newPipe(t), newPipe(t)
	system := hooks(t, map[string][]string{
		"BeforeTool": {`if grep -q '"n":1'; then echo > ` + deciding.Name() + `; read -r line < ` + stopped.Name() + `; fi`},
		"AfterTool":  {say(`{"continue":false,"stopReason":"enough"}`)},
	})
	s := host.Scheduler{
		Hooks: system,
		Tool: func(name string) host.ToolFunc {
			return func(context.Context, json.RawMessage) (host.ToolResult, error) {
				if name == "late" {
					return host.ToolResult{}, errors.New("this tool must not run")
				}
				deciding.await() // until the guard of the other call is at work
				return host.ToolResult{LLMContent: "ran"}, nil
			}
		},
		Publish: func(c host.Completed) {
			if c.Call.Name == "early" {
				fmt.Fprintln(stopped)
			}
		},
	}
	results, stop := s.Run(t.Context(), calls("early", "late"), nil)
	if !stop.Stopped || errorType(results[1].Result) != host.ErrorNotRun {
		t.Errorf("stop %+v, result %+v", stop, results[1].Result)
	}
}

func TestCallsThatCannotRunSayWhy(t *testing.T) {
	tool := func(name string) host.ToolFunc {
		switch name {
		case "echo":
			return echo
		case "fails":
			return fails
		case "crashes":
			return func(context.Context, json.RawMessage) (host.ToolResult, error) { panic("oh") }
		}
		return nil
	}
	tests := []struct {
		name    string
		call    host.Call
		want    string
		errType string
	}{
		{"unknown tool", host.Call{Name: "missing"}, `There is no tool "missing".`, host.ErrorUnknown},
		{"tool outside the allowed set", host.Call{Name: "forbidden"}, `The tool "forbidden" may not be called now: a hook restricted the tools.`, host.ErrorNotAllowed},
		{"arguments that are no JSON", host.Call{Name: "echo", Args: json.RawMessage(`{"a":`)}, "the arguments of the call are not a JSON object", host.ErrorArguments},
		{"arguments that are no object", host.Call{Name: "echo", Args: json.RawMessage(`[1]`)}, "not a JSON object", host.ErrorArguments},
		{"tool that fails", host.Call{Name: "fails"}, "disk full", host.ErrorExecution},
		{"tool that crashes", host.Call{Name: "crashes"}, "the tool crashed: oh", host.ErrorExecution},
		{"no arguments", host.Call{Name: "echo"}, "got {}", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := host.Scheduler{Tool: tool}
			results, _ := s.Run(t.Context(), []host.Call{tt.call}, func(name string) bool { return name != "forbidden" })
			result := results[0].Result
			wantContains(t, "the result", result.LLMContent, tt.want)
			if got := errorType(result); got != tt.errType {
				t.Errorf("error type %q, want %q", got, tt.errType)
			}
		})
	}
}

func errorType(r host.ToolResult) string {
	if r.Error == nil {
		return ""
	}
	return r.Error.Type
}

func TestRewrittenInputThatTheToolRejects(t *testing.T) {
	system := hooks(t, map[string][]string{"BeforeTool": {say(`{"hookSpecificOutput":{"tool_input":{"path":5}}}`)}})
	var inputs []string
	result, _ := host.ExecuteTool(t.Context(), system, "write", json.RawMessage(`{"path":"a"}`),
		func(_ context.Context, input json.RawMessage) (host.ToolResult, error) {
			inputs = append(inputs, string(input))
			var args struct{ Path string }
			if err := json.Unmarshal(input, &args); err != nil {
				return host.ToolResult{}, fmt.Errorf("path must be a string")
			}
			return host.ToolResult{LLMContent: "written"}, nil
		})
	if result.LLMContent != "path must be a string" || len(inputs) != 1 || inputs[0] != `{"path":5}` {
		t.Errorf("result %q after inputs %v", result.LLMContent, inputs)
	}
}

func TestExecuteToolWithoutHooksAllocatesNothing(t *testing.T) {
	input := json.RawMessage(`{}`)
	tool := func(context.Context, json.RawMessage) (host.ToolResult, error) { return host.ToolResult{}, nil }
	ctx := t.Context()
	unmatched := hooks(t, map[string][]string{"BeforeModel": {"true"}})
	for name, run := range map[string]func(){
		"disabled": func() { host.ExecuteTool(ctx, nil, "echo", input, tool) },
		"no hook":  func() { host.ExecuteTool(ctx, unmatched, "echo", input, tool) },
	} {
		if n := testing.AllocsPerRun(100, run); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
