package trace

import (
	"encoding/json"
	"strings"
	"unicode/utf16"

	"github.com/grapnel-hooks/grapnel/internal/base/redact"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// maxText is how many characters of a text are kept, counted as JavaScript
// does; cutMark stands for the others.
const (
	maxText = 2000
	cutMark = "\n...[truncated]"
)

// cleaner makes texts fit to be kept, and remembers whether it found secrets.
type cleaner struct {
	redacted bool
}

// text removes secrets first: a secret that is cut in two looks like none.
func (c *cleaner) text(text string) string {
	if text == "" {
		return ""
	}
	clean := redact.Secrets(text)
	c.redacted = c.redacted || clean != text
	return cut(clean)
}

// cut shortens a text, unless that has been done before.
func cut(text string) string {
	if len(text) <= maxText {
		return text
	}
	units := 0
	for i, r := range strings.TrimSuffix(text, cutMark) {
		if units += utf16.RuneLen(r); units > maxText {
			return text[:i] + cutMark
		}
	}
	return text
}

// json brings a value into one line. What is no JSON is not kept.
func (c *cleaner) json(raw json.RawMessage) json.RawMessage {
	if raw == nil {
		return nil
	}
	clean, redacted := redact.JSON(raw)
	c.redacted = c.redacted || redacted
	if !jsonx.Valid(clean) {
		return nil
	}
	return jsonx.AppendCompact(nil, clean)
}
