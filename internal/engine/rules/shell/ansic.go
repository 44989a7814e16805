package shell

import (
	"strconv"
	"strings"
)

// ansiC adds the text of $'…', in which backslashes have the meaning they have
// in C. Escapes whose result depends on the locale become unknown text.
func (b *wordBuilder) ansiC(text string) {
	for i := 0; i < len(text); {
		if text[i] != '\\' || i+1 == len(text) {
			b.text = append(b.text, text[i])
			i++
			continue
		}
		c := text[i+1]
		i += 2
		if plain, ok := simpleEscape(c); ok {
			b.text = append(b.text, plain)
			continue
		}
		value, used, known := numericEscape(c, text[i:])
		i += used
		switch {
		case used < 0: // not an escape: both characters are kept
			i -= used
			b.text = append(b.text, '\\', c)
		case !known:
			b.unknown()
		case value == 0: // ends the string, as in C
			return
		default:
			b.text = append(b.text, value)
		}
	}
}

// simpleEscape returns what an escape of one letter stands for.
func simpleEscape(c byte) (byte, bool) {
	if i := strings.IndexByte(`\'"?`, c); i >= 0 {
		return c, true
	}
	const letters, values = "abeEfnrtv", "\a\b\x1b\x1b\f\n\r\t\v"
	if i := strings.IndexByte(letters, c); i >= 0 {
		return values[i], true
	}
	return 0, false
}

// numericEscape reads an escape that names a character by its number. used is
// how much of rest belongs to it, or negative if it is not an escape.
func numericEscape(c byte, rest string) (value byte, used int, known bool) {
	switch {
	case c >= '0' && c <= '7':
		digits := string(c) + prefix(rest, "01234567", 2)
		n, err := strconv.ParseUint(digits, 8, 16)
		return byte(n), len(digits) - 1, err == nil
	case c == 'x' && strings.HasPrefix(rest, "{"):
		return 0, 0, false // depends on the version of bash
	case c == 'x':
		return hexEscape(prefix(rest, hexDigits, 2))
	case c == 'u':
		return hexEscape(prefix(rest, hexDigits, 4))
	case c == 'U':
		return hexEscape(prefix(rest, hexDigits, 8))
	case c == 'c' && rest != "":
		return 0, 1, false
	}
	return 0, -1, false
}

const hexDigits = "0123456789abcdefABCDEF"

func hexEscape(digits string) (value byte, used int, known bool) {
	if digits == "" {
		return 0, -1, false
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	return byte(n), len(digits), err == nil && n < 0x80
}

// prefix returns the longest beginning of text, up to limit bytes, that has
// only characters of set.
func prefix(text, set string, limit int) string {
	n := 0
	for n < len(text) && n < limit && strings.IndexByte(set, text[n]) >= 0 {
		n++
	}
	return text[:n]
}
