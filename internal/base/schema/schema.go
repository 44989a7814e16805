// Package schema describes JSON values the way JSON Schema does (draft
// 2020-12), as far as hook contracts need it. Dialects describe their
// configuration and messages with it, so that editors complete and check them.
package schema

import "slices"

// Draft is the version of JSON Schema that documents are written for.
const Draft = "https://json-schema.org/draft/2020-12/schema"

// Schema describes a value. The zero value allows everything.
type Schema struct {
	Description string
	Types       []string // of JSON: "string", "object", …; none means any
	Words       []string // the only strings allowed
	Above       *float64 // numbers must be larger
	AtMost      *float64
	NotBlank    bool // strings must have a character that is no space
	Default     any
	Properties  []Property
	Closed      bool    // no other properties
	Items       *Schema // of a list
	AnyOf       []Schema
	Ref         string // the name of a definition that says the rest
	Definitions []Property
}

// Property is a member of an object.
type Property struct {
	Name     string
	Required bool
	Schema
}

// Text describes a string.
func Text(description string) Schema {
	return Schema{Description: description, Types: []string{"string"}}
}

// Words describes a string that is one of a few words.
func Words(description string, words ...string) Schema {
	return Schema{Description: description, Types: []string{"string"}, Words: words}
}

// Flag describes a boolean.
func Flag(description string) Schema {
	return Schema{Description: description, Types: []string{"boolean"}}
}

// Number describes a number.
func Number(description string) Schema {
	return Schema{Description: description, Types: []string{"number"}}
}

// Anything describes a value of any type.
func Anything(description string) Schema { return Schema{Description: description} }

// Object describes an object that may have other members, too.
func Object(description string, members ...Property) Schema {
	return Schema{Description: description, Types: []string{"object"}, Properties: members}
}

// List describes a list of values of one kind.
func List(description string, items Schema) Schema {
	return Schema{Description: description, Types: []string{"array"}, Items: &items}
}

// Is refers to a definition of the document.
func Is(name, description string) Schema {
	return Schema{Description: description, Ref: name}
}

// Required is a member that must be there.
func Required(name string, s Schema) Property { return Property{Name: name, Required: true, Schema: s} }

// Optional is a member that may be there.
func Optional(name string, s Schema) Property { return Property{Name: name, Schema: s} }

// Close returns an object's schema that allows no members but its own.
func (s Schema) Close() Schema {
	s.Closed = true
	return s
}

// OrNull returns the schema of a value that may also be null.
func (s Schema) OrNull() Schema { return s.Or("null") }

// Or returns the schema of a value that is of another type or of this one.
func (s Schema) Or(types ...string) Schema {
	s.Types = append(slices.Clone(s.Types), types...)
	return s
}

// Otherwise returns the schema with the value that counts if there is none.
func (s Schema) Otherwise(value any) Schema {
	s.Default = value
	return s
}

// Between returns the schema of numbers above one limit and up to another.
func (s Schema) Between(above, atMost float64) Schema {
	s.Above, s.AtMost = &above, &atMost
	return s
}

// Filled returns the schema of strings that are not blank.
func (s Schema) Filled() Schema {
	s.NotBlank = true
	return s
}

// Event is what hooks read about an event: the base fields, which several
// dialects have in common, and the event's own.
func Event(description, name string, own ...Property) Schema {
	return Object(description, append([]Property{
		Required("session_id", Text("The agent's session.")),
		Required("transcript_path", Text("A file with the conversation; may be empty.")),
		Required("cwd", Text("The directory that the agent works in.")),
		Required("hook_event_name", Words("The event.", name)),
		Required("timestamp", Text("When it happened, as in 2026-01-31T12:00:00.000Z.")),
	}, own...)...)
}
