package llm

import (
	"encoding/json"
	"testing"
)

func FuzzApplyRequest(f *testing.F) {
	f.Add(fullRequest, `{"messages":[{"role":"user","content":"x"}],"config":{"topK":null}}`)
	f.Add(`{"contents":[{"parts":[{"text":"a"},{"functionCall":{"id":"1"}}]},{"parts":[{"functionResponse":{"id":"1"}},{"text":"b"}]}]}`, `{"messages":[{"role":"user","content":"b"}]}`)
	f.Add(`{"contents":[{"parts":[null,{"text":"\ud800"},7]}]}`, `{"messages":[{"role":"user","content":"\ud800x"}]}`)
	f.Add(`{}`, `{"toolConfig":{"mode":"NONE"},"model":""}`)
	f.Fuzz(func(t *testing.T, request, edit string) {
		var base Request
		if json.Unmarshal([]byte(request), &base) != nil {
			return
		}
		before := encode(t, base)
		got, _, err := ApplyRequest(&base, json.RawMessage(edit))
		if err != nil {
			return
		}
		if string(encode(t, base)) != string(before) {
			t.Error("base was modified")
		}
		again, notes := mustApply(t, got, encode(t, ToHookRequest(got)))
		if string(encode(t, again)) != string(encode(t, got)) {
			t.Errorf("identity edit changed\n%s to\n%s\nnotes %q", encode(t, got), encode(t, again), notes)
		}
	})
}

func FuzzParseHookResponse(f *testing.F) {
	f.Add(`{"text":"hi"}`)
	f.Add(`{"candidates":[{"content":{"parts":["a",1]},"index":1.5,"safetyRatings":[{}]}],"usageMetadata":{"totalTokenCount":1e3}}`)
	f.Add(fullResponse)
	f.Fuzz(func(t *testing.T, raw string) {
		resp, _, err := ParseHookResponse(json.RawMessage(raw))
		if err != nil {
			return
		}
		full := FromHookResponse(resp)
		back := encode(t, ToHookResponse(full))
		if string(back) != string(encode(t, resp)) {
			t.Errorf("%s came back as %s", encode(t, resp), back)
		}
	})
}
