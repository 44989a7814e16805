// Package settings edits the settings of agents in place: Grapnel's entries come
// and go, and every other byte stays.
package settings

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

// Entry is one of Grapnel's hooks: what stands in the list of groups of an event.
type Entry struct {
	Event string
	Group []byte // as JSON
}

// format is a way to write settings down. A text that it cannot understand is an
// error with its place; it is never changed.
type format interface {
	// entries returns Grapnel's hooks.
	entries(file string, text []byte) ([]Entry, error)
	// add puts hooks at the end of their events' lists.
	add(file string, text []byte, entries []Entry) ([]byte, error)
	// remove takes Grapnel's hooks out, and what is empty without them.
	remove(file string, text []byte) ([]byte, error)
}

// splice is a change of a text: what stands between two offsets becomes other
// text.
type splice struct {
	from, to int
	text     string
}

// apply makes changes, which must not overlap.
func apply(body []byte, splices []splice) []byte {
	slices.SortStableFunc(splices, func(a, b splice) int { return cmp.Compare(a.from, b.from) })
	var out bytes.Buffer
	done := 0
	for _, s := range splices {
		out.Write(body[done:s.from])
		out.WriteString(s.text)
		done = s.to
	}
	out.Write(body[done:])
	return out.Bytes()
}

// errorAt is a problem at an offset of a text.
func errorAt(file string, body []byte, offset int, what string, args ...any) error {
	before := body[:offset]
	line := bytes.Count(before, []byte("\n")) + 1
	column := offset - (bytes.LastIndexByte(before, '\n') + 1) + 1
	return document.Errorf(hook.Position{File: file, Line: line, Column: column}, "%s", fmt.Sprintf(what, args...))
}

// newline is how lines of a text end.
func newline(body []byte) string {
	if bytes.Contains(body, []byte("\r\n")) {
		return "\r\n"
	}
	return "\n"
}
