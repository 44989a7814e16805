package wave

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

var _ dialect.Dialect = Dialect

func eventOf(name string) hook.Event {
	for _, e := range events {
		if e.Name == name {
			return hook.Event{Type: e, Fields: hook.Object{}}
		}
	}
	panic("no event " + name)
}

func TestEveryEventHasTraits(t *testing.T) {
	for _, e := range events {
		if tr := Dialect.Contract.Traits(e.Name); tr.DenyTo == "" || tr.When == "" {
			t.Errorf("%s has no traits", e.Name)
		}
	}
}

func TestKindsHaveTheEventThatHostsMean(t *testing.T) {
	first := map[hook.Kind]string{}
	for _, e := range events {
		if _, seen := first[e.Kind]; !seen {
			first[e.Kind] = e.Name
		}
	}
	if first[hook.ToolBefore] != "PreToolUse" || first[hook.AgentStop] != "Stop" {
		t.Errorf("got %v", first)
	}
}

func TestAnswerThatIsTooLongLeavesTheExitCode(t *testing.T) {
	stdout := []byte(`{"systemMessage":"` + strings.Repeat("x", 1000))
	for exitCode, want := range map[int]hook.Status{0: hook.StatusBadOutput, 1: hook.StatusFailed, 2: hook.StatusBlocked} {
		run := dialect.Exit{Status: hook.StatusOK, ExitCode: exitCode, Stdout: stdout, CutOff: true}
		if exitCode != 0 {
			run.Status = hook.StatusFailed
		}
		answer := Dialect.Read(eventOf("UserPromptSubmit"), hook.Definition{}, run)
		if answer.Status != want || answer.Diagnostics[0].Code != "bad-output" {
			t.Errorf("exit code %d gives %+v", exitCode, answer)
		}
		if exitCode == 0 && answer.Output != nil {
			t.Errorf("half an answer became %s", answer.Output.Raw())
		}
	}
}

func TestTextIsCutAtOneMebibyte(t *testing.T) {
	run := dialect.Exit{Status: hook.StatusOK, Stdout: []byte(strings.Repeat("ä", kit.MaxText))}
	answer := Dialect.Read(eventOf("UserPromptSubmit"), hook.Definition{}, run)
	text := Dialect.Merge(eventOf("UserPromptSubmit"), true, []dialect.Reading{{Result: &hook.Result{}, Meaning: answer.Meaning}}).Context[0].Text
	if len(text) != kit.MaxText+len(kit.CutMark) || answer.Diagnostics[0].Code != "text-cut" {
		t.Errorf("%d bytes, %v", len(text), answer.Diagnostics)
	}
}

func TestTimeouts(t *testing.T) {
	const limit = 600 * time.Second // which is also the default
	tests := []struct {
		value string
		want  time.Duration
		warns bool
	}{
		{"1", time.Second, false},
		{"0.5", 500 * time.Millisecond, false},
		{"600", 600 * time.Second, false},
		{"600.001", limit, true},
		{"5000", limit, true},
		{"1e400", limit, true},
		{"0", limit, true},
		{"1e-12", limit, true},
		{"-1", limit, true},
		{"-1e400", limit, true},
		{`"10"`, limit, true},
		{"null", limit, true},
		{"true", limit, true},
		{"[1]", limit, true},
	}
	for _, tt := range tests {
		t.Run(tt.value, func(t *testing.T) {
			c := readSettings(t, `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x","timeout":`+tt.value+`}]}]}}`)
			if len(c.Definitions) != 1 || c.Definitions[0].Timeout != tt.want {
				t.Errorf("got %v", c.Definitions)
			}
			if warned := len(c.Diagnostics) == 1; warned != tt.warns {
				t.Errorf("diagnostics %v", c.Diagnostics)
			}
		})
	}
}

func readSettings(t *testing.T, text string) dialect.Config {
	t.Helper()
	doc, err := document.ParseJSON("s.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Dialect.ReadConfig(doc, dialect.Location{Path: "s.json", Source: hook.SourceProject}, dialect.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestMatchers(t *testing.T) {
	tests := []struct {
		matcher, tool string
		want          bool
	}{
		{"", "Bash", true},
		{"*", "Bash", true},
		{"bash", "Bash", true},
		{"Bash", "BashOutput", false},
		{"Bash*", "BashOutput", true},
		{"Edit | Write", "write", true},
		{"mcp__.*", "mcp__a__b", false},
		{"mcp__*", "MCP__a__b", true},
		{"[^b]*", "Bash", false},
	}
	for _, tt := range tests {
		m, err := Dialect.Matcher(eventOf("PreToolUse").Type, hook.Definition{Matcher: tt.matcher})
		if err != nil {
			t.Fatal(err)
		}
		if got := m.Match(tt.tool, new(match.Budget)); got != tt.want {
			t.Errorf("%q on %q is %v", tt.matcher, tt.tool, got)
		}
	}
}

func TestFieldsOfEveryKindReachTheHook(t *testing.T) {
	data := hook.Data{
		Tool: "Bash", ToolInput: json.RawMessage("{\n\"a\":1}"), Prompt: "hi", Response: "bye",
		Source: "startup", Reason: "exit", Trigger: "auto", Notification: "idle", Message: "m",
	}
	wants := map[hook.Kind][]string{
		hook.ToolBefore:    {`"tool_name":"Bash","tool_input":{"a":1}`},
		hook.ToolAfter:     {`"tool_input":{"a":1},"tool_response":{}`},
		hook.PromptSubmit:  {`"prompt":"hi","user_prompt":"hi"`},
		hook.AgentStop:     {`"last_assistant_message":"bye"`, `"stop_hook_active":false`},
		hook.SessionStart:  {`"source":"startup"`},
		hook.SessionEnd:    {`"end_source":"exit"`},
		hook.CompactBefore: {`"trigger":"auto"`},
		hook.Notification:  {`"notification_type":"idle"`, `"message":"m"`, `"details":{}`},
	}
	for _, e := range events {
		ev := hook.Event{Type: e, Fields: Dialect.Fields(e.Kind, data), Session: hook.Session{ID: "s"}}
		stdin, _ := Dialect.Input(ev)
		if !json.Valid(stdin) || strings.Count(string(stdin), "\n") != 1 {
			t.Errorf("%s: %q", e.Name, stdin)
		}
		for _, want := range wants[e.Kind] {
			if !strings.Contains(string(stdin), want) {
				t.Errorf("%s: no %s in %s", e.Name, want, stdin)
			}
		}
	}
}

func TestStrangeToolNamesCannotKeepAHookFromStarting(t *testing.T) {
	ev := eventOf("PreToolUse")
	ev.Fields.Set("tool_name", "Ba\x00sh"+strings.Repeat("ä", 1<<20))
	_, env := Dialect.Input(ev)
	name := strings.TrimPrefix(env[1], "HOOK_TOOL_NAME=")
	if strings.ContainsRune(name, 0) || len(name) > maxVariable || !strings.HasPrefix(name, "Bash") {
		t.Errorf("%d bytes: %.20q", len(name), name)
	}
}

func TestInputLeavesTheEventAlone(t *testing.T) {
	ev := eventOf("UserPromptSubmit")
	ev.Fields.Set("prompt", "hi")
	ev.Fields.Set("cwd", "/elsewhere")
	Dialect.Input(ev)
	if len(ev.Fields) != 2 {
		t.Errorf("fields are now %v", ev.Fields.Keys())
	}
}
