package adk

import (
	"encoding/json"
	"fmt"

	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Tools and models of ADK exchange Go values, and not all of those have a form in
// JSON: NaN, infinite numbers, channels. Without hooks nobody minds. With hooks
// such a value is shown to them as text, and everybody else gets the value itself.

// encodeAny returns the JSON of a value.
func encodeAny(value any) json.RawMessage {
	raw, err := jsonx.Marshal(value)
	if err == nil {
		return raw
	}
	raw, err = jsonx.Marshal(encodable(value))
	if err != nil { // encodable leaves nothing that could fail
		return jsonx.AppendString(nil, fmt.Sprint(value))
	}
	return raw
}

// encodable returns a value with everything that has no form in JSON as text.
func encodable(value any) any {
	switch v := value.(type) {
	case map[string]any:
		clean := make(map[string]any, len(v))
		for key, member := range v {
			clean[key] = encodable(member)
		}
		return clean
	case []any:
		clean := make([]any, len(v))
		for i, item := range v {
			clean[i] = encodable(item)
		}
		return clean
	}
	if _, err := json.Marshal(value); err != nil {
		return fmt.Sprint(value)
	}
	return value
}

// encodableContents returns contents whose tool calls and results have a form in
// JSON. The originals stay as they are.
func encodableContents(contents []*genai.Content) []*genai.Content {
	clean := make([]*genai.Content, len(contents))
	for i, content := range contents {
		own := *content
		own.Parts = make([]*genai.Part, len(content.Parts))
		for j, part := range content.Parts {
			own.Parts[j] = encodablePart(part)
		}
		clean[i] = &own
	}
	return clean
}

func encodablePart(part *genai.Part) *genai.Part {
	if part == nil || part.FunctionCall == nil && part.FunctionResponse == nil {
		return part
	}
	own := *part
	if call := part.FunctionCall; call != nil && call.Args != nil {
		clean := *call
		clean.Args = encodable(call.Args).(map[string]any)
		own.FunctionCall = &clean
	}
	if result := part.FunctionResponse; result != nil && result.Response != nil {
		clean := *result
		clean.Response = encodable(result.Response).(map[string]any)
		own.FunctionResponse = &clean
	}
	return &own
}
