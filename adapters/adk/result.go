package adk

import (
	"encoding/json"
	"maps"
	"strings"

	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/internal/apply"
)

// failure is a tool result that tells the model that the tool failed.
func failure(message string) map[string]any {
	return map[string]any{"error": message}
}

// errorOf returns what went wrong with a tool, or "".
func errorOf(result map[string]any, failed error) string {
	if failed != nil {
		return failed.Error()
	}
	message, _ := result["error"].(string)
	return message
}

// toolResponse returns the result of a tool as hooks see it.
func toolResponse(result map[string]any, failed error) json.RawMessage {
	if failed != nil {
		result = failure(failed.Error())
	}
	var problem *apply.ToolError
	if message := errorOf(result, failed); message != "" {
		problem = &apply.ToolError{Message: message, Type: host.ErrorExecution}
	}
	text := resultText(result)
	return apply.ToolResponse(text, text, nil, problem)
}

// resultText returns a result as text: its only string, or all of it as JSON.
func resultText(result map[string]any) string {
	if key, ok := onlyString(result); ok {
		return result[key].(string)
	}
	if len(result) == 0 {
		return ""
	}
	return string(encodeAny(result))
}

// onlyString returns the key of the only member of a result, if that is a
// string.
func onlyString(result map[string]any) (key string, ok bool) {
	if len(result) != 1 {
		return "", false
	}
	for key, value := range result {
		if _, ok := value.(string); ok {
			return key, true
		}
	}
	return "", false
}

// annotate returns the result of a tool with a note for the model at its end.
func annotate(result map[string]any, failed error, note string) map[string]any {
	if failed != nil {
		return failure(failed.Error() + note)
	}
	annotated := maps.Clone(result)
	if annotated == nil {
		annotated = make(map[string]any)
	}
	if key, ok := onlyString(result); ok {
		annotated[key] = result[key].(string) + note
		return annotated
	}
	key := "hookContext"
	for _, taken := annotated[key]; taken; _, taken = annotated[key] {
		key += "_"
	}
	annotated[key] = strings.TrimSpace(note)
	return annotated
}
