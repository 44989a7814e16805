package redact

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// JSON returns a JSON value without the secrets in its strings, and whether
// there were any. Without, it is the value itself. A text is also a secret if
// its key says so.
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
	clean, err := jsonx.Marshal(value)
	if err != nil {
		return json.RawMessage(`"` + mark + `"`), true
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
			if tells(key) {
				v[key] = hide(v[key], redacted)
			}
			v[key] = walk(v[key], redacted)
		}
	}
	return value
}

// tellingWords are in keys whose value is a secret, whatever it looks like.
var tellingWords = []string{"token", "apikey", "secret", "password", "passwd", "passphrase", "authorization", "accesskey", "privatekey"}

var separators = strings.NewReplacer("_", "", "-", "")

func tells(key string) bool {
	key = separators.Replace(asciiLower(key))
	return slices.ContainsFunc(tellingWords, func(word string) bool { return strings.Contains(key, word) })
}

// hide replaces a text, or the texts of a list. An object has keys of its own
// that tell; it may well be the schema of a parameter that is called so.
func hide(value any, redacted *bool) any {
	switch v := value.(type) {
	case string:
		if v == "" {
			return v
		}
		*redacted = *redacted || v != mark
		return mark
	case []any:
		for i := range v {
			v[i] = hide(v[i], redacted)
		}
	}
	return value
}
