package kit

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

const (
	// MaxText is how many bytes of plain text are used.
	MaxText = 1 << 20
	// CutMark is at the end of a text that was longer.
	CutMark = "\n[cut: the text is longer than 1 MiB]"
	// MaxJSON is how long a JSON answer may be.
	MaxJSON = 16 << 20
)

// Trim removes white space at both ends, and a byte order mark, which
// JavaScript counts as white space.
func Trim(text []byte) []byte { return bytes.TrimFunc(text, isSpace) }

// IsBlank reports whether Trim would leave nothing.
func IsBlank(text string) bool { return strings.TrimFunc(text, isSpace) == "" }

func isSpace(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' }

// Text is what a hook wrote to a stream, trimmed, in valid UTF-8, and cut to a
// size that can be passed on.
func Text(stream string, raw []byte) (string, []hook.Diagnostic) {
	text := Trim(raw)
	if len(text) <= MaxText {
		return strings.ToValidUTF8(string(text), "\ufffd"), nil
	}
	end := MaxText
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	cut := strings.ToValidUTF8(string(text[:end]), "\ufffd") + CutMark
	return cut, []hook.Diagnostic{
		diag.Warnf("text-cut", "the hook wrote more than 1 MiB of text to %s; the rest was left out", stream),
	}
}

// Parse reads a trimmed text as one JSON object. Bytes that are not UTF-8 are
// replaced: they must not cost a guard its answer.
func Parse(text []byte) (object hook.Object, duplicates []string, err error) {
	return jsonx.ParseObject(ValidUTF8(text))
}

// ValidUTF8 returns text with U+FFFD in place of bytes that are no UTF-8. Without
// such bytes it is the text itself and not a copy.
func ValidUTF8(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	return bytes.ToValidUTF8(text, []byte("\ufffd"))
}

// IsTooLong reports whether stdout, trimmed to text, is more than an answer may
// be, or was not even read to its end.
func IsTooLong(run dialect.Exit, text []byte) bool { return run.CutOff || len(text) > MaxJSON }

// Bad is what comes of an answer that cannot be used at all.
func Bad(format string, args ...any) dialect.Answer {
	problem := diag.Errorf("bad-output", format, args...)
	problem.Problem += "; it has no effect"
	return dialect.Answer{Status: hook.StatusBadOutput, Diagnostics: []hook.Diagnostic{problem}}
}

// Excerpt is the beginning of something that a message quotes.
func Excerpt(raw []byte) string {
	if len(raw) > 40 {
		return string(bytes.ToValidUTF8(raw[:40], nil)) + "…"
	}
	return string(raw)
}
