// Package payload writes what a hook reads: an event as one line of JSON, and
// environment variables.
package payload

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
)

// ISOTime is the layout in which JavaScript's toISOString writes time. It is for
// times in UTC.
const ISOTime = "2006-01-02T15:04:05.000Z"

// Line writes fields as one line of JSON without white space. Those named in
// order come first, as far as they are there; the others follow alphabetically.
func Line(fields hook.Object, order []string) []byte {
	size := 2
	for key, value := range fields {
		size += len(key) + len(value) + 4
	}
	line := append(make([]byte, 0, size), '{')
	for i, key := range ordered(fields, order) {
		if i > 0 {
			line = append(line, ',')
		}
		line = append(hook.AppendString(line, key), ':')
		line = hook.AppendCompact(line, fields[key])
	}
	return append(line, '}', '\n')
}

func ordered(fields hook.Object, order []string) []string {
	keys := make([]string, 0, len(fields))
	for _, key := range order {
		if _, ok := fields[key]; ok {
			keys = append(keys, key)
		}
	}
	if len(keys) == len(fields) {
		return keys
	}
	for _, key := range fields.Keys() {
		if !slices.Contains(order, key) {
			keys = append(keys, key)
		}
	}
	return keys
}

// OrEmptyObject is a host's JSON, or {} if it gave none.
func OrEmptyObject(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("{}")
	}
	return raw
}

// Variable returns an environment variable whose value comes from outside. A
// NUL character, or more than the system takes, would keep a guard from
// starting; it reads the whole value on standard input.
func Variable(name, value string, maxBytes int) string {
	value = strings.ReplaceAll(value, "\x00", "")
	if len(value) > maxBytes {
		value = strings.ToValidUTF8(value[:maxBytes], "")
	}
	return name + "=" + value
}
