package jsonx

import (
	"encoding/binary"
	"math/bits"
)

// maxDepth is how deep values may be nested, as in encoding/json.
const maxDepth = 10_000

// What the functions below return in place of a position.
const (
	invalid = -1
	tooDeep = -2
)

// The functions below take a position in data and return the one behind what
// they skip, or one of the constants above. Arguments and results rather than
// fields of a struct keep them in registers.

func skipSpace(data []byte, i int) int {
	for i < len(data) && data[i] <= ' ' && isSpace(data[i]) {
		i++
	}
	return i
}

func isSpace(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// skipValue skips a value and the white space before it. depth is how many
// values it is nested in.
func skipValue(data []byte, i, depth int) int {
	i = skipSpace(data, i)
	if i == len(data) {
		return invalid
	}
	switch data[i] {
	case '"':
		return skipString(data, i+1)
	case '{':
		return skipObject(data, i+1, depth+1)
	case '[':
		return skipArray(data, i+1, depth+1)
	case 't':
		return skipWord(data, i, "true")
	case 'f':
		return skipWord(data, i, "false")
	case 'n':
		return skipWord(data, i, "null")
	}
	return skipNumber(data, i)
}

// skipObject skips an object from behind its brace.
func skipObject(data []byte, i, depth int) int {
	if depth > maxDepth {
		return tooDeep
	}
	i = skipSpace(data, i)
	if i < len(data) && data[i] == '}' {
		return i + 1
	}
	for {
		if i = skipKey(data, i); i < 0 {
			return i
		}
		if i = skipValue(data, i, depth); i < 0 {
			return i
		}
		next, more := skipComma(data, i, '}')
		if !more {
			return next
		}
		i = skipSpace(data, next)
	}
}

// skipKey skips the name of a member and the colon behind it.
func skipKey(data []byte, i int) int {
	if i == len(data) || data[i] != '"' {
		return invalid
	}
	if i = skipString(data, i+1); i < 0 {
		return i
	}
	return skipByte(data, i, ':')
}

// skipArray skips an array from behind its bracket.
func skipArray(data []byte, i, depth int) int {
	if depth > maxDepth {
		return tooDeep
	}
	i = skipSpace(data, i)
	if i < len(data) && data[i] == ']' {
		return i + 1
	}
	for {
		if i = skipValue(data, i, depth); i < 0 {
			return i
		}
		next, more := skipComma(data, i, ']')
		if !more {
			return next
		}
		i = next
	}
}

// skipComma skips the comma behind a member or item; more is false if what is
// there is closing instead, or wrong.
func skipComma(data []byte, i int, closing byte) (next int, more bool) {
	i = skipSpace(data, i)
	switch {
	case i == len(data):
		return invalid, false
	case data[i] == ',':
		return i + 1, true
	case data[i] == closing:
		return i + 1, false
	}
	return invalid, false
}

// skipByte skips a byte and the white space before it.
func skipByte(data []byte, i int, want byte) int {
	i = skipSpace(data, i)
	if i == len(data) || data[i] != want {
		return invalid
	}
	return i + 1
}

func skipWord(data []byte, i int, word string) int {
	if len(data)-i < len(word) || string(data[i:i+len(word)]) != word {
		return invalid
	}
	return i + len(word)
}

// skipString skips a string from behind its first quote.
func skipString(data []byte, i int) int {
	for {
		i = nextSpecial(data, i)
		switch {
		case i == len(data) || data[i] < ' ':
			return invalid
		case data[i] == '"':
			return i + 1
		}
		if i = skipEscape(data, i); i < 0 {
			return i
		}
	}
}

// nextSpecial returns the position of the next quote, backslash or control
// character, eight bytes at a time: strings are most of a large value.
func nextSpecial(data []byte, i int) int {
	for ; i+8 <= len(data); i += 8 {
		w := binary.LittleEndian.Uint64(data[i:])
		if found := special(w) &^ w & highs; found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for i < len(data) && data[i] >= ' ' && data[i] != '"' && data[i] != '\\' {
		i++
	}
	return i
}

// ones and highs have the lowest and the highest bit of each byte set.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// special sets the highest bit of the bytes of w that are a quote, a backslash
// or a control character. It may also do so for others: those above 0x7f, and
// those that follow a right one, because subtraction borrows.
func special(w uint64) uint64 {
	return ((w ^ ones*'"') - ones) | ((w ^ ones*'\\') - ones) | (w - ones*' ')
}

// skipEscape skips a backslash and what belongs to it.
func skipEscape(data []byte, i int) int {
	if i+1 < len(data) && unescaped[data[i+1]] != 0 {
		return i + 2
	}
	return skipUnicode(data, i)
}

// skipUnicode skips an escape with four digits.
func skipUnicode(data []byte, i int) int {
	if i+1 < len(data) && data[i+1] == 'u' {
		if _, ok := hex4(data[i+2:]); ok {
			return i + 6
		}
	}
	return invalid
}

// unescaped has the characters that a backslash makes of the next byte.
var unescaped = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// hex4 reads the four digits of \u.
func hex4(digits []byte) (value rune, ok bool) {
	if len(digits) < 4 {
		return 0, false
	}
	for _, c := range digits[:4] {
		switch {
		case '0' <= c && c <= '9':
			value = value<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			value = value<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return value, true
}

func skipNumber(data []byte, i int) int {
	if i < len(data) && data[i] == '-' {
		i++
	}
	if i < len(data) && data[i] == '0' {
		i++
	} else if i = skipDigits(data, i); i < 0 {
		return i
	}
	if i < len(data) && data[i] == '.' {
		if i = skipDigits(data, i+1); i < 0 {
			return i
		}
	}
	if i < len(data) && data[i]|0x20 == 'e' {
		i++
		if i < len(data) && (data[i] == '+' || data[i] == '-') {
			i++
		}
		return skipDigits(data, i)
	}
	return i
}

// skipDigits skips digits, of which there must be one.
func skipDigits(data []byte, i int) int {
	start := i
	for i < len(data) && data[i]-'0' <= 9 {
		i++
	}
	if i == start {
		return invalid
	}
	return i
}
