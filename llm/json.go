package llm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// members is a JSON object with its values still encoded. Objects are read this
// way rather than into structs because struct decoding ignores the case of
// keys, and because raw values keep the digits of numbers.
type members = map[string]json.RawMessage

// decodeObject reads an object. Its values are parts of raw.
func decodeObject(raw json.RawMessage) (members, error) {
	m, _, err := jsonx.ParseObject(raw)
	if err != nil && !errors.Is(err, jsonx.ErrNotObject) {
		return nil, fmt.Errorf("invalid JSON: %w", err)
	}
	return m, err
}

// take moves the member key out of m into dst. A null counts as absent.
func take(m members, key string, dst any) error {
	raw, ok := m[key]
	if !ok {
		return nil
	}
	delete(m, key)
	if jsonx.IsNull(raw) {
		return nil
	}
	if err := json.Unmarshal(raw, dst); err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// rest returns what take left over, nil if that is nothing. It is for methods
// that unmarshal, which must not keep what they were given, so it copies.
func rest(m members) members {
	if len(m) == 0 {
		return nil
	}
	for key, value := range m {
		m[key] = bytes.Clone(value)
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

func asNumber(raw json.RawMessage) (json.Number, bool) {
	if len(raw) == 0 || raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') {
		return "", false
	}
	return json.Number(raw), true
}
