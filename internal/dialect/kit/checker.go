package kit

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Checker removes from a JSON answer what cannot be used and says why. What it
// does not ask for stays: unknown members are the author's.
type Checker struct {
	Object      hook.Object
	Diagnostics []hook.Diagnostic
	// Discreet says that diagnostics do not quote values, which may be secret.
	Discreet bool
	path     string // the prefix of keys in diagnostics
}

// Type is what a member must be. Name ends the sentence "it must be …".
type Type struct {
	Name string
	Is   func(json.RawMessage) bool
}

// The types of JSON.
var (
	String = Type{"a string", IsString}
	Object = Type{"an object", IsObject}
	List   = Type{"a list", func(raw json.RawMessage) bool { return begins(raw, '[') }}
	Bool   = Type{"true or false", func(raw json.RawMessage) bool { return string(raw) == "true" || string(raw) == "false" }}
)

// IsString reports whether a JSON value is a string.
func IsString(raw json.RawMessage) bool { return begins(raw, '"') }

// IsObject reports whether a JSON value is an object.
func IsObject(raw json.RawMessage) bool { return begins(raw, '{') }

func begins(raw json.RawMessage, with byte) bool { return len(raw) > 0 && raw[0] == with }

// Warnf adds a problem.
func (c *Checker) Warnf(code, format string, args ...any) {
	c.Diagnostics = append(c.Diagnostics, diag.Warnf(code, format, args...))
}

// Name is what diagnostics call a member, such as hookSpecificOutput.reason.
func (c *Checker) Name(key string) string { return c.path + key }

// Duplicates reports the keys that were there twice.
func (c *Checker) Duplicates(keys []string) {
	for _, key := range keys {
		c.Warnf("duplicate-key", "%q is in the answer twice; the last one counts", c.Name(key))
	}
}

// Want removes members that are there but not of the type they must have.
func (c *Checker) Want(t Type, keys ...string) {
	for _, key := range keys {
		value, ok := c.Object[key]
		if !ok || t.Is(value) {
			continue
		}
		if c.Object.Has(key) { // null says nothing, which is fine
			c.Warnf("wrong-type", "%s must be %s, not %s; it is ignored", c.Name(key), t.Name, c.describe(value))
		}
		delete(c.Object, key)
	}
}

// describe is what diagnostics say about a value.
func (c *Checker) describe(value json.RawMessage) string {
	if !c.Discreet {
		return Excerpt(value)
	}
	for _, t := range []Type{String, Object, List} {
		if t.Is(value) {
			return t.Name
		}
	}
	if Bool.Is(value) {
		return "a boolean"
	}
	return "a number"
}

// Decision removes a decision that is not known. hint, which
// may be empty, ends the problem about it.
func (c *Checker) Decision(key string, known []string, hint string) {
	c.Want(String, key)
	text, ok := c.Object.String(key)
	if !ok || slices.Contains(known, text) {
		return
	}
	words := strings.Join(known, ", ")
	if c.Discreet {
		c.Warnf("unknown-decision", "%s must be one of %s; it is ignored%s", c.Name(key), words, hint)
	} else {
		c.Warnf("unknown-decision", "%s: %q is not a decision (these are: %s); it is ignored%s", c.Name(key), text, words, hint)
	}
	delete(c.Object, key)
}

// NoEffect removes members that can do nothing on an event.
func (c *Checker) NoEffect(event string, keys ...string) {
	for _, key := range keys {
		if c.Object.Has(key) {
			c.Warnf("no-effect", "%s has no effect on %s", c.Name(key), event)
			delete(c.Object, key)
		}
	}
}

// OtherCase reports members whose keys differ from those that count only in
// case or underscores, and would be silently without effect.
func (c *Checker) OtherCase(keys ...string) {
	plain := func(key string) string { return strings.ReplaceAll(key, "_", "") }
	for _, key := range c.Object.Keys() {
		for _, ours := range keys {
			if !slices.Contains(keys, key) && strings.EqualFold(plain(key), plain(ours)) {
				c.Warnf("unknown-key", "%q has no effect; did you mean %q?", c.Name(key), ours)
			}
		}
	}
}

// Foreign reports members that have names of other dialects, and would be
// silently without effect. names are what product calls them.
func (c *Checker) Foreign(product string, names map[string]string) {
	for _, key := range c.Object.Keys() {
		if ours, foreign := names[key]; foreign {
			c.Warnf("unknown-key", "%q has no effect; %s calls it %q", c.Name(key), product, ours)
		}
	}
}

// Inside checks a member that is an object, if it is one: its duplicate keys,
// and whatever check looks at, which may be nil.
func (c *Checker) Inside(key string, check func(inner *Checker)) {
	object, duplicates, err := jsonx.ParseObject(c.Object[key])
	if err != nil {
		return
	}
	inner := &Checker{Object: object, Discreet: c.Discreet, path: c.Name(key) + "."}
	inner.Duplicates(duplicates)
	if check != nil {
		check(inner)
	}
	c.Object[key] = inner.Object.Raw()
	c.Diagnostics = append(c.Diagnostics, inner.Diagnostics...)
}
