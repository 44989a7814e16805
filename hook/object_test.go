package hook

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestParseObject(t *testing.T) {
	tests := []struct {
		name, text string
		duplicates []string
		err        string
	}{
		{"plain", ` {"a": 1.0, "b": {"c": [1]}} `, nil, ""},
		{"key twice", `{"a":1,"b":2,"a":3}`, []string{"a"}, ""},
		{"empty input", ``, nil, "unexpected end of JSON"},
		{"cut off", `{"a": `, nil, "unexpected end of JSON"},
		{"array", `[1]`, nil, "not a JSON object"},
		{"number", `1`, nil, "not a JSON object"},
		{"broken array", `[1`, nil, "unexpected end of JSON input"},
		{"text behind", `{} x`, nil, "unexpected text after the JSON object"},
		{"two objects", `{} {}`, nil, "unexpected text after the JSON object"},
		{"bad key", `{1:2}`, nil, "invalid character '1'"},
		{"too deep", `{"a":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`, nil, "exceeded max depth"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			object, duplicates, err := ParseObject([]byte(tt.text))
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Fatalf("error %v, want %q", err, tt.err)
				}
				return
			}
			if err != nil || !slices.Equal(duplicates, tt.duplicates) {
				t.Fatalf("%v, duplicates %v, error %v", object, duplicates, err)
			}
		})
	}
}

func TestKeysAreMatchedExactlyAndTheLastOneCounts(t *testing.T) {
	object, _, err := ParseObject([]byte(`{"decision":"deny","Decision":"allow","a":1,"a":2}`))
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := object.String("decision"); text != "deny" {
		t.Errorf("decision %q", text)
	}
	if string(object["a"]) != "2" {
		t.Errorf("a is %s", object["a"])
	}
}

func TestGettersOnlyTakeTheirType(t *testing.T) {
	object, _, err := ParseObject([]byte(`{"s":"x","b":false,"o":{"k":1},"l":["a","b"],"e":[],"m":["a",1],"n":null}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"b", "o", "l", "n", "missing"} {
		if s, ok := object.String(key); ok {
			t.Errorf("%s is the string %q", key, s)
		}
	}
	for _, key := range []string{"s", "b", "o", "m", "n", "missing"} {
		if l, ok := object.Strings(key); ok {
			t.Errorf("%s is the list %v", key, l)
		}
	}
	if b, ok := object.Bool("b"); b || !ok {
		t.Errorf("b is %v, %v", b, ok)
	}
	if l, ok := object.Strings("e"); l == nil || !ok {
		t.Errorf("e is %v, %v", l, ok)
	}
	if object.Has("n") || !object.Has("e") {
		t.Error("null counts, or an empty list does not")
	}
}

func TestRawKeepsDigitsAndDoesNotEscape(t *testing.T) {
	object, _, err := ParseObject([]byte(`{"b<":12345678901234567890.10,"a":"<&>"}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := string(object.Raw()); got != `{"a":"<&>","b<":12345678901234567890.10}` {
		t.Errorf("got %s", got)
	}
}

func TestEqualComparesMeaning(t *testing.T) {
	tests := []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":[2]}`, ` { "b" : [2], "a" : 1 } `, true},
		{`1`, `1.0`, false}, // by digits: rewriting 1 as 1.0 is a change
		{`"a"`, `"\u0061"`, true},
		{`{"a":1}`, `{"a":2}`, false},
		{`x`, `y`, false},
	}
	for _, tt := range tests {
		if got := Equal(json.RawMessage(tt.a), json.RawMessage(tt.b)); got != tt.want {
			t.Errorf("Equal(%s, %s) = %v", tt.a, tt.b, got)
		}
	}
}

func TestAppendCompact(t *testing.T) {
	tests := []struct{ raw, want string }{
		{`{"a":"b c","d":[1,2]}`, `{"a":"b c","d":[1,2]}`},
		{"{\n \"a b\" : [ 1 , \"x  y\" ] }", `{"a b":[1,"x  y"]}`},
		{`{"a":"\\\\","b": 1}`, `{"a":"\\\\","b":1}`},
		{`{"a":"\\\"  ","b":"\\\\\" "}`, `{"a":"\\\"  ","b":"\\\\\" "}`},
		{"12", "12"},
		{" true", "true"},
		{`{"a": `, `null`},
		{``, `null`},
	}
	for _, tt := range tests {
		if got := string(AppendCompact([]byte("x"), json.RawMessage(tt.raw))); got != "x"+tt.want {
			t.Errorf("%s became %s, want %s", tt.raw, got, tt.want)
		}
	}
}

func FuzzAppend(f *testing.F) {
	for _, seed := range []string{`{"a": "b\\" }`, `[1, 2]`, `"\u0000"`, ` "a" `, "\xff", `"\\"`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if quoted := AppendString(nil, string(raw)); !json.Valid(quoted) {
			t.Fatalf("%q became %q", raw, quoted)
		}
		if !json.Valid(raw) {
			return
		}
		var want bytes.Buffer
		if err := json.Compact(&want, raw); err != nil {
			t.Fatal(err)
		}
		if got := AppendCompact(nil, raw); !bytes.Equal(got, want.Bytes()) {
			t.Fatalf("%q became %q, want %q", raw, got, want.Bytes())
		}
	})
}

func TestEmptyOutcomeHasEveryKey(t *testing.T) {
	text, err := Marshal(Proceed("BeforeTool", "llxprt"))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"event":"BeforeTool","dialect":"llxprt","decision":"","blocked":false,"reason":"","stop":false,"stopReason":"",` +
		`"suppressOutput":false,"context":[],"messages":[],"output":{},"success":true,"durationMs":0,"hooks":[],"diagnostics":[]}`
	if string(text) != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
}

func FuzzParseObject(f *testing.F) {
	for _, seed := range []string{`{"a":1,"a":{"b":[]}}`, `[]`, `{"\u0000":"\ud800"}`, "{\"a\":\"\xff\"}", `{}{}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		object, _, err := ParseObject(text)
		if err != nil {
			return
		}
		if !json.Valid(text) {
			t.Fatalf("accepted invalid JSON %q", text)
		}
		if raw := object.Raw(); !json.Valid(raw) {
			t.Fatalf("%q became %q", text, raw)
		}
	})
}
