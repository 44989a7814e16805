package redact

import (
	"bytes"
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
)

// JSON returns a JSON value without the secrets in its strings, and whether
// there were any. Without, it is the value itself.
func JSON(raw json.RawMessage) (clean json.RawMessage, redacted bool) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var value any
	if dec.Decode(&value) != nil {
		return raw, false
	}
	value = walk(value, &redacted)
	if !redacted {
		return raw, false
	}
	clean, err := hook.Marshal(value)
	if err != nil {
		return json.RawMessage(`"` + Mark + `"`), true
	}
	return clean, true
}

func walk(value any, redacted *bool) any {
	switch v := value.(type) {
	case string:
		clean := Secrets(v)
		*redacted = *redacted || clean != v
		return clean
	case []any:
		for i := range v {
			v[i] = walk(v[i], redacted)
		}
	case map[string]any:
		for key := range v {
			v[key] = walk(v[key], redacted)
		}
	}
	return value
}
