package hook

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Object is a JSON object whose values are kept as they were written: numbers
// keep their digits, and keys are matched exactly. (Decoding into Go structs
// would fold the case of keys, and a "Decision" could override a "decision".)
// Values may be parts of a larger text and must not be changed in place.
type Object map[string]json.RawMessage

// Has reports whether the key is present with a value other than null.
func (o Object) Has(key string) bool {
	value, ok := o[key]
	return ok && !jsonx.IsNull(value)
}

// String returns the value of key if it is a JSON string.
func (o Object) String(key string) (string, bool) { return jsonx.String(o[key]) }

// Bool returns the value of key if it is a JSON boolean.
func (o Object) Bool(key string) (value, ok bool) {
	switch string(o[key]) {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}

// Object returns the value of key if it is a JSON object.
func (o Object) Object(key string) (Object, bool) {
	value := o[key]
	if len(value) == 0 || value[0] != '{' {
		return nil, false
	}
	inner, _, err := jsonx.ParseObject(value)
	return inner, err == nil
}

// Strings returns the value of key if it is a JSON array of strings. An empty
// array gives a list that is empty but not nil.
func (o Object) Strings(key string) ([]string, bool) { return jsonx.Strings(o[key]) }

// Set stores v under key. It is for values that cannot fail to encode: strings,
// numbers, booleans, and lists and maps of them.
func (o Object) Set(key string, v any) {
	if text, ok := v.(string); ok {
		o[key] = jsonx.AppendString(nil, text)
		return
	}
	raw, err := jsonx.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("hook: encode %s: %v", key, err))
	}
	o[key] = raw
}

// SetText stores a text under key, unless it is empty.
func (o Object) SetText(key, text string) {
	if text != "" {
		o.Set(key, text)
	}
}

// Overlay returns a new object with the members of o and, over them, those of
// top.
func (o Object) Overlay(top Object) Object {
	merged := make(Object, len(o)+len(top))
	maps.Copy(merged, o)
	maps.Copy(merged, top)
	return merged
}

// Keys returns the keys in alphabetical order.
func (o Object) Keys() []string {
	return slices.Sorted(maps.Keys(o))
}

// size is how long the object is as JSON, if its keys need no escapes.
func (o Object) size() int {
	size := 2
	for key, value := range o {
		size += len(key) + len(value) + 4
	}
	return size
}

// Raw returns the object as JSON, with its keys in alphabetical order.
func (o Object) Raw() json.RawMessage {
	buf := append(make([]byte, 0, o.size()), '{')
	for i, key := range o.Keys() {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = jsonx.AppendString(buf, key)
		buf = append(buf, ':')
		buf = append(buf, o[key]...)
	}
	return append(buf, '}')
}
