// Package document reads configuration documents into values that know where
// they stand, so that every remark about them can name file:line:column.
package document

import (
	"encoding/json"
	"errors"
	"fmt"
	"sort"

	"github.com/grapnel-hooks/grapnel/hook"
)

// MaxSize is the largest document that is read.
const MaxSize = 16 << 20

// Kind is the JSON type of a value.
type Kind string

// The kinds of values.
const (
	Null   Kind = "null"
	Bool   Kind = "a boolean"
	Number Kind = "a number"
	String Kind = "a string"
	List   Kind = "a list"
	Object Kind = "an object"
)

// Value is one value of a document. In YAML it may stand at several places of
// the document, where aliases stand for it.
type Value struct {
	Kind    Kind
	Pos     hook.Position
	Members []Member        // of an object, in file order
	Items   []*Value        // of a list
	Scalar  json.RawMessage // of everything else
	// Comment is for writing: lines that stand before the value, or before its
	// key if it is a member. Reading leaves it empty; see ReadComments.
	Comment []string
}

// Member is one key of an object with its value.
type Member struct {
	Key   string
	Pos   hook.Position // of the key
	Value *Value
}

// Get returns the value of key, or nil. A key that stands twice has its last
// value, as in JavaScript.
func (v *Value) Get(key string) *Value {
	for i := len(v.Members) - 1; i >= 0; i-- {
		if v.Members[i].Key == key {
			return v.Members[i].Value
		}
	}
	return nil
}

// Duplicates returns the members that a later member with the same key hides.
func (v *Value) Duplicates() []Member { return v.members(false) }

// Visible returns the members that no later member with the same key hides.
func (v *Value) Visible() []Member { return v.members(true) }

func (v *Value) members(visible bool) []Member {
	last := make(map[string]int, len(v.Members))
	for i, m := range v.Members {
		last[m.Key] = i
	}
	var list []Member
	for i, m := range v.Members {
		if (last[m.Key] == i) == visible {
			list = append(list, m)
		}
	}
	return list
}

// Text returns a string's value.
func (v *Value) Text() (string, bool) {
	var s string
	if v.Kind != String || json.Unmarshal(v.Scalar, &s) != nil {
		return "", false
	}
	return s, true
}

// Name returns a text that names something. YAML makes a number of a name like
// 1, which is still one.
func (v *Value) Name() (string, bool) {
	if v.Kind == Number || v.Kind == Bool {
		return string(v.Scalar), true
	}
	return v.Text()
}

// Bool returns a boolean's value.
func (v *Value) Bool() (value, ok bool) {
	return string(v.Scalar) == "true", v.Kind == Bool
}

// Float returns a number's value.
func (v *Value) Float() (float64, bool) {
	var f float64
	if v.Kind != Number || json.Unmarshal(v.Scalar, &f) != nil {
		return 0, false
	}
	return f, true
}

// Error is a problem at a place in a document.
type Error struct {
	Pos hook.Position
	Err error
	Fix string // what to do about it, if that is known
}

// Errorf returns a problem at a place.
func Errorf(at hook.Position, format string, args ...any) *Error {
	return &Error{Pos: at, Err: fmt.Errorf(format, args...)}
}

// Fixf adds what to do about it.
func (e *Error) Fixf(format string, args ...any) *Error {
	e.Fix = fmt.Sprintf(format, args...)
	return e
}

func (e *Error) Error() string { return e.Pos.String() + ": " + e.Message() }

// Message is the error without its place.
func (e *Error) Message() string {
	if e.Fix == "" {
		return e.Err.Error()
	}
	return e.Err.Error() + "; " + e.Fix
}

// Unwrap returns the problem without its place.
func (e *Error) Unwrap() error { return e.Err }

// ErrEmpty reports a document with nothing in it: most likely somebody is about
// to write it, or could not.
var ErrEmpty = errors.New("the file is empty")

// lines finds line and column of byte offsets.
type lines struct {
	file   string
	starts []int // offset of the first byte of each line
}

func newLines(file string, text []byte) lines {
	starts := []int{0}
	for i, c := range text {
		if c == '\n' {
			starts = append(starts, i+1)
		}
	}
	return lines{file, starts}
}

func (l lines) at(offset int) hook.Position {
	line := sort.SearchInts(l.starts, offset+1)
	return hook.Position{File: l.file, Line: line, Column: offset - l.starts[line-1] + 1}
}
