package redact

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestJSON(t *testing.T) {
	tests := []struct{ name, raw, want string }{
		{"nothing to hide", `{ "a": [1.0, "x"] }`, `{ "a": [1.0, "x"] }`},
		{"a text", `"TOKEN=a\"b"`, `"TOKEN=[REDACTED]\"b"`},
		{"what is around it stays as it was", `{ "n": 1.50, "l": [ {"t": "TOKEN=a<b>"} ] }`, `{ "n": 1.50, "l": [ {"t": "TOKEN=[REDACTED]"} ] }`},
		{"escaped", `"\u0054OKEN\u003dx"`, `"TOKEN=[REDACTED]"`},
		{"lines", `"a\nTOKEN=x\nb"`, `"a\nTOKEN=[REDACTED]\nb"`},
		{"JSON in a text", `{"content":"{\"password\": \"hunter2\"}"}`, `{"content":"{\"password\": \"[REDACTED]\"}"}`},
		{"top-level keys", `{"api_key":"a","nested":{"api_key":"b"}}`, `{"api_key":"[REDACTED]","nested":{"api_key":"[REDACTED]"}}`},
		{
			"keys in any spelling", `{"X-Api-Key":"1a","apiKey":"2a","dbPassword":"3","Authorization":"Basic 4","AWS_SECRET_ACCESS_KEY":"5","pwd":"6","pass":"7","credentials":"8"}`,
			`{"X-Api-Key":"[REDACTED]","apiKey":"[REDACTED]","dbPassword":"[REDACTED]","Authorization":"[REDACTED]","AWS_SECRET_ACCESS_KEY":"[REDACTED]","pwd":"[REDACTED]","pass":"[REDACTED]","credentials":"[REDACTED]"}`,
		},
		{"a list below a key", `{"tokens":["a",["b"],1]}`, `{"tokens":["[REDACTED]",["[REDACTED]"],1]}`},
		{"an object below a key", `{"secrets":{"a":"x","b":{"c":12}}}`, `{"secrets":{"a":"[REDACTED]","b":{"c":"[REDACTED]"}}}`},
		{"a number below a key", `{"password": 12345}`, `{"password": "[REDACTED]"}`},
		{"a negative number below a key", `{"password": -1.5e3}`, `{"password": "[REDACTED]"}`},
		{"a name and its value", `[{"name":"DB_PASSWORD","value":"x"},{"name":"USER","value":"y"}]`, `[{"name":"DB_PASSWORD","value":"[REDACTED]"},{"name":"USER","value":"y"}]`},
		{"a value and its name", `[{"value":"TOKEN=x y","name":"DB_PASSWORD"}]`, `[{"value":"[REDACTED]","name":"DB_PASSWORD"}]`},
		{"a key that is escaped", `{"p\u0061ssword":"x"}`, `{"p\u0061ssword":"[REDACTED]"}`},
		{"counts", `{"maxTokens": 12, "usage": {"input_tokens": 123456}, "tokens": [1, 2]}`, `{"maxTokens": 12, "usage": {"input_tokens": 123456}, "tokens": [1, 2]}`},
		{"flags and nothing", `{"secret": null, "password": "", "token": true}`, `{"secret": null, "password": "", "token": true}`},
		{"a parameter that is called so", `{"properties": {"token": {"type": "string"}}}`, `{"properties": {"token": {"type": "string"}}}`},
		{"an object with a type of its own", `{"password": {"type": "plain", "value": "x"}}`, `{"password": {"type": "[REDACTED]", "value": "[REDACTED]"}}`},
		{"hidden before", `{"token": "[REDACTED]"}`, `{"token": "[REDACTED]"}`},
		{"broken", `{"password": "x"`, `{"password": "[REDACTED]"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, redacted := JSON(json.RawMessage(tt.raw))
			if string(got) != tt.want || redacted != (tt.raw != tt.want) {
				t.Errorf("got  %s, %v\nwant %s", got, redacted, tt.want)
			}
		})
	}
}

func TestDeepJSONIsAText(t *testing.T) {
	raw := strings.Repeat("[", 1_000_000) + `"TOKEN=x"`
	if got, redacted := JSON(json.RawMessage(raw)); !redacted || strings.Contains(string(got), "TOKEN=x") {
		t.Errorf("got %d bytes, %v", len(got), redacted)
	}
}

// FuzzJSON looks for panics, for JSON that is none afterwards, and for secrets
// that only a second look finds.
func FuzzJSON(f *testing.F) {
	for _, form := range assignments() {
		text, _, _ := form.parts()
		f.Add(text)
	}
	f.Add(`{"a":[1,{"name":"token","value":"x"}],"password":{"a":-1e5,"b":null}}`)
	f.Fuzz(func(t *testing.T, text string) {
		inside, err := json.Marshal(map[string]string{"k": text, "token": text})
		if err != nil {
			t.Fatal(err)
		}
		for _, raw := range []string{text, string(inside)} {
			clean, _ := JSON(json.RawMessage(raw))
			if json.Valid([]byte(raw)) && !json.Valid(clean) {
				t.Fatalf("%s becomes %s", raw, clean)
			}
			if again, redacted := JSON(clean); redacted {
				t.Fatalf("%s becomes\n%s, then\n%s", raw, clean, again)
			}
		}
	})
}
