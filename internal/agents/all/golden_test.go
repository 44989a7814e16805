package all

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
)

var update = flag.Bool("update", false, "write the golden files anew")

// compareGolden compares a text with a file of what it should be.
func compareGolden(t *testing.T, file, got string) {
	t.Helper()
	file = filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got); after looking at it, go test -update:\n%s", file, diff)
	}
}

// payloads returns the payloads that were recorded from real agents.
func payloads(t *testing.T) (files []string) {
	t.Helper()
	files, err := filepath.Glob("testdata/payloads/*/*.json")
	if err != nil || len(files) < 90 {
		t.Fatalf("%d payloads, %v", len(files), err)
	}
	return files
}

// agentOf is the agent whose payload is in a file. eventOf is the event that it
// was registered for.
func agentOf(file string) string {
	name, _, _ := strings.Cut(filepath.Base(filepath.Dir(file)), "-")
	return name
}

func eventOf(file string) string {
	name, _, _ := strings.Cut(filepath.Base(file), ".")
	return strings.TrimLeft(name, "0123456789-")
}

func TestRecordedPayloadsAreRead(t *testing.T) {
	byAgent := map[string]*strings.Builder{}
	for _, file := range payloads(t) {
		payload, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Named(agentOf(file))
		if err != nil {
			t.Fatal(err)
		}
		if byAgent[a.Name] == nil {
			byAgent[a.Name] = &strings.Builder{}
		}
		fmt.Fprintf(byAgent[a.Name], "# %s\n%s\n", strings.TrimPrefix(filepath.ToSlash(file), "testdata/payloads/"), describe(a, payload, eventOf(file)))
	}
	for name, got := range byAgent {
		t.Run(name, func(t *testing.T) { compareGolden(t, name+".events", got.String()) })
	}
}

// describe writes what is read from a payload, a line for each member.
func describe(a agents.Agent, payload []byte, event string) string {
	e, err := a.In(payload, event)
	if errors.Is(err, agents.ErrUnknownEvent) {
		return "not an event for hooks\n"
	} else if err != nil {
		return err.Error() + "\n"
	}
	var b strings.Builder
	line := func(name string, value any) {
		if text := strings.Join(strings.Fields(fmt.Sprint(value)), " "); text != "" && text != "[]" && text != "false" {
			fmt.Fprintf(&b, "%s: %.300s\n", name, text)
		}
	}
	line("event", e.Kind)
	line("again", e.Again)
	line("session", e.Session.ID+" "+e.Session.Dir+" "+e.Session.TranscriptPath)
	line("mode", e.PermissionMode)
	line("subagent", e.Subagent)
	line("roles", e.Roles())
	line("tool", strings.TrimSpace(e.Data.Tool+" "+e.Data.ToolCallID+" "+string(e.Data.ToolInput)))
	if e.Data.Tool != "" {
		for _, call := range tools.Of("claude").Show(a.Tools(), e.Call()) {
			line("for Claude's hooks", call.Name+" "+string(call.Input))
		}
	}
	line("response", string(e.Data.ToolResponse))
	line("error", e.Data.ToolError)
	line("request", string(e.Data.LLMRequest))
	line("answer", string(e.Data.LLMResponse))
	line("prompt", e.Data.Prompt)
	line("said", e.Data.Response)
	line("stop active", e.Data.StopActive)
	line("why", e.Data.Source+e.Data.Reason+e.Data.Trigger)
	line("notification", e.Data.Notification+" "+e.Data.Message)
	return b.String()
}

func TestRecordedPayloadsAreRecognized(t *testing.T) {
	for _, file := range payloads(t) {
		payload, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := agentOf(file)
		a, _ := Named(want)
		if _, err := a.In(payload, eventOf(file)); errors.Is(err, agents.ErrUnknownEvent) {
			continue
		}
		got, err := Recognize(payload, func(string) string { return "" })
		if err != nil || got.Name != want {
			t.Errorf("%s: got %q, %v", file, got.Name, err)
		}
	}
}

func TestAPayloadOfNobodyInParticularIsNotRecognized(t *testing.T) {
	for _, payload := range []string{``, `{}`, `[]`, `{"hook_event_name":"PreToolUse","tool_name":"Bash"}`} {
		if a, err := Recognize([]byte(payload), func(string) string { return "" }); !errors.Is(err, ErrUnknownAgent) {
			t.Errorf("%s: got %q, %v", payload, a.Name, err)
		}
	}
	env := func(name string) string {
		return map[string]string{"LLXPRT_PROJECT_DIR": "/p"}[name]
	}
	if a, err := Recognize([]byte(`{"hook_event_name":"BeforeTool","tool_name":"x"}`), env); err != nil || a.Name != "llxprt" {
		t.Errorf("by the environment: got %q, %v", a.Name, err)
	}
}

// outcomes are what hooks may say, and the moments at which they can.
var outcomes = []struct {
	name string
	at   []hook.Kind
	out  hook.Outcome
}{
	{"nothing", hook.AllKinds(), hook.Outcome{}},
	{"deny", []hook.Kind{hook.ToolBefore, hook.PromptSubmit, hook.ModelBefore}, hook.Outcome{Blocked: true, Decision: hook.Deny, Reason: "No."}},
	{"deny with context and message", []hook.Kind{hook.ToolBefore}, hook.Outcome{
		Blocked: true, Decision: hook.Deny, Reason: "No.",
		Context: []hook.Context{{Text: "Use <b>."}}, Messages: []hook.Message{{To: hook.ToUser, Text: "denied"}},
	}},
	{"deny and stop", []hook.Kind{hook.ToolBefore, hook.PromptSubmit}, hook.Outcome{Blocked: true, Stop: true, Reason: "No.", StopReason: "Enough."}},
	{"ask", []hook.Kind{hook.ToolBefore}, hook.Outcome{Decision: hook.Ask, Reason: "Sure?"}},
	{"allow", []hook.Kind{hook.ToolBefore}, hook.Outcome{Decision: hook.Allow, Reason: "Fine."}},
	{"rewrite", []hook.Kind{hook.ToolBefore}, hook.Outcome{ToolInput: []byte(`{"command": "ls"}`)}},
	{"context", []hook.Kind{hook.ToolBefore, hook.ToolAfter, hook.ToolFailure, hook.PromptSubmit, hook.SessionStart}, hook.Outcome{Context: []hook.Context{{Text: "Mind the gap."}}}},
	{"message", []hook.Kind{hook.ToolBefore, hook.ToolAfter, hook.AgentStop}, hook.Outcome{Messages: []hook.Message{{To: hook.ToUser, Text: "Look."}}}},
	{"deny after the fact", []hook.Kind{hook.ToolAfter}, hook.Outcome{Decision: hook.Deny, Reason: "That was wrong."}},
	{"stop", []hook.Kind{hook.ToolAfter, hook.AgentStop, hook.SessionStart}, hook.Outcome{Stop: true, StopReason: "Enough."}},
	{"go on", []hook.Kind{hook.AgentStop}, hook.Outcome{Blocked: true, Decision: hook.Deny, Reason: "Tests fail."}},
	{"request", []hook.Kind{hook.ModelBefore}, hook.Outcome{LLMRequest: []byte(`{"model":"m"}`)}},
	{"canned answer", []hook.Kind{hook.ModelBefore}, hook.Outcome{Blocked: true, Reason: "Cached.", LLMResponse: []byte(`{"text":"x"}`)}},
	{"other answer", []hook.Kind{hook.ModelAfter}, hook.Outcome{LLMResponse: []byte(`{"text":"x"}`)}},
	{"fewer tools", []hook.Kind{hook.ToolSelection}, hook.Outcome{ToolConfig: &hook.ToolConfig{Mode: "ANY", AllowedFunctionNames: []string{"a"}}}},
}

func TestOutcomesAreSaidInEachAgentsForm(t *testing.T) {
	for _, a := range Agents() {
		t.Run(a.Name, func(t *testing.T) {
			var b strings.Builder
			for _, tt := range outcomes {
				for _, kind := range tt.at {
					if a.Fires(kind) {
						fmt.Fprintf(&b, "# %s at %s\n%s\n", tt.name, kind, answer(a, kind, tt.out))
					}
				}
			}
			compareGolden(t, a.Name+".answers", b.String())
		})
	}
}

// shellTool is a call of an agent's shell at a moment.
func shellTool(a agents.Agent, kind hook.Kind) agents.Event {
	e := agents.Event{Agent: a.Name, Kind: kind}
	for _, name := range a.Events {
		if name.Kind == kind {
			e.Name = name.Name
		}
	}
	shown := a.Tools().Show(tools.Of("claude"), tools.Call{Name: "Bash", Input: []byte(`{"command":"rm -rf x"}`)})
	e.Data = hook.Data{Tool: shown[0].Name, ToolInput: shown[0].Input, Prompt: "do it"}
	return e
}

func answer(a agents.Agent, kind hook.Kind, out hook.Outcome) string {
	said, losses := a.Out(shellTool(a, kind), out, agents.Policy{})
	var b strings.Builder
	fmt.Fprintf(&b, "exit %d\n", said.ExitCode)
	if said.Stdout != "" {
		fmt.Fprintf(&b, "stdout: %s", said.Stdout)
	}
	if said.Stderr != "" {
		fmt.Fprintf(&b, "stderr: %s", said.Stderr)
	}
	for _, loss := range losses {
		fmt.Fprintf(&b, "loss: %s: %s (%s)\n", loss.Effect, loss.How, loss.Choice)
	}
	return b.String()
}
