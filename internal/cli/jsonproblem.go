package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// notObject says what is wrong with a text that should be one JSON object and
// could not be read because of err. what is the text's name.
func notObject(what string, text []byte, err error) error {
	start := len(text) - len(bytes.TrimLeft(text, " \t\r\n"))
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, jsonx.ErrNotObject):
		return fmt.Errorf("%s must be one JSON object, like {\"key\": \"value\"}, and not %s", what, near(text[start:]))
	case start < len(text) && text[start] != '{':
		return fmt.Errorf("%s must be one JSON object: it begins with %s instead of {", what, near(text[start:]))
	case errors.As(err, &syntax):
		at := min(max(0, int(syntax.Offset)-1), len(text))
		return fmt.Errorf("%s must be one JSON object: %s, at %s", what, unexpected(text, at), lineAndColumn(text, at))
	}
	return fmt.Errorf("%s must be one JSON object: %w", what, err)
}

// unexpected says what may be wrong with the character at an offset.
func unexpected(text []byte, at int) string {
	before := bytes.TrimRight(text[:at], " \t\r\n")
	behind := text[at:]
	switch {
	case bytes.HasPrefix(behind, []byte("'")):
		return "texts and keys need double quotes, not single ones"
	case bytes.HasPrefix(behind, []byte("/")):
		return "it cannot have comments"
	case bytes.HasSuffix(before, []byte(",")) && bytes.IndexAny(behind, "}],") == 0:
		return "there is a comma too many before " + near(behind)
	case bytes.IndexAny(behind, "\n\r\t") == 0:
		return "a line break or tab in a text must be written as \\n or \\t"
	}
	return "did not expect " + near(behind)
}

// near quotes the beginning of a text, so that people find it.
func near(text []byte) string {
	const enough = 20
	line, _, _ := strings.Cut(string(text[:min(len(text), enough*utf8.UTFMax)]), "\n")
	if short := clipped(line, enough); short != line {
		line = short + "…"
	}
	return fmt.Sprintf("%q", line)
}

// lineAndColumn is where an offset is, as people count. Columns are bytes, as in the
// messages about configuration files.
func lineAndColumn(text []byte, at int) string {
	line := bytes.Count(text[:at], []byte("\n")) + 1
	column := at - bytes.LastIndexByte(text[:at], '\n')
	return fmt.Sprintf("line %d, column %d", line, column)
}
