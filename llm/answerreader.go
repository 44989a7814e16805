package llm

import (
	"encoding/json"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// responseReader reads the members of a hook's response and notes what it could
// not use. Absent members and null need no note.
type responseReader struct{ notes }

func absent(raw json.RawMessage) bool {
	return raw == nil || jsonx.IsNull(raw)
}

// string reads an optional string, called name in notes.
func (r *responseReader) string(name string, raw json.RawMessage) (text string, ok bool) {
	if absent(raw) {
		return "", false
	}
	if text, ok = jsonx.String(raw); !ok {
		r.addf("%s is not a string: ignored", name)
	}
	return text, ok
}

// array reads an optional list, called name in notes.
func (r *responseReader) array(name string, raw json.RawMessage) []json.RawMessage {
	if absent(raw) {
		return nil
	}
	items, ok := jsonx.ParseArray(raw)
	if !ok {
		r.addf("%s is not a list: ignored", name)
	}
	return items
}

// object reads an optional object, called name in notes.
func (r *responseReader) object(name string, raw json.RawMessage) members {
	if absent(raw) {
		return nil
	}
	m, err := decodeObject(raw)
	if err != nil {
		r.addf("%s is not an object: ignored", name)
	}
	return m
}

func (r *responseReader) candidates(raw json.RawMessage) []HookCandidate {
	var out []HookCandidate
	for i, item := range r.array("candidates", raw) {
		m, err := decodeObject(item)
		if err != nil {
			r.addf("a candidate is not an object: ignored")
			continue
		}
		if candidate, ok := r.candidate(m, i); ok {
			out = append(out, candidate)
		}
	}
	return out
}

// candidate reads a candidate. One with content that cannot be used is none: it
// must not wipe out what the model said.
func (r *responseReader) candidate(m members, position int) (candidate HookCandidate, ok bool) {
	inner := r.object("content", m["content"])
	content, ok := r.content(inner)
	if !ok || inner == nil && !absent(m["content"]) {
		r.addf("a candidate has no part that is a string: ignored")
		return HookCandidate{}, false
	}
	finish, _ := r.string("finishReason", m["finishReason"])
	return HookCandidate{
		Content:       content,
		FinishReason:  finish,
		Index:         r.index(m["index"], position),
		SafetyRatings: r.ratings(m["safetyRatings"]),
	}, true
}

// content reads the content of a candidate. ok is false if there are parts, but
// none that can be used.
func (r *responseReader) content(m members) (content HookContent, ok bool) {
	role, _ := r.string("role", m["role"])
	if role == "" || role == "assistant" {
		role = RoleModel
	}
	parts := []string{}
	given := r.array("parts", m["parts"])
	for _, item := range given {
		if text, ok := jsonx.String(item); ok {
			parts = append(parts, text)
		} else {
			r.addf("a part is not a string: ignored")
		}
	}
	isEmpty := absent(m["parts"]) || given != nil && len(given) == 0
	return HookContent{Role: role, Parts: parts}, len(parts) > 0 || isEmpty
}

func (r *responseReader) index(raw json.RawMessage, position int) int {
	if absent(raw) {
		return position
	}
	var index int
	if err := json.Unmarshal(raw, &index); err != nil {
		r.addf("index is not a whole number: ignored")
		return position
	}
	return index
}

func (r *responseReader) ratings(raw json.RawMessage) []HookSafetyRating {
	var out []HookSafetyRating
	for _, item := range r.array("safetyRatings", raw) {
		if rating, ok := toHookRating(item); ok {
			out = append(out, rating)
		} else {
			r.addf("a safety rating has neither category nor probability: ignored")
		}
	}
	return out
}

func (r *responseReader) usage(raw json.RawMessage) *HookUsage {
	m := r.object("usageMetadata", raw)
	for _, name := range []string{"promptTokenCount", "candidatesTokenCount", "totalTokenCount"} {
		if _, ok := asNumber(m[name]); !ok && !absent(m[name]) {
			r.addf("usageMetadata.%s is not a number: ignored", name)
		}
	}
	return toHookUsage(raw)
}

// text returns the whole text of a candidate.
func (c HookCandidate) text() string {
	return strings.Join(c.Content.Parts, "")
}
