package llm

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// finishStop is the finish reason of an answer that is complete.
const finishStop = "STOP"

// StopResponse returns the response that stands in for the model's when a hook
// stops the agent.
func StopResponse(reason string) HookResponse {
	if reason == "" {
		reason = "Stopped by hook"
	}
	return TextResponse(reason)
}

// TextResponse returns a complete response of one text, as hooks see it.
func TextResponse(text string) HookResponse {
	return HookResponse{
		Text: text,
		Candidates: []HookCandidate{{
			Content:      HookContent{Role: RoleModel, Parts: []string{text}},
			FinishReason: finishStop,
		}},
	}
}

// FromHookResponse returns a full response made of a hook's: text parts only,
// as there is nothing else in it. Unlike a request, a response is replaced
// whole.
func FromHookResponse(resp HookResponse) *Response {
	if len(resp.Candidates) == 0 && resp.Text != "" {
		resp.Candidates = TextResponse(resp.Text).Candidates
	}
	out := &Response{Candidates: make([]Candidate, 0, len(resp.Candidates))}
	if resp.UsageMetadata != nil {
		out.UsageMetadata = encodeUsage(*resp.UsageMetadata)
	}
	for _, candidate := range resp.Candidates {
		out.Candidates = append(out.Candidates, fromHookCandidate(candidate))
	}
	return out
}

func fromHookCandidate(candidate HookCandidate) Candidate {
	out := Candidate{
		Content:      Content{Role: candidate.Content.Role, Parts: []Part{}},
		FinishReason: candidate.FinishReason,
		Index:        candidate.Index,
	}
	if out.Content.Role == "" {
		out.Content.Role = RoleModel
	}
	for _, text := range candidate.Content.Parts {
		out.Content.Parts = append(out.Content.Parts, TextPart(text))
	}
	if len(candidate.SafetyRatings) > 0 {
		out.SafetyRatings, _ = jsonx.Marshal(candidate.SafetyRatings) // strings only: cannot fail
	}
	return out
}

// encodeUsage returns nil if a count is no number, which only Go code can have
// put there.
func encodeUsage(usage HookUsage) json.RawMessage {
	raw, err := jsonx.Marshal(usage)
	if err != nil {
		return nil
	}
	return raw
}

// ParseHookResponse reads the response a hook returned. It is lenient: text
// alone is enough, and members of the wrong type are ignored, with a remark. It
// is an error if there is neither text nor a candidate.
func ParseHookResponse(raw json.RawMessage) (resp HookResponse, remarks []string, err error) {
	m, err := decodeObject(raw)
	if err != nil {
		return HookResponse{}, nil, fmt.Errorf("response: %w", err)
	}
	var r responseReader
	text, hasText := r.string("text", m["text"])
	resp.Candidates = r.candidates(m["candidates"])
	switch {
	case len(resp.Candidates) > 0:
		resp.Text = resp.Candidates[0].text()
		if hasText && text != resp.Text {
			r.addf("text differs from the first candidate: text ignored")
		}
	case hasText:
		resp = TextResponse(text)
	default:
		return HookResponse{}, r.list(), errors.New("response has neither text nor candidates")
	}
	resp.UsageMetadata = r.usage(m["usageMetadata"])
	return resp, r.list(), nil
}
