package llm

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

func TestCleanRequest(t *testing.T) {
	const sent = `{"model":"m","messages":[{"role":"tool","parts":[1]},{"content":"hi"}],"config":{"topK":"odd"},"toolConfig":{"mode":"VALIDATED"},"vendor":1}`
	tests := []struct{ name, returned, clean, remark string }{
		{"what was sent", sent, sent, ""},
		{
			"what was sent among other things",
			`{"messages":[{"role":"tool", "parts":[1]},{"content":"hi"},{"role":"user","content":"x"}],"config":{"topK":"odd","topP":1},"toolConfig":{"mode":"VALIDATED","allowedFunctionNames":[]}}`,
			`{"messages":[{"role":"tool","parts":[1]},{"content":"hi"},{"role":"user","content":"x"}],"config":{"topK":"odd","topP":1},"toolConfig":{"mode":"VALIDATED","allowedFunctionNames":[]}}`, "",
		},
		{"no model", `{"model":""}`, `{}`, "model is not a name"},
		{"an empty conversation", `{"messages":[]}`, `{"messages":[]}`, ""},
		{"a content that is a list", `{"messages":[{"role":"user","content":"hi"},{"role":"user","content":["x"]}]}`, `{"messages":[{"role":"user","content":"hi"},{"content":"x","role":"user"}]}`, ""},
		{"a content without text", `{"messages":[{"role":"user","content":"hi"},{"role":"user","content":[{"image":"x"}]}]}`, `{"messages":[{"role":"user","content":"hi"}]}`, "messages[1] has no text as its content"},
		{"no usable message", `{"messages":[5]}`, `{}`, "messages has no usable message"},
		{"no list", `{"messages":"hi"}`, `{}`, "messages is not a list"},
		{"a setting to remove", `{"config":{"topP":null}}`, `{"config":{"topP":null}}`, ""},
		{"a setting of the wrong type", `{"config":{"topP":"x"}}`, `{}`, "config.topP is not a number"},
		{"no settings", `{"config":[]}`, `{}`, "config is not an object"},
		{"an unknown mode", `{"toolConfig":{"mode":"any"}}`, `{}`, "toolConfig.mode"},
		{"no list of names", `{"toolConfig":{"mode":"ANY","allowedFunctionNames":"a"}}`, `{"toolConfig":{"mode":"ANY"}}`, "toolConfig.allowedFunctionNames"},
		{"no tool configuration", `{"toolConfig":"NONE"}`, `{}`, "toolConfig is not an object"},
		{"other case", `{"Model":"x"}`, `{}`, "Model is no member"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			before, _ := decodeObject([]byte(sent))
			returned, err := decodeObject([]byte(tt.returned))
			if err != nil {
				t.Fatal(err)
			}
			clean, remarks := CleanRequest(before, returned)
			if got := hook.Object(clean).Raw(); !jsonx.Equal(got, []byte(tt.clean)) {
				t.Errorf("got  %s\nwant %s", got, tt.clean)
			}
			if text := strings.Join(remarks, "\n"); !strings.Contains(text, tt.remark) || tt.remark == "" && text != "" {
				t.Errorf("remarks %q, want %q", text, tt.remark)
			}
			if !jsonx.Equal(hook.Object(returned).Raw(), []byte(tt.returned)) {
				t.Error("the answer itself was changed")
			}
		})
	}
}

func TestListsAreForAgentsThatHaveThem(t *testing.T) {
	sent := members{"messages": json.RawMessage(`[{"role":"user","content":"hi"},{"role":"user","content":["x"]}]`)}
	edit := members{"messages": json.RawMessage(`[{"role":"user","content":["y"]}]`)}
	if clean, remarks := CleanRequest(sent, edit); !jsonx.Equal(clean["messages"], edit["messages"]) || remarks != nil {
		t.Errorf("got %s, remarks %q", clean["messages"], remarks)
	}
}

func TestAResponseWithoutUsablePartsIsNone(t *testing.T) {
	for _, raw := range []string{
		`{"candidates":[{"content":{"parts":[{"text":"obj"}]}}]}`,
		`{"candidates":[{"content":{"parts":"text"}}]}`,
		`{"candidates":[{"content":"text"}]}`,
	} {
		if resp, remarks, err := ParseHookResponse([]byte(raw)); err == nil || len(remarks) == 0 {
			t.Errorf("%s is read as %+v, with remarks %v", raw, resp, remarks)
		}
	}
	for raw, want := range map[string]string{
		`{"text":"t","candidates":[{"content":{"parts":[{"text":"obj"}]}}]}`: "t",
		`{"candidates":[{"content":{"parts":["a",{"text":"obj"}]}}]}`:        "a",
		`{"candidates":[{"content":{"parts":[]}}]}`:                          "",
		`{"candidates":[{}]}`: "",
	} {
		if resp, _, err := ParseHookResponse([]byte(raw)); err != nil || resp.Text != want {
			t.Errorf("%s: text %q, %v", raw, resp.Text, err)
		}
	}
}
