package adk

import (
	"maps"
	"strings"

	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
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

// toResult returns the result of a tool as package host knows it.
func toResult(result map[string]any, failed error) (host.ToolResult, error) {
	if failed != nil {
		result = failure(failed.Error())
	}
	text, err := resultText(result)
	converted := host.ToolResult{LLMContent: text, ReturnDisplay: text}
	if problem := errorOf(result, failed); problem != "" {
		converted.Error = &host.ToolError{Message: problem, Type: host.ErrorExecution}
	}
	return converted, err
}

// resultText returns a result as text: its only string, or all of it as JSON.
func resultText(result map[string]any) (string, error) {
	if key, ok := onlyString(result); ok {
		return result[key].(string), nil
	}
	if len(result) == 0 {
		return "", nil
	}
	raw, err := jsonx.Marshal(result)
	return string(raw), err
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
