package kit

import (
	"strings"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

func parse(t *testing.T, text string) *document.Value {
	t.Helper()
	doc, err := document.ParseJSON("s.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func readerMessages(r *Reader) string {
	var texts []string
	for _, d := range r.Config.Diagnostics {
		texts = append(texts, string(d.Level)+" "+d.String())
	}
	return strings.Join(texts, "\n")
}

func TestTimeout(t *testing.T) {
	seconds := Timeouts{Unit: time.Second, Default: 5 * time.Second, Min: time.Millisecond, Max: 10 * time.Second}
	millis := Timeouts{Unit: time.Millisecond, Default: 5 * time.Second, Max: MaxTimer}
	tests := []struct {
		value   string
		rules   Timeouts
		want    time.Duration
		problem string
	}{
		{"1.5", seconds, 1500 * time.Millisecond, ""},
		{"1.5", millis, 1500 * time.Microsecond, ""},
		{"1e-9", millis, 1, ""},
		{"10.1", seconds, 10 * time.Second, "timeout is more than 10 seconds, the most that is possible; write at most 10"},
		{"5000", seconds, 10 * time.Second, "timeout is more than 10 seconds, the most that is possible; write 5 if you mean 5s"},
		{"1e400", millis, MaxTimer, "timeout is more than 2147483647 milliseconds, the most that is possible; write a number, such as 5000"},
		{"0", millis, 5 * time.Second, "timeout must be above 0, not 0; 5s is used; write a number, such as 5000"},
		{"-1e400", millis, 5 * time.Second, "timeout must be above 0, not -1e400; 5s is used; write a number, such as 5000"},
		{"0.0001", seconds, 5 * time.Second, "timeout must be at least 1ms, not 0.0001 seconds; 5s is used; write a number, such as 5"},
		{"null", millis, 5 * time.Second, "timeout must be a number of milliseconds, not null; 5s is used; write a number, such as 5000"},
		{`"5"`, seconds, 5 * time.Second, "timeout must be a number of seconds, not a string; 5s is used; write a number, such as 5"},
	}
	for _, tt := range tests {
		t.Run(tt.value, func(t *testing.T) {
			r := &Reader{}
			if got := r.Timeout(parse(t, tt.value), tt.rules); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
			want := ""
			if tt.problem != "" {
				want = "warn s.json:1:1: " + tt.problem
			}
			if got := readerMessages(r); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
	if got := new(Reader).Timeout(nil, millis); got != millis.Default {
		t.Errorf("without a value: %v", got)
	}
}

func TestUnknownEvent(t *testing.T) {
	events := []hook.EventType{{Name: "before", Kind: hook.ToolBefore}, {Name: "halt", Kind: hook.AgentStop}, {Name: "subhalt", Kind: hook.AgentStop}}
	for name, want := range map[string]string{
		"PreToolUse":  "PreToolUse is not an event here; Agent calls it before",
		"Stop":        "Stop is not an event here; Agent calls it halt",
		"Before":      `Before is not an event; did you mean "before"?`,
		"PostToolUse": "PostToolUse is not an event; the events are before, halt, subhalt; write one of these",
	} {
		if got := UnknownEvent(name, "Agent", events).String(); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestCommand(t *testing.T) {
	for text, want := range map[string]string{
		`"a b"`:      "",
		`" \n"`:      "is empty",
		`"a\u0000b"`: "contains a NUL character, which no program can take",
		`["a"]`:      "must be a string, not a list",
	} {
		if _, problem := Command(parse(t, text)); problem != want {
			t.Errorf("%s: %q, want %q", text, problem, want)
		}
	}
}

func TestReports(t *testing.T) {
	r := &Reader{}
	doc := parse(t, `{"a": 1, "comand": 2, "a": 3}`)
	r.ReportDuplicates(doc)
	r.ReportUnknown(doc, "a", "command")
	r.Bool(doc.Get("a"), "a")
	want := `error s.json:1:2: "a" is there again further down, which hides this one; join the two
error s.json:1:10: "comand" is not a key here and has no effect; did you mean "command"?
error s.json:1:28: a must be true or false, not a number; it counts as not set; write true or false, without quotes`
	if got := readerMessages(r); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
