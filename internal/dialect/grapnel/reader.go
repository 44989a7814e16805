package grapnel

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// reader collects what one file says. A mistake makes the file unusable: half of
// somebody's guards must not be taken for all of them.
type reader struct {
	kit.Reader
	env      dialect.Environment
	mistakes []error
	named    map[string]hook.Position // names of rules and hooks, and where they are
}

// ReadConfig reads a native file. The error joins all mistakes in it.
func (d Dialect) ReadConfig(doc *document.Value, from dialect.Location, env dialect.Environment) (dialect.Config, error) {
	r := &reader{Reader: kit.Reader{From: from}, env: env, named: map[string]hook.Position{}}
	r.readDocument(doc)
	if len(r.mistakes) > 0 {
		return dialect.Config{}, errors.Join(r.mistakes...)
	}
	return r.Config, nil
}

// mistake notes a mistake.
func (r *reader) mistake(at hook.Position, fix, format string, args ...any) {
	r.mistakes = append(r.mistakes, document.Errorf(at, format, args...).Fixf("%s", fix))
}

// schemaKey tells editors which schema the file has.
const schemaKey = "$schema"

func (r *reader) readDocument(doc *document.Value) {
	if doc.Kind != document.Object {
		r.mistake(doc.Pos, "write version: 1 and below it rules: and hooks:", "the file must be a mapping, not %s", doc.Kind)
		return
	}
	if len(doc.Members) == 0 || len(doc.Members) == 1 && doc.Get(schemaKey) != nil {
		return // it says nothing yet
	}
	r.keys(doc, "the file", schemaKey, "version", "include", "policy", "rules", "hooks")
	r.readVersion(doc)
	if v := doc.Get("policy"); v != nil {
		r.readPolicy(v)
	}
	if v := doc.Get("include"); v != nil && v.Kind != document.Null {
		for _, item := range list(v) {
			r.readInclude(item)
		}
	}
	r.eachItem(doc.Get("rules"), "rules", "{name: …, command: …, deny: …}", r.readRule)
	r.checkOverlap()
	r.eachItem(doc.Get("hooks"), "hooks", "{name: …, on: tool.before, run: …}", r.readHook)
}

func (r *reader) readVersion(doc *document.Value) {
	v := doc.Get("version")
	switch {
	case v == nil:
		r.mistake(doc.Pos, "write version: 1 at the top", "the file has no version")
	case string(v.Scalar) != "1":
		r.mistake(v.Pos, "write version: 1, or update grapnel", "version must be 1, not %s", kit.Excerpt(v.Scalar))
	}
}

// eachItem reads the objects of a list. A key without a value is what is left of
// a list when all of it is commented out.
func (r *reader) eachItem(v *document.Value, name, form string, read func(*document.Value)) {
	if v == nil || v.Kind == document.Null {
		return
	}
	if v.Kind != document.List {
		r.mistake(v.Pos, fmt.Sprintf("write - %s", form), "%s must be a list, not %s", name, v.Kind)
		return
	}
	for _, item := range v.Items {
		if item.Kind != document.Object {
			r.mistake(item.Pos, "write "+form, "each of %s must be a mapping, not %s", name, item.Kind)
			continue
		}
		read(item)
	}
}

// keys reports keys that do not exist or stand twice.
func (r *reader) keys(v *document.Value, in string, known ...string) {
	for _, m := range v.Members {
		if !slices.Contains(known, m.Key) {
			fix := cmp.Or(suggest.DidYouMean(m.Key, known), "the keys are "+strings.Join(known, ", "))
			r.mistake(m.Pos, fix, "%q is not a key of %s", m.Key, in)
		}
	}
	for _, hidden := range v.Duplicates() {
		r.mistake(hidden.Pos, "join the two", "%q is there twice", hidden.Key)
	}
}

// name reads the name of a rule or hook, which must be the only one of its kind.
func (r *reader) name(v *document.Value, what string) string {
	n := v.Get("name")
	if n == nil {
		r.mistake(v.Pos, "write name: and a word that says what it is for", "the %s has no name", what)
		return ""
	}
	name, ok := n.Name()
	if !ok || strings.TrimSpace(name) == "" {
		r.mistake(n.Pos, "write a word", "name must be a text, not %s", n.Kind)
		return ""
	}
	if first, twice := r.named[name]; twice {
		r.mistake(n.Pos, "give it another name", "the name %q is taken by the one at line %d", name, first.Line)
	}
	r.named[name] = n.Pos
	return name
}

// text reads a text that is not empty.
func (r *reader) text(v *document.Value, name string) string {
	text, ok := v.Name()
	if !ok || strings.TrimSpace(text) == "" {
		r.mistake(v.Pos, "write a text", "%s must be a text that is not empty, not %s", name, v.Kind)
	}
	return text
}

// word reads one of a few words.
func (r *reader) word(v *document.Value, name string, words ...string) string {
	text, _ := v.Name()
	if !slices.Contains(words, text) {
		fix := cmp.Or(suggest.DidYouMean(text, words), "write one of "+strings.Join(words, ", "))
		r.mistake(v.Pos, fix, "%s cannot be %s", name, quoted(v))
		return ""
	}
	return text
}

func quoted(v *document.Value) string {
	if v.Kind == document.List || v.Kind == document.Object {
		return string(v.Kind)
	}
	return kit.Excerpt(v.Scalar)
}

// list returns the items of a list, or a value that stands for a list of itself.
func list(v *document.Value) []*document.Value {
	if v.Kind == document.List {
		return v.Items
	}
	return []*document.Value{v}
}

// unsupported rejects keys that the specification of the file has but this
// version does not understand: a key without effect would be a trap.
func (r *reader) unsupported(v *document.Value, keys ...string) {
	for _, key := range keys {
		if value := v.Get(key); value != nil {
			r.mistake(value.Pos, "remove it", "%s is not supported by this version of grapnel", key)
		}
	}
}
