package llm

import (
	"encoding/json"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// ToHookRequest returns the part of a request that hooks see. Contents without
// visible text are left out, and so are the system instruction and the tools.
func ToHookRequest(req *Request) HookRequest {
	return HookRequest{
		Model:      req.Model,
		Messages:   toMessages(req.Contents),
		Config:     toHookConfig(req.Config),
		ToolConfig: toHookToolConfig(req.ToolConfig),
	}
}

func toMessages(contents []Content) []HookMessage {
	messages := make([]HookMessage, 0, len(contents))
	for _, content := range contents {
		if msg, visible := toMessage(content); visible {
			messages = append(messages, msg)
		}
	}
	return messages
}

func toMessage(content Content) (msg HookMessage, visible bool) {
	msg = HookMessage{Role: content.Role, Content: content.Text()}
	if msg.Role == "" {
		msg.Role = RoleUser // what the API takes it for
	}
	return msg, msg.Content != ""
}

func toHookConfig(config map[string]json.RawMessage) map[string]json.RawMessage {
	out := make(map[string]json.RawMessage)
	for name := range configFields {
		if value, ok := config[name]; ok && !jsonx.IsNull(value) {
			out[name] = value
		}
	}
	return rest(out)
}

func toHookToolConfig(config *ToolChoice) *hook.ToolConfig {
	if config == nil || config.Mode == "" && config.AllowedFunctionNames == nil {
		return nil
	}
	return &hook.ToolConfig{
		Mode:                 config.Mode,
		AllowedFunctionNames: slices.Clone(config.AllowedFunctionNames),
	}
}

// ToHookResponse returns the part of a response that hooks see.
func ToHookResponse(resp *Response) HookResponse {
	out := HookResponse{
		Text:          resp.Text(),
		Candidates:    make([]HookCandidate, 0, len(resp.Candidates)),
		UsageMetadata: toHookUsage(resp.UsageMetadata),
	}
	for _, candidate := range resp.Candidates {
		out.Candidates = append(out.Candidates, toHookCandidate(candidate))
	}
	return out
}

func toHookCandidate(candidate Candidate) HookCandidate {
	out := HookCandidate{
		Content:       HookContent{Role: candidate.Content.Role, Parts: []string{}},
		FinishReason:  candidate.FinishReason,
		Index:         candidate.Index,
		SafetyRatings: toHookRatings(candidate.SafetyRatings),
	}
	if out.Content.Role == "" {
		out.Content.Role = RoleModel
	}
	for _, part := range candidate.Content.Parts {
		if text, ok := part.Text(); ok {
			out.Content.Parts = append(out.Content.Parts, text)
		}
	}
	return out
}

func toHookRatings(raw json.RawMessage) []HookSafetyRating {
	items, _ := jsonx.ParseArray(raw)
	var out []HookSafetyRating
	for _, item := range items {
		if rating, ok := toHookRating(item); ok {
			out = append(out, rating)
		}
	}
	return out
}

func toHookRating(raw json.RawMessage) (rating HookSafetyRating, ok bool) {
	m, err := decodeObject(raw)
	if err != nil {
		return HookSafetyRating{}, false
	}
	category, hasCategory := jsonx.String(m["category"])
	probability, hasProbability := jsonx.String(m["probability"])
	return HookSafetyRating{category, probability}, hasCategory || hasProbability
}

// toHookUsage returns nil if there are no counts.
func toHookUsage(raw json.RawMessage) *HookUsage {
	m, err := decodeObject(raw)
	if err != nil {
		return nil
	}
	var usage HookUsage
	usage.PromptTokenCount, _ = asNumber(m["promptTokenCount"])
	usage.CandidatesTokenCount, _ = asNumber(m["candidatesTokenCount"])
	usage.TotalTokenCount, _ = asNumber(m["totalTokenCount"])
	if usage == (HookUsage{}) {
		return nil
	}
	return &usage
}
