package document

import (
	"encoding/json"
	"strconv"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// NewObject returns an object without members.
func NewObject() *Value { return &Value{Kind: Object} }

// NewText returns a string.
func NewText(text string) *Value {
	return &Value{Kind: String, Scalar: jsonx.AppendString(nil, text)}
}

// NewBool returns a boolean.
func NewBool(value bool) *Value {
	return &Value{Kind: Bool, Scalar: json.RawMessage(strconv.FormatBool(value))}
}

// NewList returns a list.
func NewList(items ...*Value) *Value { return &Value{Kind: List, Items: items} }

// Add appends a member to an object.
func (v *Value) Add(key string, value *Value) {
	v.Members = append(v.Members, Member{Key: key, Value: value})
}
