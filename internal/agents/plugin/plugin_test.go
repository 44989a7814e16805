package plugin_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/agents/opencode"
	"github.com/grapnel-hooks/grapnel/internal/agents/pi"
)

// bench is an agent's program beside a Grapnel that gives one answer and keeps
// what it is asked.
type bench struct {
	agent agents.Agent
	dir   string
	reg   agents.Registration
}

func newBench(t *testing.T, a agents.Agent, answer agents.Answer) bench {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "answer"), answer.Stdout)
	binary := filepath.Join(dir, "grapnel")
	write(t, binary, "#!/bin/sh\necho \"$@\" >'"+dir+"/args'\ncat >'"+dir+"/payload'\ncat '"+dir+"/answer'\n")
	return bench{a, dir, agents.Registration{Binary: binary, Events: a.Events, Timeout: time.Minute}}
}

func write(t *testing.T, file, content string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(content), 0o755); err != nil {
		t.Fatal(err)
	}
}

// run writes the program as install does, and runs a script that can use it.
// What the script prints is JSON.
func (b bench) run(t *testing.T, script string) string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("this needs node")
	}
	files, err := b.agent.Settings.Own(b.reg)
	if err != nil || len(files) != 1 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	write(t, filepath.Join(b.dir, "grapnel.mjs"), files[0].Content)
	cmd := exec.Command(node, "--input-type=module", "-e", script)
	var stderr bytes.Buffer
	cmd.Dir, cmd.Stderr = b.dir, &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	return strings.TrimSpace(string(out))
}

// asked reads the payload that Grapnel got.
func (b bench) asked(t *testing.T) agents.Event {
	t.Helper()
	payload, err := os.ReadFile(filepath.Join(b.dir, "payload"))
	if err != nil {
		t.Fatal(err)
	}
	e, err := b.agent.In(payload, "")
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// said is an answer that Grapnel gives at a moment.
func said(t *testing.T, a agents.Agent, kind hook.Kind, out hook.Outcome) agents.Answer {
	t.Helper()
	answer, losses := a.Out(agents.Event{Agent: a.Name, Kind: kind}, out, agents.Policy{})
	if len(losses) > 0 {
		t.Fatalf("losses: %v", losses)
	}
	return answer
}

const inOpencode = `
import { Grapnel } from "./grapnel.mjs";
const plugin = await Grapnel({ directory: process.cwd() });
const call = { tool: "bash", sessionID: "s1", callID: "c1", args: { command: "ls" } };
const before = { args: { command: "ls", x: 1 } };
const after = { title: "", output: "out", metadata: {} };
let error;
try {
  await plugin["tool.execute.before"](call, before);
} catch (e) {
  error = e.message;
}
await plugin["tool.execute.after"](call, after);
console.log(JSON.stringify({ error, args: before.args, output: after.output }));
`

func TestOpencodeAppliesAnswers(t *testing.T) {
	a := opencode.Agent()
	tests := []struct {
		name string
		kind hook.Kind
		out  hook.Outcome
		want string
	}{
		{"nothing", hook.ToolBefore, hook.Outcome{}, `{"args":{"command":"ls","x":1},"output":"out"}`},
		{"a deny", hook.ToolBefore, hook.Outcome{Blocked: true, Reason: "No."}, `{"error":"No.","args":{"command":"ls","x":1},"output":"out"}`},
		{"a rewrite", hook.ToolBefore, hook.Outcome{ToolInput: json.RawMessage(`{"command":"pwd"}`)}, `{"args":{"command":"pwd"},"output":"out"}`},
		{"context", hook.ToolAfter, hook.Outcome{Context: []hook.Context{{Text: "Mind."}}}, `{"args":{"command":"ls","x":1},"output":"out\n\nMind."}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t, a, said(t, a, tt.kind, tt.out))
			if got := b.run(t, inOpencode); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if e := b.asked(t); e.Kind != hook.ToolAfter || e.Session.ID != "s1" || e.Data.Tool != "bash" || string(e.Data.ToolResponse) != `"out"` {
				t.Errorf("asked %s", e.Payload)
			}
		})
	}
}

func TestOpencodeDeniesWhenGrapnelFails(t *testing.T) {
	for name, script := range map[string]string{"is gone": "", "crashes": "exit 3", "says no JSON": "echo '{half'"} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, opencode.Agent(), agents.Answer{})
			b.reg.Binary = filepath.Join(b.dir, "other")
			if script != "" {
				write(t, b.reg.Binary, "#!/bin/sh\n"+script+"\n")
			}
			if got := b.run(t, inOpencode); !strings.Contains(got, agents.GoneText) {
				t.Errorf("got %s", got)
			}
			b.reg.OnFailure = "allow"
			if got := b.run(t, inOpencode); strings.Contains(got, agents.GoneText) {
				t.Errorf("although it is allowed: %s", got)
			}
		})
	}
}

func TestOpencodeDeniesWhenGrapnelHangs(t *testing.T) {
	b := newBench(t, opencode.Agent(), agents.Answer{})
	b.reg.Binary, b.reg.Timeout = filepath.Join(b.dir, "other"), 300*time.Millisecond
	write(t, b.reg.Binary, "#!/bin/sh\nexec sleep 600\n")
	if got := b.run(t, inOpencode); !strings.Contains(got, "no answer in time") {
		t.Errorf("got %s", got)
	}
}

func TestOnlyEventsThatSomebodyWantsAreFired(t *testing.T) {
	b := newBench(t, opencode.Agent(), agents.Answer{Stdout: `{"deny":true,"reason":"no"}`})
	b.reg.Events = nil
	b.run(t, inOpencode)
	if _, err := os.Stat(filepath.Join(b.dir, "payload")); err == nil {
		t.Error("Grapnel was called")
	}
}

// inPi fires one recorded event at the extension; pi is what it registers with.
const inPi = `
import extension from "./grapnel.mjs";
const handlers = {}, sent = [];
extension({ on: (name, f) => (handlers[name] = f), sendUserMessage: (...message) => sent.push(message) });
const event = EVENT;
const result = await handlers[event.type](event, { cwd: process.cwd() });
const next = await handlers.before_agent_start({});
console.log(JSON.stringify({ result, next, sent, input: event.input }));
`

func TestPiAppliesAnswersToRecordedEvents(t *testing.T) {
	a := pi.Agent()
	command := `{"command":"touch ran.flag && echo TOOLOUT"}`
	contexts := []hook.Context{{Text: "Mind."}}
	next := `"next":{"message":{"customType":"grapnel","content":"Mind.","display":false}}`
	tests := []struct {
		name, event string
		kind        hook.Kind
		out         hook.Outcome
		want        string
	}{
		{"nothing", "tool_call", hook.ToolBefore, hook.Outcome{}, `{"sent":[],"input":` + command + `}`},
		{"a deny", "tool_call", hook.ToolBefore, hook.Outcome{Blocked: true, Reason: "No."}, `{"result":{"block":true,"reason":"No."},"sent":[],"input":` + command + `}`},
		{"a rewrite", "tool_call", hook.ToolBefore, hook.Outcome{ToolInput: json.RawMessage(`{"command":"pwd"}`)}, `{"sent":[],"input":{"command":"pwd"}}`},
		{"context after a tool", "tool_result", hook.ToolAfter, hook.Outcome{Context: contexts}, `{"result":{"content":[{"type":"text","text":"TOOLOUT\n"},{"type":"text","text":"Mind."}]},"sent":[],"input":` + command + `}`},
		{"a prompt that is denied", "input", hook.PromptSubmit, hook.Outcome{Blocked: true, Reason: "No."}, `{"result":{"action":"handled"},"sent":[]}`},
		{"context for a prompt", "input", hook.PromptSubmit, hook.Outcome{Context: contexts}, `{"result":{"action":"continue"},` + next + `,"sent":[]}`},
		{"context for a session", "session_start", hook.SessionStart, hook.Outcome{Context: contexts}, `{` + next + `,"sent":[]}`},
		{"the end of a session", "session_shutdown", hook.SessionEnd, hook.Outcome{}, `{"sent":[]}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			event, err := os.ReadFile(filepath.Join("testdata", "pi", tt.event+".json"))
			if err != nil {
				t.Fatal(err)
			}
			b := newBench(t, a, said(t, a, tt.kind, tt.out))
			if got := b.run(t, strings.Replace(inPi, "EVENT", string(event), 1)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if e := b.asked(t); e.Kind != tt.kind || e.Name != tt.event {
				t.Errorf("asked %s", e.Payload)
			}
		})
	}
}

func TestPiGoesOnWhenAHookWantsIt(t *testing.T) {
	a := pi.Agent()
	b := newBench(t, a, said(t, a, hook.AgentStop, hook.Outcome{Blocked: true, Reason: "Tests fail."}))
	event := `{type: "turn_end", message: {content: [{type: "text", text: "done"}]}, toolResults: []}`
	if got, want := b.run(t, strings.Replace(inPi, "EVENT", event, 1)), `{"sent":[["Tests fail.",{"deliverAs":"steer"}]]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if e := b.asked(t); e.Kind != hook.AgentStop || e.Data.Response != "done" {
		t.Errorf("asked %s", e.Payload)
	}
}
