package trace

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
)

// sample is an event with two hooks, the second of which blocked it.
func sample() (hook.Event, hook.Outcome) {
	ev := hook.Event{
		Type:    hook.EventType{Name: "BeforeTool", Kind: hook.ToolBefore, Subject: "tool_name"},
		Session: hook.Session{ID: "s-1", Dir: "/src"},
		Time:    time.Now(),
		Fields:  hook.Object{"tool_name": json.RawMessage(`"write_file"`), "tool_input": json.RawMessage("{\n  \"path\": \"a\"\n}")},
	}
	out := hook.Proceed("BeforeTool", "llxprt")
	out.Decision, out.Blocked, out.Reason, out.DurationMs = hook.Deny, true, "main is protected", 12.345
	out.Messages = []hook.Message{{To: hook.ToModel, Kind: hook.ReasonMessage, Text: "main is protected", Hook: 1}}
	out.Hooks = []hook.Result{
		{Name: "audit", Type: "command", Command: "audit-log", Source: "project", Origin: "/src/settings.json:6:9", Status: hook.StatusOK, Success: true, DurationMs: 2.5},
		{
			Name: "guard.sh", Type: "command", Command: "guard.sh", Source: "project", Origin: "/src/settings.json:7:9", Status: hook.StatusBlocked,
			ExitCode: 2, DurationMs: 9.75, Stderr: "main is protected\n", Output: hook.Object{"reason": json.RawMessage(`"main is protected"`)},
		},
	}
	return ev, out
}

func TestARecordSurvivesItsLine(t *testing.T) {
	ev, out := sample()
	out.Stop, out.StopReason, out.SuppressOutput, out.Success = true, "enough <b>&</b>", true, true
	out.ToolInput = json.RawMessage(`{"n": 1.50}`)
	out.ToolConfig = &hook.ToolConfig{Mode: "ANY", AllowedFunctionNames: []string{}}
	out.Context = []hook.Context{{Text: "line\none\u2028\x00", Placement: hook.InToolResult, Hook: 1}}
	out.Diagnostics = []hook.Diagnostic{diag.Warnf("code", "käse").Fixf("milch").At(hook.Position{File: "f", Line: 1, Column: 2})}
	r := NewRecord(ev, out)
	r.KeepPayload(ev, out)
	r.Agent, r.UnnamedSession, r.ExplicitConfig, r.Switches = "a", true, true, []string{"gastown"}

	line := r.Line()
	if n := strings.Count(string(line), "\n"); n != 1 || line[len(line)-1] != '\n' {
		t.Fatalf("not one line: %q", line)
	}
	got, err := Decode(line)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, got); diff != "" {
		t.Errorf("changed on its way (-want +got):\n%s", diff)
	}
}

func TestNewRecord(t *testing.T) {
	ev, out := sample()
	before := time.Now()
	r := NewRecord(ev, out)
	after := time.Now()
	if r.Tool != "write_file" || r.Session != "s-1" || r.Event != "BeforeTool" {
		t.Errorf("record %+v", r)
	}
	if r.Payload != nil {
		t.Errorf("it has a payload without being asked for one: %s", r.Payload)
	}
	if diff := cmp.Diff([]string{"/src/settings.json"}, r.Config); diff != "" {
		t.Error(diff)
	}
	if g := r.Hooks[1]; g.Decision != hook.Deny || g.Reason != "main is protected" || g.Output != nil || g.Command != "" {
		t.Errorf("guard %+v", g)
	}
	// It began as long ago as its hooks took.
	if ended := r.Time.Add(12 * time.Millisecond); ended.Before(before.Truncate(time.Millisecond)) || ended.After(after) {
		t.Errorf("the event ended at %v, and the record was made between %v and %v", ended, before, after)
	}
	if out.Hooks[1].Output == nil {
		t.Error("the outcome itself has changed")
	}
}

func TestSecretsAreRemovedEverywhere(t *testing.T) {
	const secret = "ghp_aaaaaaaaaaaaaaaaaaaaaaaa"
	ev, out := sample()
	ev.Fields["tool_input"] = json.RawMessage(`{"command":"curl ` + secret + `"}`)
	out.Reason, out.StopReason = secret, secret
	out.Context = []hook.Context{{Text: secret}}
	out.Messages = []hook.Message{{Text: secret}}
	out.Diagnostics = []hook.Diagnostic{diag.Warnf("x", "%s", secret).Fixf("remove %s", secret)}
	out.ToolInput = ev.Fields["tool_input"]
	h := &out.Hooks[0]
	h.Name, h.Command, h.Stdout, h.Stderr, h.Error, h.Reason = secret, secret+" x", secret, secret, secret, secret
	r := NewRecord(ev, out)
	r.KeepPayload(ev, out)
	line := string(r.Line())
	if strings.Contains(line, secret) {
		t.Errorf("a secret is left in %s", line)
	}
	if !r.Redacted || !r.Hooks[0].Redacted || r.Hooks[1].Redacted {
		t.Error("the marks are wrong")
	}
}

func TestTextsAreCutTo2000Characters(t *testing.T) {
	tests := []struct {
		name, text, want string
	}{
		{"exactly", strings.Repeat("é", 2000), strings.Repeat("é", 2000)},
		{"one more", strings.Repeat("é", 2001), strings.Repeat("é", 2000) + cutMark},
		{"pairs of surrogates", strings.Repeat("😀", 1001), strings.Repeat("😀", 1000) + cutMark},
		{"cut before", strings.Repeat("a", 2000) + cutMark, strings.Repeat("a", 2000) + cutMark},
		{"cut before between surrogates", strings.Repeat("a", 1999) + cutMark, strings.Repeat("a", 1999) + cutMark},
		{"much longer", strings.Repeat("a", 1<<20), strings.Repeat("a", 2000) + cutMark},
		{"a secret across the cut", strings.Repeat("a", 1990) + " ghp_" + strings.Repeat("b", 40), strings.Repeat("a", 1990) + " [REDACTED" + cutMark},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var c cleaner
			if got := c.text(tt.text); got != tt.want {
				t.Errorf("got %d bytes ending in %q", len(got), got[max(len(got)-40, 0):])
			}
		})
	}
}

func TestALineHasABound(t *testing.T) {
	ev, out := sample()
	ev.Fields["tool_input"] = json.RawMessage(`"` + strings.Repeat("x", 5<<20) + `"`)
	r := NewRecord(ev, out)
	r.KeepPayload(ev, out)
	if got, err := Decode(r.Line()); err != nil || got.Payload != nil || len(got.Dropped) != 1 || len(got.Hooks) != 2 {
		t.Errorf("a large payload: dropped %v, %v", got.Dropped, err)
	}

	noisy := out.Hooks[1]
	noisy.Stdout, noisy.Stderr = strings.Repeat("\x01", 3000), strings.Repeat("\x02", 3000)
	noisy.Name, noisy.Command = strings.Repeat("\x03", 3000), strings.Repeat("\x04", 3000)
	for range 500 {
		out.Hooks = append(out.Hooks, noisy)
		out.Diagnostics = append(out.Diagnostics, diag.Warnf("x", "%s", noisy.Name))
	}
	line := NewRecord(ev, out).Line()
	if _, err := Decode(line); err != nil || len(line) > maxLine {
		t.Errorf("%d bytes, %v", len(line), err)
	}
}

func TestIDs(t *testing.T) {
	now := time.Now()
	seen := map[string]bool{}
	last := ""
	for i := range 1000 {
		at := now.Add(time.Duration(i) * time.Microsecond)
		id := newID(at)
		if got, ok := idTime(id); !ok || got.UnixMicro() != at.UnixMicro() {
			t.Fatalf("%s is of %v, not %v", id, got, at)
		}
		if seen[id] || id <= last {
			t.Fatalf("%s after %s", id, last)
		}
		seen[id], last = true, id
	}
	for _, text := range []string{"", "stats", "0jq3k7x2m9p4q", "0JQ3K7X2M9P4QA", "payload.json--"} {
		if IsID(text) {
			t.Errorf("%q is no ID", text)
		}
	}
}

func TestChanges(t *testing.T) {
	ev, out := sample()
	before := NewRecord(ev, out)
	out.DurationMs = 99
	out.Hooks = append([]hook.Result{{Name: "new"}}, out.Hooks...)
	out.Messages[0].Hook = 2
	if list := Changes(before, NewRecord(ev, out)); list != nil {
		t.Errorf("nothing that counts has changed, but: %v", list)
	}
	out.Decision, out.Blocked, out.Reason = hook.NoDecision, false, ""
	out.ToolInput = json.RawMessage(`{"a":1}`)
	after := NewRecord(ev, out)
	after.KeepPayload(ev, out)
	var got []string
	for _, c := range Changes(before, after) {
		got = append(got, c.Field+" "+string(c.Before)+" → "+string(c.After))
	}
	want := []string{`decision "deny" → ""`, `blocked true → false`, `reason "main is protected" → ""`, `toolInput null → {"a":1}`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
