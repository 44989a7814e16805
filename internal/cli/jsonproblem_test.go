package cli

import (
	"strings"
	"testing"
)

func TestAPayloadThatIsNoObjectIsExplained(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"plain text", "not json", `it begins with "not json" instead of {`},
		{"a list", " [1]", `like {"key": "value"}, and not "[1]"`},
		{"single quotes", "{'a': 1}", "double quotes, not single ones, at line 1, column 2"},
		{"a comma at the end", "{\"a\": 1,\n}", `a comma too many before "}", at line 2, column 1`},
		{"a missing value", `{"a": }`, `did not expect "}", at line 1, column 7`},
		{"a comment", "{\"a\": 1, // one\n}", "it cannot have comments"},
		{"a line break in a text", "{\"a\": \"b\nc\"}", `must be written as \n`},
		{"an end that is missing", `{"a": 1`, "unexpected end of JSON"},
		{"two objects", `{} {}`, "unexpected text after the JSON object"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := readPayload(strings.NewReader(tt.text))
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "invalid character") {
				t.Errorf("%v\nwant %s", err, tt.want)
			}
		})
	}
}

func FuzzAPayloadIsExplainedWhateverItIs(f *testing.F) {
	for _, seed := range []string{"", "x", "{", "{\"a\":\x00}", "[", "{\"\xff"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := readPayload(strings.NewReader(text)); err != nil && strings.Contains(err.Error(), "invalid character") {
			t.Errorf("%q: %v", text, err)
		}
	})
}
