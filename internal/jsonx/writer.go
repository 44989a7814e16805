package jsonx

import (
	"encoding/json"
	"math"
	"strconv"
)

// Writer writes JSON member by member into Buf. A process that runs for some
// milliseconds would pay for encoding/json's first look at a type more than for
// everything else it writes, and again for each copy of a large value that
// nested types make.
type Writer struct {
	Buf []byte
	// OmitEmpty leaves out members that have the zero value of their type, or
	// an empty list.
	OmitEmpty bool
}

// Begin begins an object or array, with { or [.
func (w *Writer) Begin(bracket byte) {
	w.comma()
	w.Buf = append(w.Buf, bracket)
}

// End ends an object or array, with } or ].
func (w *Writer) End(bracket byte) { w.Buf = append(w.Buf, bracket) }

// comma separates an item or member from the one before it.
func (w *Writer) comma() {
	if n := len(w.Buf); n > 0 && w.Buf[n-1] != '{' && w.Buf[n-1] != '[' && w.Buf[n-1] != ':' {
		w.Buf = append(w.Buf, ',')
	}
}

// Key begins a member; its value must follow.
func (w *Writer) Key(name string) {
	w.comma()
	w.Buf = append(AppendString(w.Buf, name), ':')
}

// Text writes a member that is a string.
func (w *Writer) Text(name, value string) {
	if w.OmitEmpty && value == "" {
		return
	}
	w.Key(name)
	w.Buf = AppendString(w.Buf, value)
}

// Bool writes a member that is true or false.
func (w *Writer) Bool(name string, value bool) {
	if w.OmitEmpty && !value {
		return
	}
	w.Key(name)
	w.Buf = strconv.AppendBool(w.Buf, value)
}

// Int writes a member that is an integer.
func (w *Writer) Int(name string, value int) {
	if w.OmitEmpty && value == 0 {
		return
	}
	w.Key(name)
	w.Buf = strconv.AppendInt(w.Buf, int64(value), 10)
}

// Float writes a member that is a number, spelt as encoding/json does. What JSON
// has no number for becomes null.
func (w *Writer) Float(name string, value float64) {
	if w.OmitEmpty && value == 0 {
		return
	}
	w.Key(name)
	w.Buf = appendFloat(w.Buf, value)
}

// Raw writes a member whose value is valid JSON already, or nothing.
func (w *Writer) Raw(name string, value json.RawMessage) {
	if w.OmitEmpty && len(value) == 0 {
		return
	}
	w.Key(name)
	w.Value(value)
}

// Value writes an item of an array, or the value of a Key, that is valid JSON
// already, or nothing.
func (w *Writer) Value(raw json.RawMessage) {
	w.comma()
	w.Buf = AppendCompact(w.Buf, raw)
}

// Texts writes a member that is a list of strings.
func (w *Writer) Texts(name string, values []string) {
	if w.OmitEmpty && len(values) == 0 {
		return
	}
	w.Key(name)
	w.Begin('[')
	for _, value := range values {
		w.comma()
		w.Buf = AppendString(w.Buf, value)
	}
	w.End(']')
}

// List writes a member that is a list of objects; members writes those of one.
func List[T any](w *Writer, name string, items []T, members func(*T)) {
	if w.OmitEmpty && len(items) == 0 {
		return
	}
	w.Key(name)
	w.Begin('[')
	for i := range items {
		w.Begin('{')
		members(&items[i])
		w.End('}')
	}
	w.End(']')
}

func appendFloat(buf []byte, value float64) []byte {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return append(buf, "null"...)
	}
	if size := math.Abs(value); size == 0 || 1e-6 <= size && size < 1e21 {
		return strconv.AppendFloat(buf, value, 'f', -1, 64)
	}
	buf = strconv.AppendFloat(buf, value, 'e', -1, 64)
	if n := len(buf); n >= 4 && string(buf[n-4:n-1]) == "e-0" { // e-09 is e-9
		buf[n-2] = buf[n-1]
		buf = buf[:n-1]
	}
	return buf
}
