package llxprt

import (
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
	"github.com/grapnel-hooks/grapnel/llm"
)

// mergeRequest merges what BeforeModel hooks did to the request. A sequential
// plan accumulates their changes; in a parallel one, where nobody knew of the
// others, the last hook's request replaces the earlier ones'.
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
	var last hook.Object
	for _, a := range m.answers {
		edit := a.request
		if edit == nil {
			continue
		}
		m.reportConflict(setBy, a, "llm_request", last.Raw(), edit.Raw())
		setBy = &a
		if last = edit; !m.sequential {
			merged = original
		}
		merged = hook.Object(llm.OverlayRequest(merged, edit))
	}
	request = merged.Raw()
	return request, last != nil && !jsonx.Equal(request, original.Raw())
}

// mergeResponse merges what AfterModel hooks did to the response. A stop
// without a response of its own says why in place of the model.
func (m *merger) mergeResponse() {
	specific := m.otherSpecifics()
	response, _, ok := m.lastResponse()
	if !ok && m.out.Stop {
		response, ok = encode(llm.StopResponse(m.out.StopReason)), true
	}
	if ok {
		specific["llm_response"] = response
		m.out.LLMResponse = response
	}
	m.setSpecific(specific)
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
