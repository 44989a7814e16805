package redact

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// JSON returns a JSON value without the secrets in it, and whether there were
// any: in its texts, and whatever is below a key that tells. Everything else
// stays as it was written. What is not JSON is treated as a text.
func JSON(raw json.RawMessage) (clean json.RawMessage, redacted bool) {
	w := walker{scanner: scanner{text: string(raw)}}
	w.value(harmless, 0)
	if w.space(); w.bad || w.at < len(w.text) {
		text := Secrets(w.text)
		return json.RawMessage(text), text != w.text
	}
	if len(w.edits) == 0 {
		return raw, false
	}
	return w.apply(), true
}

// walker reads JSON from left to right and notes what has to change.
type walker struct {
	scanner
	bad   bool
	edits []edit
}

// edit replaces a string or a number.
type edit struct {
	start, end int
	text       string
}

// maxDepth is how deep JSON may be nested; encoding/json has the same limit.
const maxDepth = 10_000

// apply returns the text with all edits. Of two at the same place the later
// one counts.
func (w *walker) apply() json.RawMessage {
	slices.SortStableFunc(w.edits, func(a, b edit) int { return a.start - b.start })
	var out []byte
	done := 0
	for i, e := range w.edits {
		if i+1 < len(w.edits) && w.edits[i+1].start == e.start {
			continue
		}
		out = append(out, w.text[done:e.start]...)
		out = jsonx.AppendString(out, e.text)
		done = e.end
	}
	return append(out, w.text[done:]...)
}

// space skips white space.
func (w *walker) space() { w.at = w.span(w.at, isSpace) }

// value reads one value, which is a secret if the key above it tells.
func (w *walker) value(above kind, depth int) {
	w.space()
	c := w.byteAt(w.at)
	if above == keyed && isOpening(c) {
		above = harmless
	}
	switch {
	case depth > maxDepth:
		w.bad = true
	case c == '{':
		w.object(above, depth)
	case c == '[':
		w.at++
		w.members(']', func() { w.value(above, depth+1) })
	case c == '"':
		w.string(above)
	default:
		w.scalar(above)
	}
}

// members reads what stands in brackets, which are open already.
func (w *walker) members(end byte, member func()) {
	if w.space(); w.byteAt(w.at) == end {
		w.at++
		return
	}
	for !w.bad {
		member()
		w.space()
		w.at++
		switch w.byteAt(w.at - 1) {
		case ',':
		case end:
			return
		default:
			w.bad = true
		}
	}
}

// pair is an object that has a name and a value: {"name": "TOKEN", "value": "x"}.
type pair struct {
	kind  kind // of the name
	value int  // where the value is, 0 if there is none
}

// object reads an object. A schema of what is called password is none.
func (w *walker) object(above kind, depth int) {
	w.at++
	if above != harmless && isSchema(strings.TrimLeft(w.ahead(w.at, func(byte) bool { return true }), " \t\r\n")) {
		above = harmless
	}
	var p pair
	w.members('}', func() {
		w.space()
		name, ok := w.unquote()
		w.space()
		if !ok || w.byteAt(w.at) != ':' {
			w.bad = true
			return
		}
		w.at++
		w.space()
		w.member(&p, name, w.kindBelow(above, name), depth)
	})
	if p.kind != harmless && p.value > 0 && above == harmless && !w.bad {
		w.hideAt(p)
	}
}

// kindBelow returns what a key says, or the keys above it.
func (w *walker) kindBelow(above kind, name string) kind {
	if above != harmless {
		return above
	}
	return kindOf(name)
}

// member reads the value of a key and notes it if it is part of a pair.
func (w *walker) member(p *pair, name string, k kind, depth int) {
	switch {
	case isNameKey(name):
		if word, ok := w.peek(); ok {
			p.kind = kindOf(word)
		}
	case strings.EqualFold(name, "value"):
		p.value = w.at
	}
	w.value(k, depth+1)
}

// peek reads a string without moving.
func (w *walker) peek() (string, bool) {
	defer func(at int) { w.at = at }(w.at)
	if w.byteAt(w.at) != '"' {
		return "", false
	}
	return w.unquote()
}

// hideAt hides the value of a pair if it is a string or a number. Objects would
// have to be read once for every level.
func (w *walker) hideAt(p pair) {
	defer func(at int) { w.at = at }(w.at)
	w.at = p.value
	switch c := w.byteAt(w.at); {
	case c == '"':
		w.string(password)
	case c != '{' && c != '[':
		w.scalar(password)
	}
}

// unquote reads a string.
func (w *walker) unquote() (text string, ok bool) {
	if w.byteAt(w.at) != '"' {
		return "", false
	}
	start := w.at
	w.at++
	escaped := false
	for ; w.at < len(w.text); w.at++ {
		switch w.text[w.at] {
		case '\\':
			escaped = true
			w.at++
		case '"':
			w.at++
			if !escaped {
				return w.text[start+1 : w.at-1], true
			}
			err := json.Unmarshal([]byte(w.text[start:w.at]), &text)
			return text, err == nil
		}
	}
	return "", false
}

// string reads a string and notes what is left of it.
func (w *walker) string(above kind) {
	start := w.at
	text, ok := w.unquote()
	if !ok {
		w.bad = true
		return
	}
	clean := Secrets(text)
	if above != harmless && hides(above, text) {
		clean = mark
	}
	if clean != text {
		w.edits = append(w.edits, edit{start, w.at, clean})
	}
}

// hides reports whether a text below a key is one that the key tells of.
func hides(k kind, text string) bool {
	switch {
	case text == "", isLiteral(text), isVersion(text):
		return false
	case k == keyed:
		return isDense(text)
	case isNumber(text):
		return number(k, text) != ordinary
	}
	return !isReference(text)
}

// scalar reads a number, true, false or null.
func (w *walker) scalar(above kind) {
	start := w.at
	w.at = w.span(w.at, func(c byte) bool { return isAlnum(c) || c == '.' || c == '+' || c == '-' })
	text := w.text[start:w.at]
	switch text {
	case "true", "false", "null":
		return
	}
	digits := strings.TrimPrefix(text, "-")
	if digits == "" || !isDigit(digits[0]) {
		w.bad = true
		return
	}
	if above != harmless && number(above, digits) != ordinary {
		w.edits = append(w.edits, edit{start, w.at, mark})
	}
}
