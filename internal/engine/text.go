package engine

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"

	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/redact"
)

// text is what a result shows of a text, without secrets where the contract
// removes them, and whether it is only the beginning.
func (x *execution) text(c *call, stream string, raw []byte) (shown string, cut bool) {
	if x.engine.rules.Redact {
		clean := redact.Secrets(string(raw))
		c.result.Redacted = c.result.Redacted || clean != string(raw)
		raw = []byte(clean)
	}
	if limit := x.engine.rules.RecordLimit; limit > 0 {
		return cutCharacters(strings.ToValidUTF8(string(raw), "\ufffd"), limit)
	}
	if len(raw) <= maxRecord {
		return strings.ToValidUTF8(string(raw), "\ufffd"), false
	}
	c.report(diag.Infof("record-cut", "%s is longer than 1 MiB; the record shows only its beginning", stream))
	return strings.ToValidUTF8(string(raw[:maxRecord]), "") + recordMark, true
}

// cutCharacters keeps the first characters of a text, counted as JavaScript
// does, and marks the cut.
func cutCharacters(text string, limit int) (kept string, cut bool) {
	units := 0
	for i, r := range text {
		units += utf16.RuneLen(r)
		if units > limit {
			return text[:i] + "\n...[truncated]", true
		}
	}
	return text, false
}

// decoded returns what a hook wrote as UTF-8. Some programs, above all on Windows,
// write UTF-16 and say so with a byte order mark.
func decoded(raw []byte) []byte {
	var order binary.ByteOrder
	switch {
	case len(raw) < 2:
		return raw
	case raw[0] == 0xff && raw[1] == 0xfe:
		order = binary.LittleEndian
	case raw[0] == 0xfe && raw[1] == 0xff:
		order = binary.BigEndian
	default:
		return raw
	}
	units := make([]uint16, 0, len(raw)/2)
	for rest := raw[2:]; len(rest) > 1; rest = rest[2:] {
		units = append(units, order.Uint16(rest))
	}
	return []byte(string(utf16.Decode(units)))
}
