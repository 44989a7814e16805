package hook

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
)

// Marshal is json.Marshal without the escaping of <, > and &, which hooks would
// otherwise have to undo.
func Marshal(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// AppendString appends s to buf as a JSON string.
func AppendString(buf []byte, s string) []byte {
	if isPlain(s) { // as most are, and then the encoder is not needed
		buf = append(slices.Grow(buf, len(s)+2), '"')
		buf = append(buf, s...)
		return append(buf, '"')
	}
	raw, err := Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("hook: encode a string: %v", err)) // strings always encode
	}
	return append(buf, raw...)
}

// isPlain reports whether s stands in JSON as it is.
func isPlain(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// AppendCompact appends a JSON value to buf without white space, as
// JSON.stringify writes it: hooks take their input apart with grep and sed as
// often as with a parser. The value is valid JSON, or nothing at all; that, and
// what turns out to be none, is written as null.
func AppendCompact(buf []byte, raw json.RawMessage) []byte {
	if len(raw) > 0 && isCompact(raw) {
		return append(buf, raw...)
	}
	line := bytes.NewBuffer(buf)
	if json.Compact(line, raw) != nil {
		return append(buf, "null"...)
	}
	return line.Bytes()
}

// isCompact reports whether valid JSON has no white space outside of strings.
// It leaps over strings, which are most of a large value.
func isCompact(raw []byte) bool {
	for len(raw) > 0 {
		quote := bytes.IndexByte(raw, '"')
		if quote < 0 {
			quote = len(raw) - 1
		}
		if bytes.ContainsAny(raw[:quote+1], " \t\r\n") {
			return false
		}
		raw = afterString(raw[quote+1:])
	}
	return true
}

// afterString returns what follows the string that raw begins inside of.
func afterString(raw []byte) []byte {
	for {
		quote := bytes.IndexByte(raw, '"')
		if quote < 0 {
			return nil
		}
		backslashes := 0
		for i := quote - 1; i >= 0 && raw[i] == '\\'; i-- {
			backslashes++
		}
		raw = raw[quote+1:]
		if backslashes%2 == 0 {
			return raw
		}
	}
}
