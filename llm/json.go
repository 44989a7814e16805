package llm

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// errNotObject is what reading anything but a JSON object as one gives.
var errNotObject = errors.New("not a JSON object")

// members is a JSON object with its values still encoded. Objects are read this
// way rather than into structs because struct decoding ignores the case of
// keys, and because raw values keep the digits of numbers.
type members = map[string]json.RawMessage

func decodeObject(raw json.RawMessage) (members, error) {
	var m members
	if err := json.Unmarshal(raw, &m); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return nil, fmt.Errorf("invalid JSON: %w", err)
		}
		return nil, errNotObject
	}
	if m == nil { // null decodes into a map without complaint
		return nil, errNotObject
	}
	return m, nil
}

// take moves the member key out of m into dst. A null counts as absent.
func take(m members, key string, dst any) error {
	raw, ok := m[key]
	if !ok {
		return nil
	}
	delete(m, key)
	if isNull(raw) {
		return nil
	}
	if err := json.Unmarshal(raw, dst); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// rest returns what take left over, nil if that is nothing.
func rest(m members) members {
	if len(m) == 0 {
		return nil
	}
	return m
}

// object starts the JSON form of a type from the members it does not know.
func object(extra members) map[string]any {
	m := make(map[string]any, len(extra)+4)
	for key, value := range extra {
		m[key] = value
	}
	return m
}

// ConvertJSON sets to, a pointer, to the value whose JSON is that of from. It is the
// way between the types of this package and those of an SDK of the Gemini API,
// which have the same JSON.
func ConvertJSON(from, to any) error {
	raw, err := jsonx.Marshal(from)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, to)
}

func isNull(raw json.RawMessage) bool {
	return string(raw) == "null"
}

func asString(raw json.RawMessage) (string, bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	var s string
	err := json.Unmarshal(raw, &s)
	return s, err == nil
}

func asNumber(raw json.RawMessage) (json.Number, bool) {
	if len(raw) == 0 || raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return "", false
	}
	return json.Number(raw), true
}

func asArray(raw json.RawMessage) ([]json.RawMessage, bool) {
	var items []json.RawMessage
	err := json.Unmarshal(raw, &items)
	return items, err == nil && items != nil
}

func asStrings(raw json.RawMessage) ([]string, bool) {
	items, ok := asArray(raw)
	if !ok {
		return nil, false
	}
	out := make([]string, len(items))
	for i, item := range items {
		if out[i], ok = asString(item); !ok {
			return nil, false
		}
	}
	return out, true
}

// sameJSON reports whether a and b mean the same value. A hook that passes a
// value through rarely returns it byte for byte: 1.0 comes back as 1.
func sameJSON(a, b json.RawMessage) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	return reflect.DeepEqual(x, y)
}
