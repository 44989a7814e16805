package adk

import (
	"maps"
	"slices"

	"google.golang.org/adk/v2/session"
	"google.golang.org/genai"
)

// MetadataKey is the key in the CustomMetadata of events and responses under
// which the plugin tells what hooks did. Its value is an object that may have:
//
//   - "blocked": why hooks answered in the model's place
//   - "stopped": why hooks ended the run
//   - "suppressOutput": true if the user is not to be shown the model's text
//   - "suppressCalls": the IDs of the tool calls whose results the user is not
//     to be shown
const MetadataKey = "grapnel"

const (
	suppressOutput = "suppressOutput"
	suppressCalls  = "suppressCalls"
)

// Hidden reports whether hooks asked that the user is not shown this part of an
// event. The model still gets it. A user interface that shows text and tool
// results has to ask this for each of them.
func Hidden(event *session.Event, part *genai.Part) bool {
	note, ok := event.CustomMetadata[MetadataKey].(map[string]any)
	if !ok || part == nil {
		return false
	}
	if result := part.FunctionResponse; result != nil {
		calls, _ := note[suppressCalls].([]any)
		return slices.Contains(calls, any(result.ID))
	}
	return part.FunctionCall == nil && note[suppressOutput] == true
}

// metadata returns custom metadata with one more thing that hooks did.
func metadata(custom map[string]any, key string, value any) map[string]any {
	note, _ := custom[MetadataKey].(map[string]any)
	custom, note = maps.Clone(custom), maps.Clone(note)
	if custom == nil {
		custom = make(map[string]any)
	}
	if note == nil {
		note = make(map[string]any)
	}
	note[key] = value
	custom[MetadataKey] = note
	return custom
}

// markHidden marks the tool results of an event that the user is not to be
// shown.
func markHidden(r *run, event *session.Event) {
	if event.Content == nil {
		return
	}
	var calls []any
	for _, part := range event.Content.Parts {
		if part != nil && part.FunctionResponse != nil && r.isHidden(part.FunctionResponse.ID) {
			calls = append(calls, part.FunctionResponse.ID)
		}
	}
	if len(calls) > 0 {
		event.CustomMetadata = metadata(event.CustomMetadata, suppressCalls, calls)
	}
}
