package llxprt

import (
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
	"github.com/grapnel-hooks/grapnel/llm"
)

// mergeRequest merges what BeforeModel hooks did to the request. A sequential
// plan accumulates their changes; in a parallel one, where nobody knew of the
// others, the last hook's request replaces the earlier ones', except that
// settings are laid over each other one by one.
func (m *merger) mergeRequest() {
	specific := m.otherSpecifics()
	if request, rewritten := m.rewrittenRequest(); rewritten {
		specific["llm_request"] = request
		if !m.out.Blocked {
			m.out.LLMRequest = request
		}
	}
	if response, from, ok := m.lastResponse(); ok {
		specific["llm_response"] = response
		if m.out.Blocked {
			m.out.LLMResponse = response
		} else {
			m.warnf(from, "no-effect", "llm_response has no effect on BeforeModel unless the hook also blocks the call with \"decision\": \"deny\"")
		}
	}
	m.setSpecific(specific)
}

func (m *merger) rewrittenRequest() (request json.RawMessage, rewritten bool) {
	original, _ := m.ev.Fields.Object("llm_request")
	merged := original
	var setBy *said
	var last, settings hook.Object
	for _, a := range m.answers {
		edit := a.request
		if edit == nil {
			continue
		}
		if !onlySettings(last, edit) {
			m.reportConflict(setBy, a, "llm_request", last.Raw(), edit.Raw())
		}
		setBy = &a
		if last = edit; !m.sequential {
			merged = original
		}
		own, _ := edit.Object("config")
		settings = settings.Overlay(own)
		merged = hook.Object(llm.OverlayRequest(merged, edit))
	}
	if len(settings) > 0 { // each setting is a matter of its own
		merged = hook.Object(llm.OverlayRequest(merged, hook.Object{"config": settings.Raw()}))
	}
	request = merged.Raw()
	return request, last != nil && !jsonx.Equal(request, original.Raw())
}

// onlySettings reports whether two changes of a request are about different
// settings and nothing else, so that both can be made.
func onlySettings(a, b hook.Object) bool {
	if len(a) != 1 || len(b) != 1 {
		return false
	}
	first, ok := a.Object("config")
	second, also := b.Object("config")
	for key := range second {
		if first.Has(key) {
			return false
		}
	}
	return ok && also
}

// mergeResponse merges what AfterModel hooks did to the response. One that is
// what they were shown changes nothing. A stop without a response of its own says
// why in place of the model.
func (m *merger) mergeResponse() {
	specific := m.otherSpecifics()
	response, _, ok := m.lastResponse()
	if ok && m.isShown(response) {
		specific["llm_response"] = response
		ok = false
	}
	if !ok && m.out.Stop {
		response, ok = encode(llm.StopResponse(m.out.StopReason)), true
	}
	if ok {
		specific["llm_response"] = response
		m.out.LLMResponse = response
	}
	m.setSpecific(specific)
}

// isShown reports whether a response says what the one says that hooks were
// shown. A hook that gives text alone has said nothing about the rest.
func (m *merger) isShown(response json.RawMessage) bool {
	shown, _, errShown := llm.ParseHookResponse(m.ev.Fields["llm_response"])
	given, _, errGiven := llm.ParseHookResponse(response)
	if errShown != nil || errGiven != nil {
		return false
	}
	if len(shown.Candidates) == 1 && jsonx.Equal(response, encode(llm.TextResponse(shown.Text))) {
		return true
	}
	shown.UsageMetadata, given.UsageMetadata = nil, nil
	return jsonx.Equal(encode(shown), encode(given))
}

// lastResponse returns the last usable llm_response and the hook that gave it.
func (m *merger) lastResponse() (response json.RawMessage, from int, ok bool) {
	var setBy *said
	for _, a := range m.answers {
		raw, given := a.Specific["llm_response"]
		if !given {
			continue
		}
		parsed, notes, err := llm.ParseHookResponse(raw)
		for _, note := range notes {
			m.warnf(a.hook, "llm-response", "llm_response: %s", note)
		}
		if err != nil {
			m.warnf(a.hook, "llm-response", "llm_response is ignored: %v", err)
			continue
		}
		next := encode(parsed)
		m.reportConflict(setBy, a, "llm_response", response, next)
		setBy = &a
		response, from, ok = next, a.hook, true
	}
	return response, from, ok
}

func encode(response llm.HookResponse) json.RawMessage {
	raw, err := jsonx.Marshal(response)
	if err != nil {
		panic("llxprt: a parsed response must encode: " + err.Error())
	}
	return raw
}
