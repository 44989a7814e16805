package hook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Object is a JSON object whose values are kept as they were written: numbers
// keep their digits, and keys are matched exactly. (Decoding into Go structs
// would fold the case of keys, and a "Decision" could override a "decision".)
type Object map[string]json.RawMessage

// ErrNotObject reports JSON that is valid but not an object.
var ErrNotObject = errors.New("not a JSON object")

// ParseObject reads data as one JSON object. A key that occurs twice keeps its
// last value, as in JavaScript; duplicates lists such keys.
func ParseObject(data []byte) (object Object, duplicates []string, err error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	open, err := dec.Token()
	if err != nil {
		return nil, nil, noEOF(err)
	}
	if open != json.Delim('{') {
		if !json.Valid(data) {
			return nil, nil, json.Unmarshal(data, new(any))
		}
		return nil, nil, ErrNotObject
	}
	object = Object{}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, nil, noEOF(err)
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, nil, noEOF(err)
		}
		name := key.(string) // the decoder only yields strings here
		if _, twice := object[name]; twice {
			duplicates = append(duplicates, name)
		}
		object[name] = value
	}
	if _, err := dec.Token(); err != nil {
		return nil, nil, noEOF(err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, nil, fmt.Errorf("unexpected text after the JSON object, at byte %d", dec.InputOffset())
	}
	return object, duplicates, nil
}

func noEOF(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errors.New("unexpected end of JSON")
	}
	return err
}

// Has reports whether the key is present with a value other than null.
func (o Object) Has(key string) bool {
	value, ok := o[key]
	return ok && !isNull(value)
}

// String returns the value of key if it is a JSON string.
func (o Object) String(key string) (string, bool) {
	value, ok := o[key]
	if !ok || len(value) == 0 || value[0] != '"' {
		return "", false
	}
	var s string
	if json.Unmarshal(value, &s) != nil {
		return "", false
	}
	return s, true
}

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
	value, ok := o[key]
	if !ok || len(value) == 0 || value[0] != '{' {
		return nil, false
	}
	var inner Object
	if json.Unmarshal(value, &inner) != nil {
		return nil, false
	}
	return inner, true
}

// Strings returns the value of key if it is a JSON array of strings. An empty
// array gives a list that is empty but not nil.
func (o Object) Strings(key string) ([]string, bool) {
	value, ok := o[key]
	if !ok || len(value) == 0 || value[0] != '[' {
		return nil, false
	}
	var items []json.RawMessage
	if json.Unmarshal(value, &items) != nil {
		return nil, false
	}
	list := make([]string, len(items))
	for i, item := range items {
		if len(item) == 0 || item[0] != '"' || json.Unmarshal(item, &list[i]) != nil {
			return nil, false
		}
	}
	return list, true
}

// Set stores v under key. It is for values that cannot fail to encode: strings,
// numbers, booleans, and lists and maps of them.
func (o Object) Set(key string, v any) {
	if text, ok := v.(string); ok {
		o[key] = AppendString(nil, text)
		return
	}
	raw, err := Marshal(v)
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

// Raw returns the object as JSON, with its keys in alphabetical order.
func (o Object) Raw() json.RawMessage {
	buf := []byte{'{'}
	for i, key := range o.Keys() {
		if i > 0 {
			buf = append(buf, ',')
		}
		buf = AppendString(buf, key)
		buf = append(buf, ':')
		buf = append(buf, o[key]...)
	}
	return append(buf, '}')
}

// Equal reports whether two JSON values mean the same, whatever their spacing
// and the order of their keys. Numbers are compared by their digits.
func Equal(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, errX := canonical(a)
	y, errY := canonical(b)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

func canonical(raw json.RawMessage) ([]byte, error) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return nil, err
	}
	return json.Marshal(v)
}

func isNull(raw json.RawMessage) bool {
	return string(raw) == "null"
}
