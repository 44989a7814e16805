package rules

import (
	"encoding/json"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// lookUp returns the member of an input that a key with dots names, as a text: a
// string as it is, anything else as JSON.
func lookUp(input json.RawMessage, key string) (text string, ok bool) {
	raw := input
	for name := range strings.SplitSeq(key, ".") {
		object, isObject := hook.Object{"": raw}.Object("")
		if raw, ok = object[name]; !isObject || !ok {
			return "", false
		}
	}
	if text, isText := jsonx.String(raw); isText {
		return text, true
	}
	return string(raw), true
}

// setMember returns an input with the member that a key with dots names set to a
// value. Objects on the way that do not exist are made.
func setMember(input json.RawMessage, key string, value json.RawMessage) json.RawMessage {
	object, ok := hook.Object{"": input}.Object("")
	if !ok {
		object = hook.Object{}
	}
	name, rest, nested := strings.Cut(key, ".")
	if nested {
		value = setMember(object[name], rest, value)
	}
	return object.Overlay(hook.Object{name: value}).Raw()
}
