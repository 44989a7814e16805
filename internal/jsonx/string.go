package jsonx

import (
	"bytes"
	"encoding/json"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// String returns the text of a value that is a string. Bytes that are no UTF-8
// become U+FFFD.
func String(raw json.RawMessage) (text string, ok bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	return unquote(raw[1:])
}

// Strings returns the texts of a value that is an array of strings. An empty
// array gives a list that is empty but not nil.
func Strings(raw json.RawMessage) (list []string, ok bool) {
	list = []string{}
	c := NewCursor(raw)
	for range c.Items() {
		list = append(list, string(c.Text()))
	}
	if !c.AtEnd() {
		return nil, false
	}
	return list, true
}

// unquote reads a string from behind its first quote to the end of data, but
// for white space.
func unquote(data []byte) (text string, ok bool) {
	var b strings.Builder
	start, i := 0, nextSpecial(data, 0)
	if i < len(data) && data[i] == '\\' {
		b.Grow(len(data))
	}
	for i < len(data) && data[i] == '\\' {
		end := skipEscape(data, i)
		if end < 0 {
			return "", false
		}
		b.Write(data[start:i])
		if c := unescaped[data[i+1]]; c != 0 {
			b.WriteByte(c)
		} else {
			var r rune
			r, end = escapedRune(data, i)
			b.WriteRune(r)
		}
		start, i = end, nextSpecial(data, end)
	}
	if i == len(data) || data[i] != '"' || skipSpace(data, i+1) != len(data) {
		return "", false
	}
	b.Write(data[start:i])
	return validText(b.String()), true
}

// validText returns text with U+FFFD in place of every byte that is no UTF-8.
func validText(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return string([]rune(text))
}

// escapedRune reads a character from its \u, or, outside of the basic plane,
// from two of them, and returns the position behind. A half of such a pair alone
// is U+FFFD.
func escapedRune(data []byte, i int) (r rune, end int) {
	r, _ = hex4(data[i+2:])
	if !utf16.IsSurrogate(r) {
		return r, i + 6
	}
	if bytes.HasPrefix(data[i+6:], []byte(`\u`)) {
		low, _ := hex4(data[i+8:])
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return pair, i + 12
		}
	}
	return utf8.RuneError, i + 6
}

// AppendString appends s to buf as a JSON string, as json.Encoder does without
// HTML escapes.
func AppendString(buf []byte, s string) []byte {
	buf = append(slices.Grow(buf, len(s)+len(s)/16+2), '"') // room for some escapes
	for {
		n := plainLen(s)
		buf = append(buf, s[:n]...)
		if s = s[n:]; s == "" {
			return append(buf, '"')
		}
		if c := escaped[s[0]]; c != 0 {
			buf, s = append(buf, '\\', c), s[1:]
		} else {
			buf, s = appendQuoted(buf, s)
		}
	}
}

// escaped has the byte that a backslash makes of characters with an escape of
// their own.
var escaped = [256]byte{
	'"': '"', '\\': '\\', '\b': 'b', '\f': 'f', '\n': 'n', '\r': 'r', '\t': 't',
}

// plainLen returns how many bytes at the beginning of s are ASCII and stand in
// JSON as they are.
func plainLen(s string) int {
	i := 0
	for ; i+8 <= len(s); i += 8 {
		w := load(s[i : i+8])
		if found := (special(w) | w) & highs; found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for i < len(s) && ' ' <= s[i] && s[i] < utf8.RuneSelf && s[i] != '"' && s[i] != '\\' {
		i++
	}
	return i
}

// load is binary.LittleEndian.Uint64 for strings.
func load(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// appendQuoted appends the other control characters, or those outside of ASCII,
// that s begins with, and returns the rest of s.
func appendQuoted(buf []byte, s string) (quoted []byte, rest string) {
	if c := s[0]; c < ' ' {
		const digits = "0123456789abcdef"
		return append(buf, '\\', 'u', '0', '0', digits[c>>4], digits[c&15]), s[1:]
	}
	return appendUnicode(buf, s)
}

// appendUnicode appends the characters outside of ASCII that s begins with.
// Line and paragraph separators are escaped, because JavaScript once did not
// take them in strings.
func appendUnicode(buf []byte, s string) (quoted []byte, rest string) {
	i := 0
	for i < len(s) && s[i] >= utf8.RuneSelf {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == '\u2028' || r == '\u2029' || r == utf8.RuneError && size == 1 {
			buf = append(buf, s[:i]...)
			return appendSeparator(buf, r), s[i+size:]
		}
		i += size
	}
	return append(buf, s[:i]...), s[i:]
}

func appendSeparator(buf []byte, r rune) []byte {
	switch r {
	case '\u2028':
		return append(buf, `\u2028`...)
	case '\u2029':
		return append(buf, `\u2029`...)
	}
	return append(buf, `\ufffd`...)
}
