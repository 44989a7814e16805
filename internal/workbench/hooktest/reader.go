package hooktest

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
)

// reader takes values out of a test file and collects what is wrong with them.
type reader struct{ problems []*document.Error }

func (r *reader) errorf(at hook.Position, format string, args ...any) *document.Error {
	problem := document.Errorf(at, format, args...)
	r.problems = append(r.problems, problem)
	return problem
}

// sorted returns the problems in the order of their places.
func (r *reader) sorted() []error {
	slices.SortStableFunc(r.problems, func(a, b *document.Error) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	var list []error
	for _, p := range r.problems {
		list = append(list, p)
	}
	return list
}

// object reports whether a value is an object, and complains of keys that it
// should not have: what is misspelt would otherwise not be checked.
func (r *reader) object(v *document.Value, what string, known []string) bool {
	if v.Kind != document.Object {
		r.errorf(v.Pos, "%s must be an object, not %s", what, v.Kind)
		return false
	}
	for _, m := range v.Members {
		if !slices.Contains(known, m.Key) {
			r.errorf(m.Pos, "%q is not a key of %s", m.Key, what).Fixf("%s", suggest.DidYouMean(m.Key, known))
		}
	}
	return true
}

// text returns the text of a key, "" if it is absent.
func (r *reader) text(v *document.Value, key string) string {
	value := v.Get(key)
	if value == nil {
		return ""
	}
	return r.textOf(value, key)
}

func (r *reader) textOf(v *document.Value, what string) string {
	text, ok := v.Text()
	if !ok {
		r.errorf(v.Pos, "%s must be text, not %s%s", what, v.Kind, quotes(v))
	}
	return text
}

// quotes is what to do about a value that is not text although it looks so.
func quotes(v *document.Value) string {
	if v.Kind == document.Number || v.Kind == document.Bool {
		return fmt.Sprintf("; put it in quotes: %q", v.Scalar)
	}
	return ""
}

// texts returns the texts of a key: a list, or one alone.
func (r *reader) texts(v *document.Value, key string) []string {
	value := v.Get(key)
	if value == nil {
		return nil
	}
	list := []string{}
	for _, item := range items(value) {
		list = append(list, r.textOf(item, key))
	}
	return list
}

// items returns the items of a list, or a value in place of a list of one.
func items(v *document.Value) []*document.Value {
	if v.Kind == document.List {
		return v.Items
	}
	return []*document.Value{v}
}

// members returns the members of an object below a key.
func (r *reader) members(v *document.Value, key string) []document.Member {
	value := v.Get(key)
	if value == nil {
		return nil
	}
	if value.Kind != document.Object {
		r.errorf(value.Pos, "%s must be an object, not %s", key, value.Kind)
		return nil
	}
	return value.Members
}

// member returns the member with a key, or nil.
func member(v *document.Value, key string) *document.Member {
	for i := range v.Members {
		if v.Members[i].Key == key {
			return &v.Members[i]
		}
	}
	return nil
}
