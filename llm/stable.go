package llm

import (
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// HookRequest is a model request as hooks see it. Its JSON is a promise to
// hook authors: members may be added, but not changed.
type HookRequest struct {
	Model      string                     `json:"model,omitempty"`
	Messages   []HookMessage              `json:"messages"`
	Config     map[string]json.RawMessage `json:"config,omitempty"`
	ToolConfig *hook.ToolConfig           `json:"toolConfig,omitempty"`
}

// HookMessage is the visible text of one turn.
type HookMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// HookResponse is a model response as hooks see it. Text is the text of the
// first candidate, for the many hooks that need nothing else.
type HookResponse struct {
	Text          string          `json:"text"`
	Candidates    []HookCandidate `json:"candidates"`
	UsageMetadata *HookUsage      `json:"usageMetadata,omitempty"`
}

// HookCandidate is one of the answers in a [HookResponse].
type HookCandidate struct {
	Content       HookContent        `json:"content"`
	FinishReason  string             `json:"finishReason,omitempty"`
	Index         int                `json:"index"`
	SafetyRatings []HookSafetyRating `json:"safetyRatings,omitempty"`
}

// HookContent is the visible text of an answer, part by part.
type HookContent struct {
	Role  string   `json:"role"`
	Parts []string `json:"parts"`
}

// HookSafetyRating is a provider's judgement of an answer. Whether it led to
// blocking is left out on purpose: the finish reason says so.
type HookSafetyRating struct {
	Category    string `json:"category"`
	Probability string `json:"probability"`
}

// HookUsage counts the tokens of a response. Counts are kept as the digits they
// came in; an empty one is absent.
type HookUsage struct {
	PromptTokenCount     json.Number `json:"promptTokenCount,omitempty"`
	CandidatesTokenCount json.Number `json:"candidatesTokenCount,omitempty"`
	TotalTokenCount      json.Number `json:"totalTokenCount,omitempty"`
}

// configFields are the generation settings hooks see and may set, each with the
// type it has to be of.
var configFields = map[string]struct {
	want  string
	valid func(json.RawMessage) bool
}{
	"temperature":      {"a number", isNumber},
	"maxOutputTokens":  {"a number", isNumber},
	"topP":             {"a number", isNumber},
	"topK":             {"a number", isNumber},
	"stopSequences":    {"a list of strings", isStrings},
	"candidateCount":   {"a number", isNumber},
	"presencePenalty":  {"a number", isNumber},
	"frequencyPenalty": {"a number", isNumber},
}

func isNumber(raw json.RawMessage) bool {
	_, ok := asNumber(raw)
	return ok
}

func isStrings(raw json.RawMessage) bool {
	_, ok := jsonx.Strings(raw)
	return ok
}
