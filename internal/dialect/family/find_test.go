package family

import (
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

func TestFindAnswerOnLinesOfItsOwn(t *testing.T) {
	tests := []struct {
		name, stdout string
		found        bool
		code         string // of the first diagnostic
	}{
		{"alone", `{"continue":true}`, true, ""},
		{"with space around it", "\n\n  {\"a\":1}  \r\n\n", true, ""},
		{"byte order mark", "\ufeff{}", true, ""},
		{"text before and after", "starting\n{\"a\":1}\ndone", true, ""},
		{"several lines", "log\n  {\n \"a\": \"}\",\n\"b\": {\n}\n}\nlog", true, ""},
		{"braces in strings", `{"reason":"a } b { c"}`, true, ""},
		{"carriage returns", "log\r\n{\"a\":\r\n1}\r\nlog", true, ""},
		{"text before on the line", `x {"continue":false}`, false, "mixed-output"},
		{"an object of something else", `listening on {"port": 80}`, false, ""},
		{"text after on the line", `{"continue":false} x`, false, "malformed-json"},
		{"two on a line", `{} {}`, false, "malformed-json"},
		{"the first of two counts", "{\"a\":1}\n{\"decision\":\"block\"}", true, "mixed-output"},
		{"a broken one hides the next", "{broken\n{\"continue\":true}", false, "malformed-json"},
		{"unfinished", `{"continue":false`, false, "malformed-json"},
		{"list", `[{"continue":false}]`, false, "mixed-output"},
		{"null", `null`, false, ""},
		{"string", `"{}"`, false, ""},
		{"number", `1`, false, ""},
		{"empty", ``, false, ""},
		{"single quotes", `{'continue': false}`, false, "malformed-json"},
		{"too deep", `{"a":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`, false, "malformed-json"},
	}
	d := Dialect{&Contract{Traits: func(string) Traits { return Traits{} }, Answers: Answers{OwnLines: true}}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := d.findAnswer(hook.Event{}, dialect.Exit{Stdout: []byte(tt.stdout)})
			if found := f.object != nil; found != tt.found {
				t.Errorf("found %v", f.object)
			}
			code := ""
			if len(f.diagnostics) > 0 {
				code = f.diagnostics[0].Code
			}
			if code != tt.code {
				t.Errorf("diagnostic %q, want %q", code, tt.code)
			}
		})
	}
}
