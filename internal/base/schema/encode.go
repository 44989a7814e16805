package schema

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Document returns a schema as a file that editors can use.
func Document(title string, s Schema) ([]byte, error) {
	w := &writer{}
	w.member("$schema", Draft)
	w.member("title", title)
	s.writeMembers(w)
	raw, err := w.object()
	if err != nil {
		return nil, err
	}
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, raw, "", "  "); err != nil {
		return nil, err
	}
	pretty.WriteByte('\n')
	return pretty.Bytes(), nil
}

// MarshalJSON writes the schema with its members in an order that people read:
// what it is first, details behind it.
func (s Schema) MarshalJSON() ([]byte, error) {
	w := &writer{}
	s.writeMembers(w)
	return w.object()
}

func (s Schema) writeMembers(w *writer) {
	if s.Description != "" {
		w.member("description", s.Description)
	}
	if s.Ref != "" {
		w.member("$ref", "#/$defs/"+s.Ref)
	}
	switch len(s.Types) {
	case 0:
	case 1:
		w.member("type", s.Types[0])
	default:
		w.member("type", s.Types)
	}
	s.writeLimits(w)
	if s.Default != nil {
		w.member("default", s.Default)
	}
	if s.Properties != nil {
		w.member("properties", properties(s.Properties))
	}
	if names := required(s.Properties); len(names) > 0 {
		w.member("required", names)
	}
	if s.Closed {
		w.member("additionalProperties", false)
	}
	if s.Items != nil {
		w.member("items", *s.Items)
	}
	if len(s.AnyOf) > 0 {
		w.member("anyOf", s.AnyOf)
	}
	if len(s.Definitions) > 0 {
		w.member("$defs", properties(s.Definitions))
	}
}

func (s Schema) writeLimits(w *writer) {
	if len(s.Words) > 0 {
		words := make([]any, 0, len(s.Words)+1)
		for _, word := range s.Words {
			words = append(words, word)
		}
		if slices.Contains(s.Types, "null") {
			words = append(words, nil)
		}
		w.member("enum", words)
	}
	if s.Above != nil {
		w.member("exclusiveMinimum", *s.Above)
	}
	if s.AtMost != nil {
		w.member("maximum", *s.AtMost)
	}
	if s.NotBlank {
		w.member("pattern", `\S`)
	}
}

func required(list []Property) []string {
	var names []string
	for _, p := range list {
		if p.Required {
			names = append(names, p.Name)
		}
	}
	return names
}

// properties are written in their own order, not in the alphabet's.
type properties []Property

func (list properties) MarshalJSON() ([]byte, error) {
	w := &writer{}
	for _, p := range list {
		w.member(p.Name, p.Schema)
	}
	return w.object()
}

// writer builds an object member by member.
type writer struct {
	jsonx.Writer
	err error
}

func (w *writer) member(key string, value any) {
	raw, err := jsonx.Marshal(value)
	if err != nil && w.err == nil {
		w.err = err
	}
	w.Raw(key, raw)
}

func (w *writer) object() ([]byte, error) {
	return append(append([]byte{'{'}, w.Buf...), '}'), w.err
}
