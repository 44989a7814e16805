package llm

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func sameMeaning(t *testing.T, a, b []byte) {
	t.Helper()
	decode := func(data []byte) (v any) {
		dec := json.NewDecoder(strings.NewReader(string(data)))
		dec.UseNumber() // digits count
		if err := dec.Decode(&v); err != nil {
			t.Fatal(err)
		}
		return v
	}
	if diff := cmp.Diff(decode(a), decode(b)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

const fullResponse = `{
	"candidates": [{
		"content": {"role":"model","parts":[{"text":"thinking","thought":true},{"text":"a <b>"},{"functionCall":{"name":"f","args":{"n":1.10}}},{"text":" c"}]},
		"finishReason": "STOP", "index": 0, "tokenCount": 12345678901234567890,
		"safetyRatings": [{"category":"HARM","probability":"LOW","blocked":true,"score":0.5},{"category":"SPAM"},{"score":1}]
	}, {
		"finishReason": "SAFETY", "index": 1
	}],
	"usageMetadata": {"promptTokenCount":10,"candidatesTokenCount":0,"totalTokenCount":15,"thoughtsTokenCount":5},
	"modelVersion": "v", "promptFeedback": {"x":[1.0]}
}`

func TestJSONRoundTrip(t *testing.T) {
	t.Run("request", func(t *testing.T) {
		req := decodeRequest(t, fullRequest)
		sameMeaning(t, []byte(fullRequest), encode(t, req))
		if diff := cmp.Diff(req, req.Clone()); diff != "" {
			t.Errorf("clone (-want +got):\n%s", diff)
		}
	})
	t.Run("response", func(t *testing.T) {
		var resp Response
		if err := json.Unmarshal([]byte(fullResponse), &resp); err != nil {
			t.Fatal(err)
		}
		sameMeaning(t, []byte(fullResponse), encode(t, resp))
		if got, want := resp.Text(), "a <b> c"; got != want {
			t.Errorf("text is %q, want %q", got, want)
		}
	})
	t.Run("keys in another case are other keys", func(t *testing.T) {
		const text = `{"Model":5,"CONTENTS":{}}`
		sameMeaning(t, []byte(text), encode(t, decodeRequest(t, text)))
	})
	t.Run("wrong types", func(t *testing.T) {
		for _, text := range []string{`[]`, `{"model":1}`, `{"contents":{}}`, `{"contents":[null]}`, `{"contents":[{"parts":1}]}`, `{"toolConfig":[]}`} {
			if err := json.Unmarshal([]byte(text), new(Request)); err == nil {
				t.Errorf("request %s was accepted", text)
			}
		}
		for _, text := range []string{`7`, `{"candidates":[7]}`, `{"candidates":[{"index":"x"}]}`} {
			if err := json.Unmarshal([]byte(text), new(Response)); err == nil {
				t.Errorf("response %s was accepted", text)
			}
		}
	})
}

func TestPart(t *testing.T) {
	tests := []struct {
		name, part string
		text       string
		visible    bool
		withText   string // after WithText("<new>")
	}{
		{"text", `{"text":"old"}`, "old", true, `{"text":"<new>"}`},
		{"empty text", `{"text":""}`, "", true, `{"text":"<new>"}`},
		{"other members", `{ "a" : 1.50, "text" : "o\u006cd" , "thoughtSignature":"x=" }`, "old", true, `{ "a" : 1.50, "text" : "<new>" , "thoughtSignature":"x=" }`},
		{"text within another member", `{"a":{"text":"x"},"text":"old"}`, "old", true, `{"a":{"text":"x"},"text":"<new>"}`},
		{"the last of two", `{"text":"x","text":"old"}`, "old", true, `{"text":"x","text":"<new>"}`},
		{"thought", `{"text":"old","thought":true}`, "", false, `{"text":"<new>","thought":true}`},
		{"not a thought", `{"text":"old","thought":false}`, "old", true, `{"text":"<new>","thought":false}`},
		{"no text", image, "", false, image},
		{"key in another case", `{"Text":"x"}`, "", false, `{"Text":"x"}`},
		{"text of another type", `{"text":5}`, "", false, `{"text":5}`},
		{"no object", `"text"`, "", false, `"text"`},
		{"no JSON", `{"text":"x"`, "", false, `{"text":"x"`},
		{"nothing", ``, "", false, ``},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			part := Part(tt.part)
			if text, ok := part.Text(); text != tt.text || ok != tt.visible {
				t.Errorf("Text() = %q, %v", text, ok)
			}
			if got := string(part.WithText("<new>")); got != tt.withText {
				t.Errorf("WithText() = %s, want %s", got, tt.withText)
			}
			if string(part) != tt.part {
				t.Errorf("part was modified: %s", part)
			}
		})
	}
	if r, ok := Part(result("7")).Result(); r.ID != "7" || r.Name != "run" || string(r.Response) != `{"ok":true}` || !ok {
		t.Errorf("Result() = %+v, %v", r, ok)
	}
}

func TestPartCall(t *testing.T) {
	tests := []struct {
		name, part string
		want       FunctionCall
		is         bool
	}{
		{"a call", `{"functionCall":{"id":"7","name":"run","args":{"n":1.50}}}`, FunctionCall{"7", "run", json.RawMessage(`{"n":1.50}`)}, true},
		{"beside members that are no objects", `{"thoughtSignature":"s","thought":true,"functionCall":{"name":"run"},"list":[1]}`, FunctionCall{Name: "run"}, true},
		{"a key in other letters", `{"FunctionCall":{"name":"run"}}`, FunctionCall{}, false},
		{"inner keys in other letters", `{"functionCall":{"name":"run","Name":"other","ID":"7","ARGS":{}}}`, FunctionCall{Name: "run"}, true},
		{"members of another type", `{"functionCall":{"name":7,"id":[],"args":"text"}}`, FunctionCall{Args: json.RawMessage(`"text"`)}, true},
		{"the last of two", `{"functionCall":{"id":"7","name":"run"},"functionCall":{"name":"other"}}`, FunctionCall{Name: "other"}, true},
		{"the last of two is none", `{"functionCall":{"name":"run"},"functionCall":"other"}`, FunctionCall{}, false},
		{"null", `{"functionCall":null}`, FunctionCall{}, false},
		{"a text", `{"text":"functionCall"}`, FunctionCall{}, false},
		{"a list", `[{"functionCall":{"name":"run"}}]`, FunctionCall{}, false},
		{"broken JSON", `{"functionCall":{"name":"run"}`, FunctionCall{}, false},
		{"an image", image, FunctionCall{}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, is := Part(tt.part).Call()
			if diff := cmp.Diff(tt.want, got); diff != "" || is != tt.is {
				t.Errorf("is a call: %v, want %v (-want +got):\n%s", is, tt.is, diff)
			}
		})
	}
}

func TestToHookRequest(t *testing.T) {
	req := decodeRequest(t, fullRequest)
	req.Contents = append(req.Contents,
		model("one ", call("1"), "two", `{"text":"hmm","thought":true}`),
		user(result("1")), turn("", "three", image), user(image), user(""))
	want := `{"model":"gemini-2.5-flash","messages":[{"role":"user","content":"a < b"},` +
		`{"role":"model","content":"one two"},{"role":"user","content":"three"}],` +
		`"config":{"stopSequences":["x"],"temperature":0.7,"topK":64.0,"topP":1e-3},` +
		`"toolConfig":{"mode":"ANY","allowedFunctionNames":["run"]}}`
	if diff := cmp.Diff(want, string(encode(t, ToHookRequest(req)))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := string(encode(t, ToHookRequest(&Request{}))); got != `{"messages":[]}` {
		t.Errorf("empty request gives %s", got)
	}
}

func TestToHookResponse(t *testing.T) {
	var resp Response
	if err := json.Unmarshal([]byte(fullResponse), &resp); err != nil {
		t.Fatal(err)
	}
	want := `{"text":"a <b> c","candidates":[` +
		`{"content":{"role":"model","parts":["a <b>"," c"]},"finishReason":"STOP","index":0,"safetyRatings":[{"category":"HARM","probability":"LOW"},{"category":"SPAM","probability":""}]},` +
		`{"content":{"role":"model","parts":[]},"finishReason":"SAFETY","index":1}],` +
		`"usageMetadata":{"promptTokenCount":10,"candidatesTokenCount":0,"totalTokenCount":15}}`
	if diff := cmp.Diff(want, string(encode(t, ToHookResponse(&resp)))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := string(encode(t, ToHookResponse(&Response{}))); got != `{"text":"","candidates":[]}` {
		t.Errorf("empty response gives %s", got)
	}
}

func TestFromHookResponse(t *testing.T) {
	resp, notes, err := ParseHookResponse(json.RawMessage(`{"candidates":[{"content":{"parts":["a","<b>"]},
		"finishReason":"MAX_TOKENS","safetyRatings":[{"category":"c","probability":"p","blocked":true}]},{}],
		"usageMetadata":{"totalTokenCount":5}}`))
	if err != nil || len(notes) > 0 {
		t.Fatal(notes, err)
	}
	want := `{"candidates":[{"content":{"parts":[{"text":"a"},{"text":"<b>"}],"role":"model"},"finishReason":"MAX_TOKENS","index":0,` +
		`"safetyRatings":[{"category":"c","probability":"p"}]},{"content":{"parts":[],"role":"model"},"index":1}],` +
		`"usageMetadata":{"totalTokenCount":5}}`
	if diff := cmp.Diff(want, string(encode(t, FromHookResponse(resp)))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := FromHookResponse(HookResponse{Text: "x"}).Text(); got != "x" {
		t.Errorf("text alone gives %q", got)
	}
}

func TestParseHookResponse(t *testing.T) {
	tests := []struct {
		name, raw, want, note string
	}{
		{"text only", `{"text":"hi"}`, `{"text":"hi","candidates":[{"content":{"role":"model","parts":["hi"]},"finishReason":"STOP","index":0}]}`, ""},
		{"empty text", `{"text":"","candidates":[]}`, `{"text":"","candidates":[{"content":{"role":"model","parts":[""]},"finishReason":"STOP","index":0}]}`, ""},
		{"candidates only", `{"candidates":[{"content":{"role":"assistant","parts":["a","b"]},"index":3}]}`, `{"text":"ab","candidates":[{"content":{"role":"model","parts":["a","b"]},"index":3}]}`, ""},
		{"candidates win", `{"text":"x","candidates":[{"content":{"parts":["a"]}}]}`, `{"text":"a","candidates":[{"content":{"role":"model","parts":["a"]},"index":0}]}`, "text differs"},
		{"unusable candidates", `{"text":"x","candidates":[1]}`, `{"text":"x","candidates":[{"content":{"role":"model","parts":["x"]},"finishReason":"STOP","index":0}]}`, "candidate is not an object"},
		{"part of the wrong type", `{"candidates":[{"content":{"parts":[{"text":"a"},"b"]}}]}`, `{"text":"b","candidates":[{"content":{"role":"model","parts":["b"]},"index":0}]}`, "part is not a string"},
		{"index of the wrong type", `{"candidates":[{},{"index":"x"}]}`, `{"text":"","candidates":[{"content":{"role":"model","parts":[]},"index":0},{"content":{"role":"model","parts":[]},"index":1}]}`, "index is not"},
		{"usage of the wrong type", `{"text":"","usageMetadata":{"totalTokenCount":"5","promptTokenCount":1}}`, `{"text":"","candidates":[{"content":{"role":"model","parts":[""]},"finishReason":"STOP","index":0}],"usageMetadata":{"promptTokenCount":1}}`, "usageMetadata.totalTokenCount"},
		{"ratings of the wrong type", `{"candidates":[{"safetyRatings":[5,{"category":"c","probability":"p"}]}]}`, `{"text":"","candidates":[{"content":{"role":"model","parts":[]},"index":0,"safetyRatings":[{"category":"c","probability":"p"}]}]}`, "safety rating"},
		{"null members", `{"text":"a","candidates":null,"usageMetadata":null}`, `{"text":"a","candidates":[{"content":{"role":"model","parts":["a"]},"finishReason":"STOP","index":0}]}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, notes, err := ParseHookResponse(json.RawMessage(tt.raw))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, string(encode(t, got))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if !strings.Contains(strings.Join(notes, "\n"), tt.note) || tt.note == "" && len(notes) > 0 {
				t.Errorf("notes %q, want %q", notes, tt.note)
			}
		})
	}
	for _, raw := range []string{``, `null`, `[]`, `{}`, `{"text":7}`, `{"Text":"x"}`, `{"candidates":[]}`, `{"candidates":{}}`} {
		if _, _, err := ParseHookResponse(json.RawMessage(raw)); err == nil {
			t.Errorf("%q was accepted", raw)
		}
	}
}

func TestStopResponse(t *testing.T) {
	for reason, want := range map[string]string{"": "Stopped by hook", "over budget": "over budget"} {
		got := StopResponse(reason)
		if got.Text != want || len(got.Candidates) != 1 || got.Candidates[0].FinishReason != "STOP" {
			t.Errorf("StopResponse(%q) = %+v", reason, got)
		}
		parsed, _, err := ParseHookResponse(encode(t, got))
		if err != nil || !reflect.DeepEqual(parsed, got) {
			t.Errorf("does not read back: %+v, %v", parsed, err)
		}
	}
}
