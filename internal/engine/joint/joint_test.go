//go:build unix

package joint_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine"
	"github.com/grapnel-hooks/grapnel/internal/engine/joint"
)

// part is the hooks of a dialect: shell commands for one event and tool.
func part(t *testing.T, dialect, event, matcher string, commands ...string) joint.Part {
	t.Helper()
	d, err := all.ByName(dialect)
	if err != nil {
		t.Fatal(err)
	}
	var definitions []hook.Definition
	for _, command := range commands {
		definitions = append(definitions, hook.Definition{
			Event: event, Matcher: matcher, Type: "command", Command: command, Timeout: time.Minute,
		})
	}
	e := engine.New(engine.NewRegistry(d, definitions), engine.Options{Session: hook.Session{ID: "s", Dir: t.TempDir()}})
	t.Cleanup(e.Close)
	return joint.Part{Contract: d, Engine: e}
}

// call is an agent's call of a tool.
func call(agent, tool, input string) joint.Event {
	return joint.Event{
		Name: "PreToolUse", Kind: hook.ToolBefore, Agent: agent, Tools: tools.Of(agent),
		Data: hook.Data{Tool: tool, ToolInput: json.RawMessage(input)},
	}
}

const (
	wave   = "wave"
	llxprt = "llxprt"
	shell  = "Bash"
)

func TestADenyPrevailsAndItsReasonsAreJoinedInOrder(t *testing.T) {
	parts := []joint.Part{
		part(t, wave, "PreToolUse", shell, `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","permissionDecisionReason":"fine"}}'`),
		part(t, wave, "PreToolUse", shell, "echo one >&2; exit 2"),
		part(t, llxprt, "BeforeTool", "run_shell_command", "echo two >&2; exit 2"),
	}
	out := joint.Fire(context.Background(), parts, call("droid", "Execute", `{"command":"ls"}`))
	if !out.Blocked || out.Decision != hook.Deny || out.Reason != "one\ntwo" {
		t.Errorf("blocked %v, decision %q, reason %q", out.Blocked, out.Decision, out.Reason)
	}
	if len(out.Hooks) != 3 || out.Dialect != "wave+llxprt" {
		t.Errorf("%d hooks of %s", len(out.Hooks), out.Dialect)
	}
	for i, message := range out.Messages {
		if message.Kind == hook.ReasonMessage && message.Text == "two" && message.Hook != 2 {
			t.Errorf("message %d is of hook %d", i, message.Hook)
		}
	}
}

func TestLaterPartsSeeWhatEarlierOnesMadeOfTheCall(t *testing.T) {
	rewrite := `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"pwd"}}}'`
	parts := []joint.Part{
		part(t, wave, "PreToolUse", shell, rewrite),
		part(t, llxprt, "BeforeTool", "run_shell_command", `grep -q '"command":"pwd"' && { echo saw it >&2; exit 2; }; exit 0`),
	}
	if out := joint.Fire(context.Background(), parts, call("codex", "exec_command", `{"cmd":"ls","workdir":"/"}`)); !out.Blocked || out.Reason != "saw it" {
		t.Errorf("%+v", out)
	}
	out := joint.Fire(context.Background(), parts[:1], call("codex", "exec_command", `{"cmd":"ls"}`))
	if string(out.ToolInput) != `{"cmd":"pwd"}` {
		t.Errorf("the agent's input is %s", out.ToolInput)
	}
}

func TestEveryFileOfAPatchIsShown(t *testing.T) {
	patch := `{"command":"*** Begin Patch\n*** Add File: a.txt\n+one\n*** Add File: secret.txt\n+two\n*** End Patch\n"}`
	guard := `grep -q '"file_path":"secret.txt"' && { echo no secrets >&2; exit 2; }; exit 0`
	out := joint.Fire(context.Background(), []joint.Part{part(t, wave, "PreToolUse", "Write", guard)}, call("codex", "apply_patch", patch))
	if !out.Blocked || out.Reason != "no secrets" || len(out.Hooks) != 2 {
		t.Errorf("%+v", out)
	}
}

func TestTheOriginalCallIsThere(t *testing.T) {
	look := `grep -o '"original":.*"tool_name":"Execute"' >&2; exit 2`
	out := joint.Fire(context.Background(), []joint.Part{part(t, wave, "PreToolUse", "", look)}, call("droid", "Execute", `{"command":"ls"}`))
	if !strings.Contains(out.Reason, `"agent":"droid"`) {
		t.Errorf("reason %q", out.Reason)
	}
}

func TestAFailedToolIsShownToContractsWithoutAnEventForIt(t *testing.T) {
	e := call("claude", shell, `{"command":"ls"}`)
	e.Name, e.Kind, e.Data.ToolError = "PostToolUseFailure", hook.ToolFailure, "it broke"
	look := `grep -q '"tool_response":{"error":"it broke"}' && echo '{"hookSpecificOutput":{"hookEventName":"AfterTool","additionalContext":"seen"}}'`
	out := joint.Fire(context.Background(), []joint.Part{part(t, llxprt, "AfterTool", "", look)}, e)
	if len(out.Context) != 1 || out.Context[0].Text != "seen" {
		t.Errorf("%+v", out)
	}
}

func TestOfSeveralEventsTheOneIsFiredThatTheAgentMeans(t *testing.T) {
	say := func(text string) string { return "echo " + text + " >&2; exit 2" }
	e := joint.Event{Name: "SubagentStop", Kind: hook.AgentStop, Agent: "droid", Tools: tools.Of("droid")}
	parts := []joint.Part{part(t, "claude", "Stop", "", say("stop")), part(t, "claude", "SubagentStop", "", say("helper"))}
	if out := joint.Fire(context.Background(), parts, e); out.Reason != "helper" {
		t.Errorf("reason %q", out.Reason)
	}
}

func TestACanceledEventIsBlocked(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	out := joint.Fire(ctx, []joint.Part{part(t, wave, "PreToolUse", "", "exit 0")}, call("claude", shell, `{}`))
	if !out.Blocked || out.Reason != "canceled" {
		t.Errorf("%+v", out)
	}
}
