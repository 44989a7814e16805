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
	c := NewCursor(data)
	if first := c.Peek(); first != '{' && Valid(data) {
		return nil, nil, ErrNotObject
	}
	members = map[string]json.RawMessage{}
	for key := range c.Members() {
		name := string(key)
		if _, twice := members[name]; twice {
			duplicates = append(duplicates, name)
		}
		members[name] = c.Raw()
	}
	switch {
	case c.Failed():
		return nil, nil, problem(data, c.why)
	case !c.AtEnd():
		return nil, nil, fmt.Errorf("unexpected text after the JSON object, at byte %d", skipSpace(data, c.pos))
	}
	return members, duplicates, nil
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
