package kit

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/grapnel-hooks/grapnel/hook"
)

func TestText(t *testing.T) {
	tests := []struct{ name, raw, want string }{
		{"nothing", " \r\n", ""},
		{"byte order mark", "\ufeff hi\n", "hi"},
		{"no UTF-8", "a\xffb", "a\ufffdb"},
		{"as long as can be", strings.Repeat("x", MaxText), strings.Repeat("x", MaxText)},
		{"cut", strings.Repeat("x", MaxText+1), strings.Repeat("x", MaxText) + CutMark},
		{"no half characters", "x" + strings.Repeat("ä", MaxText/2), "x" + strings.Repeat("ä", MaxText/2-1) + CutMark},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, diagnostics := Text("stderr", []byte(tt.raw))
			if got != tt.want || !utf8.ValidString(got) {
				t.Errorf("%d bytes, want %d", len(got), len(tt.want))
			}
			if cut := strings.HasSuffix(got, CutMark); cut != (len(diagnostics) == 1) {
				t.Errorf("diagnostics %v", diagnostics)
			}
		})
	}
}

func TestHidden(t *testing.T) {
	for text, want := range map[string]string{
		"":                                         "",
		"all good":                                 "",
		"my decision: deny nothing":                "",
		"{name}: kept":                             "invalid-json",
		"the \"decision\": none; see {braces}":     "",
		"saw {braces} and will continue: yes":      "",
		"log {\"other\": 1}":                       "",
		"decisions {\"decisions\": 1}":             "",
		"{'decision':'deny'}":                      "invalid-json",
		"{\"decision\":\"deny\",}":                 "invalid-json",
		"{\"reason\":\"two\nlines\"}":              "invalid-json",
		"{\"decision\":\"deny\"":                   "invalid-json",
		"{\"decision\":\"deny\"}}":                 "mixed-output",
		"{\"decision\":\"deny\"} done":             "mixed-output",
		"{\n  \"decision\": \"deny\"\n}\ndone":     "mixed-output",
		"log {\"decision\":\"deny\"}":              "mixed-output",
		"log\n{\"reason\":\"x\",'stop' : true}":    "mixed-output",
		"log { decision: deny }":                   "mixed-output",
		"\"{\\\"decision\\\":\\\"deny\\\"}\" done": "mixed-output",
		"\"{\\\"decision\\\":\\\"deny\\\"}\"":      "wrong-type",
		"[{\"decision\":\"deny\"}]":                "wrong-type",
		"\ufefflog\n{\"decision\":\n\"allow\"}":    "mixed-output",
	} {
		got := ""
		for _, d := range Hidden([]byte(text), "decision", "stop", "continue") {
			got += d.Code
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	const why = "stdout looks like a JSON answer but is not valid (invalid character '\\'' looking for beginning of object key string), so all of it counts as text"
	if got := messages(Hidden([]byte(`{'decision'}`))); got != why {
		t.Errorf("got  %s\nwant %s", got, why)
	}
}

func checkerOf(t *testing.T, text string) *Checker {
	t.Helper()
	object, duplicates, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c := &Checker{Object: object}
	c.Duplicates(duplicates)
	return c
}

func TestCheckerKeepsWhatCanBeUsed(t *testing.T) {
	tests := []struct {
		name, text string
		check      func(*Checker)
		left       string
		problem    string
	}{
		{"right", `{"s":"x"}`, func(c *Checker) { c.Want(String, "s", "missing") }, `{"s":"x"}`, ""},
		{"null", `{"s":null}`, func(c *Checker) { c.Want(String, "s") }, `{}`, ""},
		{"wrong", `{"s":[1],"x":1}`, func(c *Checker) { c.Want(Bool, "s") }, `{"x":1}`, "s must be true or false, not [1]; it is ignored"},
		{"wrong and secret", `{"s":"key"}`, func(c *Checker) { c.Discreet = true; c.Want(List, "s") }, `{}`, "s must be a list, not a string; it is ignored"},
		{"twice", `{"a":1,"a":2}`, func(*Checker) {}, `{"a":2}`, `"a" is in the answer twice; the last one counts`},
		{"decision", `{"d":"no"}`, func(c *Checker) { c.Decision("d", []string{"yes", "no"}, "") }, `{"d":"no"}`, ""},
		{"no decision", `{"d":"maybe"}`, func(c *Checker) { c.Decision("d", []string{"yes", "no"}, "; sorry") }, `{}`, `d: "maybe" is not a decision (these are: yes, no); it is ignored; sorry`},
		{"no effect", `{"a":1,"b":null}`, func(c *Checker) { c.NoEffect("Stop", "a", "b") }, `{"b":null}`, "a has no effect on Stop"},
		{"case", `{"Reason":"x"}`, func(c *Checker) { c.OtherCase("reason") }, `{"Reason":"x"}`, `"Reason" has no effect; did you mean "reason"?`},
		{"underscore", `{"toolInput":1}`, func(c *Checker) { c.OtherCase("tool_input") }, `{"toolInput":1}`, `"toolInput" has no effect; did you mean "tool_input"?`},
		{"two of ours", `{"toolInput":1,"tool_input":2}`, func(c *Checker) { c.OtherCase("toolInput", "tool_input") }, `{"toolInput":1,"tool_input":2}`, ""},
		{"foreign", `{"args":1}`, func(c *Checker) { c.Foreign("We", map[string]string{"args": "input"}) }, `{"args":1}`, `"args" has no effect; We calls it "input"`},
		{"inside", `{"o":{"s":1,"k":2}}`, func(c *Checker) {
			c.Inside("o", func(inner *Checker) { inner.Want(String, "s") })
		}, `{"o":{"k":2}}`, "o.s must be a string, not 1; it is ignored"},
		{"twice inside", `{"o":{"s":1,"s":2}}`, func(c *Checker) { c.Inside("o", nil) }, `{"o":{"s":2}}`, `"o.s" is in the answer twice; the last one counts`},
		{"nothing inside", `{"o":5}`, func(c *Checker) { c.Inside("o", nil) }, `{"o":5}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := checkerOf(t, tt.text)
			tt.check(c)
			if left := string(c.Object.Raw()); left != tt.left {
				t.Errorf("left %s, want %s", left, tt.left)
			}
			if got := messages(c.Diagnostics); got != tt.problem {
				t.Errorf("diagnostics %s\nwant    %s", got, tt.problem)
			}
		})
	}
}

func messages(list []hook.Diagnostic) string {
	var texts []string
	for _, d := range list {
		texts = append(texts, d.String())
	}
	return strings.Join(texts, "\n")
}
