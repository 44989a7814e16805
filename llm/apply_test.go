package llm

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/grapnel-hooks/grapnel/hook"
)

const fullRequest = `{
	"model": "gemini-2.5-flash",
	"contents": [{"role":"user","parts":[{"text":"a < b"}],"cache":1.50}],
	"systemInstruction": {"parts":[{"text":"be brief"}]},
	"generationConfig": {"temperature":0.7,"topP":1e-3,"topK":64.0,"seed":12345678901234567890,"stopSequences":["x"]},
	"tools": [{"functionDeclarations":[{"name":"run"}]}],
	"toolConfig": {"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["run"],"stream":true},"retrievalConfig":{}},
	"safetySettings": [{"threshold":"BLOCK_NONE"}]
}`

func TestApplyRequestFields(t *testing.T) {
	tests := []struct {
		name string
		edit string
		want []string // old and new text, alternating, in the JSON of the request
		note string
	}{
		{name: "nothing", edit: `{}`},
		{name: "model", edit: `{"model":"pro"}`, want: []string{`"gemini-2.5-flash"`, `"pro"`}},
		{name: "model of the wrong type", edit: `{"model":5}`, note: "model is not a name"},
		{name: "empty model", edit: `{"model":""}`, note: "model is not a name"},
		{name: "one setting", edit: `{"config":{"temperature":0.25}}`, want: []string{`0.7`, `0.25`}},
		{name: "digits of a new value", edit: `{"config":{"topP":0.1000000000000000055511}}`, want: []string{`1e-3`, `0.1000000000000000055511`}},
		{name: "digits of a big number", edit: `{"config":{"topK":12345678901234567890}}`, want: []string{`64.0`, `12345678901234567890`}},
		{name: "same values written otherwise", edit: `{"config":{"temperature":0.70,"topP":0.001,"topK":64}}`},
		{name: "remove a setting", edit: `{"config":{"topP":null}}`, want: []string{`,"topP":1e-3`, ``}},
		{name: "stop sequences", edit: `{"config":{"stopSequences":["y","<z>"]}}`, want: []string{`["x"]`, `["y","<z>"]`}},
		{name: "setting of the wrong type", edit: `{"config":{"temperature":"hot","stopSequences":[1]}}`, note: "config.temperature is not a number"},
		{name: "setting outside the stable format", edit: `{"config":{"seed":1}}`, want: []string{`"seed":12345678901234567890`, `"seed":1`}},
		{name: "config of the wrong type", edit: `{"config":[]}`, note: "config is not an object"},
		{name: "tool mode", edit: `{"toolConfig":{"mode":"AUTO"}}`, want: []string{`"ANY"`, `"AUTO"`}},
		{name: "no tools", edit: `{"toolConfig":{"mode":"NONE"}}`, want: []string{`"ANY"`, `"NONE"`, `["run"]`, `[]`}},
		{name: "tool names", edit: `{"toolConfig":{"allowedFunctionNames":[]}}`, want: []string{`["run"]`, `[]`}},
		{name: "unknown tool mode", edit: `{"toolConfig":{"mode":"any"}}`, note: "toolConfig.mode"},
		{name: "tool names of the wrong type", edit: `{"toolConfig":{"allowedFunctionNames":["a",null]}}`, note: "toolConfig.allowedFunctionNames"},
		{name: "toolConfig of the wrong type", edit: `{"toolConfig":"NONE"}`, note: "toolConfig is not an object"},
		{name: "unknown member", edit: `{"Messages":[],"MODEL":"x"}`, note: `"Messages" is no member`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			base := decodeRequest(t, fullRequest)
			got, notes := mustApply(t, base, json.RawMessage(tt.edit))
			want := strings.NewReplacer(tt.want...).Replace(string(encode(t, base)))
			if diff := cmp.Diff(want, string(encode(t, got))); diff != "" {
				t.Errorf("request (-want +got):\n%s", diff)
			}
			if !strings.Contains(strings.Join(notes, "\n"), tt.note) || tt.note == "" && len(notes) > 0 {
				t.Errorf("notes %q, want %q", notes, tt.note)
			}
		})
	}
}

func TestApplyRequestToEmptyRequest(t *testing.T) {
	edit := `{"model":"m","messages":[{"role":"user","content":"a"}],"config":{"topK":1},"toolConfig":{"allowedFunctionNames":["run"]}}`
	got, notes := mustApply(t, &Request{}, json.RawMessage(edit))
	want := `{"contents":[{"parts":[{"text":"a"}],"role":"user"}],"generationConfig":{"topK":1},"model":"m",` +
		`"toolConfig":{"functionCallingConfig":{"allowedFunctionNames":["run"],"mode":"AUTO"}}}`
	if diff := cmp.Diff(want, string(encode(t, got))); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
	if len(notes) > 0 {
		t.Errorf("unexpected notes: %q", notes)
	}
}

func TestApplyRequestIdentity(t *testing.T) {
	requests := map[string]string{
		"full":                 fullRequest,
		"empty":                `{}`,
		"hidden contents only": `{"contents":[{"role":"model","parts":[{"functionCall":{"name":"f"}}]}]}`,
		"null setting":         `{"generationConfig":{"topK":null}}`,
		"NONE with names":      `{"toolConfig":{"functionCallingConfig":{"mode":"NONE","allowedFunctionNames":["a"]}}}`,
		"names without mode":   `{"toolConfig":{"functionCallingConfig":{"allowedFunctionNames":["a"]}}}`,
		"a mode hooks lack":    `{"toolConfig":{"functionCallingConfig":{"mode":"VALIDATED"}}}`,
	}
	for name, text := range requests {
		t.Run(name, func(t *testing.T) {
			base := decodeRequest(t, text)
			got, notes := mustApply(t, base, encode(t, ToHookRequest(base)))
			if diff := cmp.Diff(base, got); diff != "" {
				t.Errorf("request (-base +got):\n%s", diff)
			}
			if len(notes) > 0 {
				t.Errorf("unexpected notes: %q", notes)
			}
		})
	}
}

func TestApplyRequestErrors(t *testing.T) {
	for _, edit := range []string{``, `null`, `[]`, `"x"`, `1`, `{`, `{"model":}`} {
		if _, _, err := ApplyRequest(&Request{}, json.RawMessage(edit)); err == nil {
			t.Errorf("%q was accepted", edit)
		}
	}
}

func TestApplyToolConfig(t *testing.T) {
	tests := []struct {
		name string
		edit hook.ToolConfig
		want string
	}{
		{"mode and names", hook.ToolConfig{Mode: "AUTO", AllowedFunctionNames: []string{"a", "b"}}, `{"functionCallingConfig":{"allowedFunctionNames":["a","b"],"mode":"AUTO","stream":true},"retrievalConfig":{}}`},
		{"mode only", hook.ToolConfig{Mode: "AUTO", AllowedFunctionNames: nil}, `{"functionCallingConfig":{"allowedFunctionNames":["run"],"mode":"AUTO","stream":true},"retrievalConfig":{}}`},
		{"names only", hook.ToolConfig{Mode: "", AllowedFunctionNames: []string{}}, `{"functionCallingConfig":{"allowedFunctionNames":[],"mode":"ANY","stream":true},"retrievalConfig":{}}`},
		{"NONE allows nothing", hook.ToolConfig{Mode: "NONE", AllowedFunctionNames: []string{"a"}}, `{"functionCallingConfig":{"allowedFunctionNames":[],"mode":"NONE","stream":true},"retrievalConfig":{}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			base := decodeRequest(t, fullRequest)
			got := ApplyToolConfig(base, tt.edit)
			if diff := cmp.Diff(tt.want, string(encode(t, got.ToolConfig))); diff != "" {
				t.Errorf("tool configuration (-want +got):\n%s", diff)
			}
			got.ToolConfig = base.ToolConfig
			if diff := cmp.Diff(decodeRequest(t, fullRequest), got); diff != "" {
				t.Errorf("something else changed (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOverlayRequest(t *testing.T) {
	tests := []struct {
		name, base, edit, want string
	}{
		{"replaces members", `{"messages":[1],"model":"a"}`, `{"messages":[]}`, `{"messages":[],"model":"a"}`},
		{"config by setting", `{"config":{"topK":1.0,"topP":2}}`, `{"config":{"topP":3e0}}`, `{"config":{"topK":1.0,"topP":3e0}}`},
		{"removed setting", `{"config":{"topK":1}}`, `{"config":{"topK":null}}`, `{"config":{"topK":null}}`},
		{"new config", `{}`, `{"config":{"topK":1}}`, `{"config":{"topK":1}}`},
		{"config that is none", `{"config":{"topK":1}}`, `{"config":7}`, `{"config":{"topK":1}}`},
		{"over a config that is none", `{"config":7}`, `{"config":{"topK":1}}`, `{"config":{"topK":1}}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var base, edit map[string]json.RawMessage
			if err := json.Unmarshal([]byte(tt.base), &base); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(tt.edit), &edit); err != nil {
				t.Fatal(err)
			}
			got := OverlayRequest(base, edit)
			if diff := cmp.Diff(tt.want, string(encode(t, got))); diff != "" {
				t.Errorf("overlay (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.base, string(encode(t, base))); diff != "" {
				t.Errorf("base was modified (-before +after):\n%s", diff)
			}
		})
	}
	if got := OverlayRequest(nil, nil); got == nil || len(got) != 0 {
		t.Errorf("overlay of nothing is %v", got)
	}
}

func TestToolConfigWire(t *testing.T) {
	tests := []struct{ name, config, want string }{
		{"no list", `{"functionCallingConfig":{"mode":"AUTO"}}`, `{"functionCallingConfig":{"mode":"AUTO"}}`},
		{"AUTO with a list", `{"functionCallingConfig":{"mode":"AUTO","allowedFunctionNames":["a"],"stream":true},"more":1}`, `{"functionCallingConfig":{"allowedFunctionNames":["a"],"mode":"VALIDATED","stream":true},"more":1}`},
		{"a list without a mode", `{"functionCallingConfig":{"allowedFunctionNames":["a"]}}`, `{"functionCallingConfig":{"allowedFunctionNames":["a"],"mode":"VALIDATED"}}`},
		{"ANY with a list", `{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["a"]}}`, `{"functionCallingConfig":{"allowedFunctionNames":["a"],"mode":"ANY"}}`},
		{"a list that allows nothing", `{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":[]}}`, `{"functionCallingConfig":{"mode":"NONE"}}`},
		{"NONE with a list", `{"functionCallingConfig":{"mode":"NONE","allowedFunctionNames":["a"]}}`, `{"functionCallingConfig":{"mode":"NONE"}}`},
		{"nothing", `{}`, `{}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var config ToolChoice
			if err := config.UnmarshalJSON([]byte(tt.config)); err != nil {
				t.Fatal(err)
			}
			before := string(encode(t, config))
			if diff := cmp.Diff(tt.want, string(encode(t, config.Wire()))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if after := string(encode(t, config)); after != before {
				t.Errorf("the configuration itself became %s", after)
			}
		})
	}
	if (*ToolChoice)(nil).Wire() != nil {
		t.Error("there is a configuration where none was")
	}
}
