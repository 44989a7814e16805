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
//   - "notes": a list of what hooks want the user to be told; see [Notes]
//   - "suppressOutput": true if the user is not to be shown the model's text
//   - "suppressCalls": the IDs of the tool calls whose results the user is not
//     to be shown
const MetadataKey = "grapnel"

const (
	notesKey       = "notes"
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

// Notes returns what hooks have wanted the user to be told since the event before
// this one, about the prompt or about tools. The model does not get it.
func Notes(event *session.Event) []string {
	note, _ := event.CustomMetadata[MetadataKey].(map[string]any)
	list, _ := note[notesKey].([]any)
	var texts []string
	for _, item := range list {
		if text, ok := item.(string); ok {
			texts = append(texts, text)
		}
	}
	return texts
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

// showNotes puts into an event what the user is to be told.
func showNotes(r *run, event *session.Event) {
	var list []any // as it is when the event was stored as JSON
	for _, text := range r.additions.told() {
		list = append(list, text)
	}
	if len(list) > 0 {
		event.CustomMetadata = metadata(event.CustomMetadata, notesKey, list)
	}
}
