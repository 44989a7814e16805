//go:build unix

package genaihooks_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"google.golang.org/genai"

	genaihooks "github.com/grapnel-hooks/grapnel/adapters/genai"
	"github.com/grapnel-hooks/grapnel/adapters/genai/internal/fakegemini"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/llm"
)

func model(t *testing.T, server *fakegemini.Server) *genaihooks.Model {
	t.Helper()
	m, err := genaihooks.NewModel(t.Context(), client(t, server))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func parse(t *testing.T, request string) *llm.Request {
	t.Helper()
	r := &llm.Request{}
	if err := json.Unmarshal([]byte(request), r); err != nil {
		t.Fatal(err)
	}
	return r
}

// full is a request with something of everything, also what no SDK knows.
const full = `{
	"contents": [
		{"role":"user","parts":[{"text":"look <here> & there"},{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}}]},
		{"role":"model","parts":[
			{"text":"thinking","thought":true},
			{"functionCall":{"id":"c1","name":"add","args":{"n":12345678901234567890,"x":1.0}},"thoughtSignature":"AbC+/w=="}]},
		{"role":"user","parts":[{"functionResponse":{"id":"c1","name":"add","response":{"output":"3"}}},{"hologram":{"depth":3}}]}
	],
	"systemInstruction": {"parts":[{"text":"be brief"}]},
	"generationConfig": {"temperature":0.7,"topP":0.95,"topK":40,"maxOutputTokens":100,"stopSequences":["X"],
		"responseMimeType":"application/json","responseSchema":{"type":"OBJECT"},
		"thinkingConfig":{"thinkingBudget":0,"includeThoughts":true},"novelty":{"level":9}},
	"tools": [{"functionDeclarations":[{"name":"add","parametersJsonSchema":{"type":"object","additionalProperties":false}}]},{"googleSearch":{}}],
	"toolConfig": {"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["add"]},"retrievalConfig":{"languageCode":"no"}},
	"safetySettings": [{"category":"HARM_CATEGORY_HATE_SPEECH","threshold":"BLOCK_NONE"}],
	"cachedContent": "cachedContents/abc",
	"labels": {"team":"blue"},
	"futureMember": [1,2]
}`

func TestModelSendsEverything(t *testing.T) {
	server := fakegemini.Start(t, fakegemini.Text("ok"))
	request := parse(t, full)
	request.Model = "gemini-test"
	for _, err := range model(t, server).Generate(t.Context(), request) {
		if err != nil {
			t.Fatal(err)
		}
	}
	wantJSON(t, "body", sent(t, server).Raw(), full)
	got := server.Requests()[0]
	if got.Path != "/v1beta/models/gemini-test:streamGenerateContent" || got.Query != "alt=sse" || got.Key != "test-key" {
		t.Errorf("sent to %s?%s with key %q", got.Path, got.Query, got.Key)
	}
}

func TestModelFromAClientWithAProjectInTheEnvironment(t *testing.T) {
	t.Setenv("GOOGLE_CLOUD_PROJECT", "p")
	t.Setenv("GOOGLE_CLOUD_LOCATION", "l")
	model(t, fakegemini.Start(t))
}

func TestModelConfigAppliesUnderTheRequest(t *testing.T) {
	server := fakegemini.Start(t, fakegemini.Text("ok"))
	m := model(t, server)
	m.Config = &genai.GenerateContentConfig{
		Temperature: genai.Ptr[float32](0.3), Seed: genai.Ptr[int32](7),
		SafetySettings: []*genai.SafetySetting{{Category: genai.HarmCategoryHarassment, Threshold: genai.HarmBlockThresholdOff}},
		HTTPOptions:    &genai.HTTPOptions{ExtraBody: map[string]any{"extra": true}},
	}
	request := parse(t, `{"contents":[{"role":"user","parts":[{"text":"hi"}]}],"generationConfig":{"temperature":0.7}}`)
	request.Model = "m"
	for _, err := range m.Generate(t.Context(), request) {
		if err != nil {
			t.Fatal(err)
		}
	}
	wantJSON(t, "body", sent(t, server).Raw(), `{
		"contents":[{"role":"user","parts":[{"text":"hi"}]}],
		"generationConfig":{"temperature":0.7,"seed":7},
		"safetySettings":[{"category":"HARM_CATEGORY_HARASSMENT","threshold":"OFF"}],
		"extra":true}`)
}

func TestModelSendsWhatTheAPITakes(t *testing.T) {
	tests := []struct{ name, request, member, want string }{
		{
			"system messages go to the end of the system instruction",
			`{"contents":[{"role":"system","parts":[{"text":"b"}]},{"role":"user","parts":[{"text":"hi"}]},{"role":"system","parts":[{"text":"c"}]}],"systemInstruction":{"parts":[{"text":"a"}]}}`,
			"systemInstruction", `{"parts":[{"text":"a"},{"text":"b"},{"text":"c"}]}`,
		},
		{
			"system messages leave the conversation",
			`{"contents":[{"role":"system","parts":[{"text":"b"}]},{"role":"user","parts":[{"text":"hi"}]}]}`,
			"contents", `[{"role":"user","parts":[{"text":"hi"}]}]`,
		},
		{
			"AUTO with names is VALIDATED",
			`{"toolConfig":{"functionCallingConfig":{"mode":"AUTO","allowedFunctionNames":["a"]}}}`,
			"toolConfig", `{"functionCallingConfig":{"mode":"VALIDATED","allowedFunctionNames":["a"]}}`,
		},
		{
			"AUTO stays AUTO",
			`{"toolConfig":{"functionCallingConfig":{"mode":"AUTO"}}}`,
			"toolConfig", `{"functionCallingConfig":{"mode":"AUTO"}}`,
		},
		{
			"ANY keeps its names",
			`{"toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["a"],"later":1}}}`,
			"toolConfig", `{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["a"],"later":1}}`,
		},
		{
			"NONE has no names",
			`{"toolConfig":{"functionCallingConfig":{"mode":"NONE","allowedFunctionNames":[]}}}`,
			"toolConfig", `{"functionCallingConfig":{"mode":"NONE"}}`,
		},
		{
			"no name allowed is NONE",
			`{"toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":[]}}}`,
			"toolConfig", `{"functionCallingConfig":{"mode":"NONE"}}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			server := fakegemini.Start(t, fakegemini.Text("ok"))
			request := parse(t, tt.request)
			request.Model = "m"
			for _, err := range model(t, server).Generate(t.Context(), request) {
				if err != nil {
					t.Fatal(err)
				}
			}
			wantJSON(t, tt.member, sent(t, server)[tt.member], tt.want)
		})
	}
}

func TestModelAnswersKeepEverything(t *testing.T) {
	call := `{"functionCall":{"id":"c9","name":"add","args":{"n":12345678901234567890,"x":1.0}},"thoughtSignature":"AbC+/w=="}`
	unknown := `{"hologram":{"depth":3}}`
	image := `{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}}`
	last := `{"candidates":[{"index":0,"content":{"role":"model","parts":[` + unknown + `,` + image + `]},"finishReason":"STOP","novelty":1}],` +
		`"usageMetadata":{"promptTokenCount":4,"future":5},"responseId":"r1"}`
	server := fakegemini.Start(t, fakegemini.Reply{Chunks: []string{
		fakegemini.Chunk("", `{"text":"hel"}`), fakegemini.Chunk("", `{"text":"lo"}`), fakegemini.Chunk("", call), last,
	}})
	chat := host.Chat{Model: model(t, server)}
	reply, err := chat.Send(t.Context(), &llm.Request{Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(reply.Response)
	if err != nil {
		t.Fatal(err)
	}
	wantJSON(t, "response", got, `{
		"candidates":[{"index":0,"content":{"role":"model","parts":[{"text":"hello"},`+call+`,`+unknown+`,`+image+`]},"finishReason":"STOP","novelty":1}],
		"modelVersion":"fake-1","responseId":"r1","usageMetadata":{"promptTokenCount":4,"future":5}}`)
}

func TestModelFailures(t *testing.T) {
	piece := fakegemini.Chunk("", `{"text":"par"}`)
	tests := []struct {
		name  string
		reply fakegemini.Reply
		check func(error) bool
	}{
		{
			"an error status",
			fakegemini.Reply{Status: 429, Chunks: []string{`{"error":{"code":429,"message":"slow down","status":"RESOURCE_EXHAUSTED"}}`}},
			func(err error) bool { var e genai.APIError; return errors.As(err, &e) && e.Code == 429 },
		},
		{"a broken connection", fakegemini.Reply{Chunks: []string{piece}, Cut: true}, func(err error) bool { return err != nil }},
		{"a stream that just ends", fakegemini.Reply{Chunks: []string{piece}}, func(err error) bool { return errors.Is(err, host.ErrIncomplete) }},
		{
			"an error in the stream",
			fakegemini.Reply{Chunks: []string{piece, `{"error":{"code":503,"message":"gone","status":"UNAVAILABLE"}}`}},
			func(err error) bool { var e genai.APIError; return errors.As(err, &e) && e.Code == 503 },
		},
		{
			"a refused prompt",
			fakegemini.Reply{Chunks: []string{`{"promptFeedback":{"blockReason":"SAFETY"}}`}},
			func(err error) bool { var e *genaihooks.PromptError; return errors.As(err, &e) && e.Reason == "SAFETY" },
		},
		{"arguments that are no object", fakegemini.Call("add", `"seven"`), func(err error) bool { return err != nil }},
		{"no JSON", fakegemini.Reply{Chunks: []string{`{"candidates":[`}}, func(err error) bool { return err != nil }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			system, seen := hooks(t, map[string]string{"AfterModel": watch})
			server := fakegemini.Start(t, tt.reply)
			chat := host.Chat{Hooks: system, Model: model(t, server)}
			if _, err := chat.Send(t.Context(), &llm.Request{Model: "m"}); !tt.check(err) {
				t.Errorf("error %v", err)
			}
			if ran(t, seen) != 0 {
				t.Error("the AfterModel hook ran")
			}
		})
	}
}

func TestModelIsCancelled(t *testing.T) {
	server := fakegemini.Start(t, fakegemini.Reply{Chunks: []string{fakegemini.Chunk("", `{"text":"par"}`)}, Hold: true})
	ctx, cancel := context.WithCancel(t.Context())
	var text strings.Builder
	var failed error
	for chunk, err := range model(t, server).Generate(ctx, &llm.Request{Model: "m"}) {
		if err != nil {
			failed = err
			break
		}
		text.WriteString(chunk.Text())
		<-server.Held
		cancel()
	}
	cancel()
	if text.String() != "par" || !errors.Is(failed, context.Canceled) {
		t.Errorf("got %q and error %v", text.String(), failed)
	}
}

func TestModelStreamCanBeLeft(t *testing.T) {
	server := fakegemini.Start(t, fakegemini.Reply{Chunks: []string{fakegemini.Chunk("", `{"text":"par"}`)}, Hold: true})
	for range model(t, server).Generate(t.Context(), &llm.Request{Model: "m"}) {
		break // the server only ends if this closes the connection
	}
}
