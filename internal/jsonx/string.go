package jsonx

import (
	"bytes"
	"encoding/json"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// String returns the text of a value that is a string.
func String(raw json.RawMessage) (text string, ok bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	end := skipString(raw, 1)
	if end < 0 || skipSpace(raw, end) != len(raw) {
		return "", false
	}
	return string(unquote(raw[1 : end-1])), true
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

// unquote returns the text of a valid string without its quotes: a part of it
// if nothing has to be replaced. Bytes that are no UTF-8 become U+FFFD.
func unquote(inner []byte) []byte {
	if !utf8.Valid(inner) {
		inner = replaceInvalid(inner)
	}
	backslash := bytes.IndexByte(inner, '\\')
	if backslash < 0 {
		return inner
	}
	text := make([]byte, 0, len(inner))
	for backslash >= 0 {
		text = append(text, inner[:backslash]...)
		inner = inner[backslash+1:]
		if c := inner[0]; c == 'u' {
			r, size := escapedRune(inner)
			text, inner = utf8.AppendRune(text, r), inner[size:]
		} else {
			text, inner = append(text, unescaped(c)), inner[1:]
		}
		backslash = bytes.IndexByte(inner, '\\')
	}
	return append(text, inner...)
}

// replaceInvalid returns text with U+FFFD in place of every byte that is no
// UTF-8.
func replaceInvalid(text []byte) []byte {
	valid := make([]byte, 0, len(text)+len(text)/2)
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		valid = utf8.AppendRune(valid, r)
		text = text[size:]
	}
	return valid
}

// unescaped returns the character that a backslash and c mean.
func unescaped(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c // a quote, a backslash or a slash
}

// escapedRune reads a character from its u and digits, or, outside of the basic
// plane, from two of them. A half of such a pair alone is U+FFFD.
func escapedRune(after []byte) (r rune, size int) {
	r, _ = hex4(after[1:])
	if !utf16.IsSurrogate(r) {
		return r, 5
	}
	if bytes.HasPrefix(after[5:], []byte(`\u`)) {
		low, _ := hex4(after[7:])
		if pair := utf16.DecodeRune(r, low); pair != utf8.RuneError {
			return pair, 11
		}
	}
	return utf8.RuneError, 5
}

// AppendString appends s to buf as a JSON string, as json.Encoder does without
// HTML escapes.
func AppendString(buf []byte, s string) []byte {
	buf = append(buf, '"')
	for {
		n := plainLen(s)
		buf = append(buf, s[:n]...)
		if s = s[n:]; s == "" {
			return append(buf, '"')
		}
		buf, s = appendQuoted(buf, s)
	}
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

// appendQuoted appends what s begins with and cannot stand in JSON as it is, or
// is not ASCII, and returns the rest of s.
func appendQuoted(buf []byte, s string) (quoted []byte, rest string) {
	switch c := s[0]; c {
	case '"', '\\':
		return append(buf, '\\', c), s[1:]
	case '\b':
		return append(buf, `\b`...), s[1:]
	case '\f':
		return append(buf, `\f`...), s[1:]
	case '\n':
		return append(buf, `\n`...), s[1:]
	case '\r':
		return append(buf, `\r`...), s[1:]
	case '\t':
		return append(buf, `\t`...), s[1:]
	default:
		if c < ' ' {
			const digits = "0123456789abcdef"
			return append(buf, '\\', 'u', '0', '0', digits[c>>4], digits[c&15]), s[1:]
		}
		return appendUnicode(buf, s)
	}
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
