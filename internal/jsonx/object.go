package jsonx

import (
	"encoding/json"
	"fmt"
)

// ParseObject reads data as one JSON object. Keys are exact: struct decoding
// would fold their case, and a "Decision" could override a "decision". A key
// that occurs twice keeps its last value, as in JavaScript; duplicates lists
// such keys.
func ParseObject(data []byte) (members map[string]json.RawMessage, duplicates []string, err error) {
	members, duplicates, rest, err := CutObject(data)
	if text := skipSpace(rest, 0); text < len(rest) {
		at := len(data) - len(rest) + text
		return nil, nil, fmt.Errorf("unexpected text after the JSON object, at byte %d", at)
	}
	return members, duplicates, err
}

// CutObject reads the object that data begins with, as ParseObject does, and
// returns what follows it.
func CutObject(data []byte) (members map[string]json.RawMessage, duplicates []string, rest []byte, err error) {
	c := NewCursor(data)
	if c.Peek() != '{' && Valid(data) {
		return nil, nil, nil, ErrNotObject
	}
	members = map[string]json.RawMessage{}
	for key := range c.Members() {
		name := string(key)
		if _, twice := members[name]; twice {
			duplicates = append(duplicates, name)
		}
		members[name] = c.Raw()
	}
	if c.Failed() {
		return nil, nil, nil, problem(data, c.why)
	}
	return members, duplicates, data[c.pos:], nil
}

// ParseArray returns the items of a value that is an array, not nil if there
// are none.
func ParseArray(raw json.RawMessage) (items []json.RawMessage, ok bool) {
	items = []json.RawMessage{}
	c := NewCursor(raw)
	for range c.Items() {
		items = append(items, c.Raw())
	}
	if !c.AtEnd() {
		return nil, false
	}
	return items, true
}
