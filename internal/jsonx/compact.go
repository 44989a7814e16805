package jsonx

import (
	"bytes"
	"encoding/json"
)

// AppendCompact appends a valid JSON value to buf without white space, as
// JSON.stringify writes it: hooks take their input apart with grep and sed as
// often as with a parser. Nothing at all is written as null.
func AppendCompact(buf []byte, raw json.RawMessage) []byte {
	if len(raw) == 0 {
		return append(buf, "null"...)
	}
	for len(raw) > 0 {
		plain := compactLen(raw)
		buf = append(buf, raw[:plain]...)
		raw = raw[skipSpace(raw, plain):]
	}
	return buf
}

// compactLen returns how many bytes there are before the first white space
// outside of strings. It leaps over strings, which are most of a large value.
func compactLen(raw []byte) int {
	for i := 0; i < len(raw); {
		switch c := raw[i]; {
		case c == '"':
			i = stringEnd(raw, i+1)
		case c <= ' ' && isSpace(c):
			return i
		default:
			i++
		}
	}
	return len(raw)
}

// stringEnd is skipString for strings that are known to be valid.
func stringEnd(raw []byte, i int) int {
	for {
		quote := bytes.IndexByte(raw[i:], '"')
		if quote < 0 {
			return len(raw)
		}
		i += quote + 1
		backslashes := i - 2
		for raw[backslashes] == '\\' {
			backslashes--
		}
		if (i-backslashes)%2 == 0 {
			return i
		}
	}
}
