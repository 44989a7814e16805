package adk

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/adk/v2/model"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/internal/apply"
	"github.com/grapnel-hooks/grapnel/llm"
)

// TestReplace has arguments become exactly the rewritten object, with members
// that did not change left as the Go values they are.
func TestReplace(t *testing.T) {
	args := map[string]any{"gone": 1, "kept": int64(1 << 60), "changed": "a"}
	input := toInput(args)
	edited := json.RawMessage(`{"kept": 1152921504606846976, "changed": ["b"], "new": null}`)
	if err := replace(args, input, edited); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"kept": int64(1 << 60), "changed": []any{"b"}, "new": nil}
	if diff := cmp.Diff(want, args); diff != "" {
		t.Errorf("arguments (-want +got):\n%s", diff)
	}
	if replace(nil, nil, edited) == nil {
		t.Error("arguments that do not exist were replaced")
	}
}

// TestApplyKeepsParts has parts stay the very values they were, and requests
// without a configuration get one.
func TestApplyKeepsParts(t *testing.T) {
	call := &genai.Part{FunctionCall: &genai.FunctionCall{Name: "f", Args: map[string]any{"n": 1}}, ThoughtSignature: []byte{1}}
	req := &model.LLMRequest{Model: "m", Contents: []*genai.Content{
		genai.NewContentFromText("hello", genai.RoleUser), nil, {Role: genai.RoleModel, Parts: []*genai.Part{call}},
	}}
	from, err := toRequest(req)
	if err != nil {
		t.Fatal(err)
	}
	to, _, err := llm.ApplyRequest(from, json.RawMessage(`{"messages":[{"role":"user","content":"goodbye"}],"config":{"temperature":0.7,"unknown":1}}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := rewrite(req, from, to); err != nil {
		t.Fatal(err)
	}
	if len(req.Contents) != 2 || req.Contents[0].Parts[0].Text != "goodbye" || req.Contents[1].Parts[0] != call {
		t.Errorf("contents %v", req.Contents)
	}
	if *req.Config.Temperature != 0.7 {
		t.Errorf("temperature %v", *req.Config.Temperature)
	}
}

// TestToolConfigIsLegal has combinations that the Gemini API refuses become ones
// that mean the same.
func TestToolConfigIsLegal(t *testing.T) {
	for config, want := range map[string]string{
		`{"mode":"AUTO"}`: `{"mode":"AUTO"}`,
		`{"mode":"AUTO","allowedFunctionNames":["a"]}`:      `{"allowedFunctionNames":["a"],"mode":"VALIDATED"}`,
		`{"allowedFunctionNames":["a"]}`:                    `{"allowedFunctionNames":["a"],"mode":"VALIDATED"}`,
		`{"mode":"ANY","allowedFunctionNames":["a"]}`:       `{"allowedFunctionNames":["a"],"mode":"ANY"}`,
		`{"mode":"VALIDATED","allowedFunctionNames":["a"]}`: `{"allowedFunctionNames":["a"],"mode":"VALIDATED"}`,
		`{"mode":"ANY","allowedFunctionNames":[]}`:          `{"mode":"NONE"}`,
		`{"mode":"NONE","allowedFunctionNames":["a"]}`:      `{"mode":"NONE"}`,
	} {
		var chosen llm.ToolChoice
		if err := json.Unmarshal([]byte(`{"functionCallingConfig":`+config+`}`), &chosen); err != nil {
			t.Fatal(err)
		}
		legal, err := fromToolConfig(&chosen)
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(legal.FunctionCallingConfig)
		if err != nil || string(got) != want {
			t.Errorf("%s became %s, error %v, want %s", config, got, err, want)
		}
	}
}

func TestAllStopsOfARunSayWhyInTheOrderOfTheCalls(t *testing.T) {
	r := &run{order: []string{"one", "two"}}
	r.halt("two", apply.Stop{Stopped: true, Reason: "second"})
	r.halt("one", apply.Stop{Reason: "no stop"})
	r.halt("one", apply.Stop{Stopped: true, Reason: "first"})
	if why := r.whyStopped(); why != "first\nsecond" || !r.stopped() {
		t.Errorf("stopped because %q", why)
	}
}

// TestInstructLeavesTheAgentsOwn has what every request gets not add up in the
// configuration that an agent uses for all of its requests.
func TestInstructLeavesTheAgentsOwn(t *testing.T) {
	own := &genai.GenerateContentConfig{SystemInstruction: genai.NewContentFromText("be brief", genai.RoleUser)}
	req := &model.LLMRequest{Config: own}
	a := &additions{standing: []string{"be kind"}}
	a.instruct(req)
	if n := len(req.Config.SystemInstruction.Parts); n != 2 {
		t.Errorf("the request's instruction has %d parts", n)
	}
	if n := len(own.SystemInstruction.Parts); n != 1 {
		t.Errorf("the agent's own instruction has %d parts", n)
	}
}

func TestWhatIsSaidMeanwhileWaitsForTheNextRequest(t *testing.T) {
	var a additions
	s := speaker{agent: "a"}
	a.note(s, "early")
	read := a.due(s, nil)
	a.note(s, "late")
	a.done(s, read)
	if left := a.due(s, nil); len(left) != 1 || left[0].text != "late" {
		t.Errorf("%d remarks are left", len(left))
	}
}
