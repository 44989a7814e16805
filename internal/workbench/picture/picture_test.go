package picture

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/trace"
)

// hostile is what a hook or a model may have written.
const hostile = `</script><script>document.title="owned"</script><img src=x onerror=alert(1)>`

var start = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// rewriting is a record of two hooks that rewrote a tool's input.
func rewriting() trace.Record {
	return trace.Record{
		ID: "1k090pmfb29axr", Time: start, Event: "BeforeTool", Tool: "write_file", Session: "s1", Dir: "/shop",
		Success: true, DurationMs: 12.5, Rewrote: []string{"toolInput"},
		Payload:   json.RawMessage(`{"tool_name":"write_file","tool_input":{"path":"a.txt","content":"old"}}`),
		ToolInput: json.RawMessage(`{"path":"a.txt","content":"new"}`),
		Context:   []hook.Context{{Text: hostile}},
		Hooks: []hook.Result{
			{Name: "format", Status: hook.StatusOK, Success: true, StartMs: 0.1, DurationMs: 5},
			{Name: hostile, Status: hook.StatusOK, Success: true, StartMs: 0.2, DurationMs: 12},
		},
	}
}

// denying is a record of a hook that said no.
func denying() trace.Record {
	return trace.Record{
		ID: "1k090pmfb29axs", Time: start.Add(time.Second), Event: "BeforeTool", Tool: "run_shell_command", Session: "s2",
		Decision: hook.Deny, Blocked: true, Reason: "rm -rf is not allowed here.", DurationMs: 3,
		Hooks: []hook.Result{{Name: "guard", Status: hook.StatusBlocked, ExitCode: 2, DurationMs: 3, Stderr: "rm -rf is not allowed here."}},
	}
}

// many yields n records with long texts.
func many(n int) iter.Seq[trace.Record] {
	return func(yield func(trace.Record) bool) {
		for i := range n {
			r := rewriting()
			r.ID = fmt.Sprintf("%014d", i)
			r.Time = start.Add(time.Duration(i) * time.Second)
			r.Context[0].Text = fmt.Sprint(i) + strings.Repeat(" text", 300)
			if !yield(r) {
				return
			}
		}
	}
}

func page(t *testing.T, records iter.Seq[trace.Record]) string {
	t.Helper()
	var w bytes.Buffer
	if err := WritePage(&w, records); err != nil {
		t.Fatal(err)
	}
	return w.String()
}

func TestTextsAreNeverMarkup(t *testing.T) {
	text := page(t, slices.Values([]trace.Record{rewriting()}))
	if strings.Count(text, "</script>") != 2 || strings.Contains(text, "<img") {
		t.Error("what a hook wrote is markup on the page")
	}
}

func TestPageNeedsNothingElse(t *testing.T) {
	text := page(t, slices.Values([]trace.Record{}))
	for _, address := range []string{"http:", "https:", "src=", "@import", "url("} {
		if strings.Contains(text, address) {
			t.Errorf("the page has %q in it", address)
		}
	}
	if !strings.Contains(text, "default-src 'none'") {
		t.Error("the page may load things")
	}
}

func TestPageOfTenThousandEventsIsUnderTwoMegabytes(t *testing.T) {
	text := page(t, many(10_000))
	if len(text) > MaxPage {
		t.Errorf("%d bytes", len(text))
	}
	if !strings.Contains(text, "9999 text") || strings.Contains(text, `"0 text`) {
		t.Error("the newest texts should be kept and the oldest left out")
	}
	if strings.Contains(text, `"leftOut":0`) {
		t.Error("the page does not say that texts were left out")
	}
}

func TestVerdicts(t *testing.T) {
	for want, r := range map[string]trace.Record{
		"passed":    {Success: true},
		"denied":    {Blocked: true, Rewrote: []string{"toolInput"}},
		"stopped":   {Stop: true, Blocked: true},
		"asked":     {Success: true, Decision: hook.Ask},
		"rewritten": {Success: true, Rewrote: []string{"toolInput"}},
		"failed":    {},
	} {
		if got := verdict(r); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestPerfettoHasSpansForEventsAndHooks(t *testing.T) {
	var w bytes.Buffer
	if err := WritePerfetto(&w, slices.Values([]trace.Record{rewriting(), denying()})); err != nil {
		t.Fatal(err)
	}
	var got struct{ TraceEvents []traceEvent }
	if err := json.Unmarshal(w.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range got.TraceEvents {
		if e.Phase == "X" && e.Name != hostile {
			list = append(list, fmt.Sprintf("%d.%d %s +%d %d", e.Process, e.Thread, e.Name, e.At-start.UnixMicro(), e.Duration))
		}
	}
	want := []string{
		"1.1 BeforeTool write_file +0 12500", "1.2 format +100 5000",
		"2.1 BeforeTool run_shell_command +1000000 3000", "2.2 guard +1000000 3000",
	}
	if !slices.Equal(list, want) {
		t.Errorf("got %q, want %q", list, want)
	}
}
