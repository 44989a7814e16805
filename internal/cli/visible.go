package cli

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// visible replaces what could make a terminal show something else than the
// text, or do something: control characters, and those that reorder or break
// lines.
func visible(text string) string {
	return strings.Map(func(r rune) rune {
		if isInvisible(r) {
			return utf8.RuneError
		}
		return r // RuneError for what is not UTF-8
	}, text)
}

func isInvisible(r rune) bool {
	switch {
	case r < ' ':
		return r != '\n' && r != '\t'
	case r < 0x7f:
		return false
	case r < 0xa0: // DEL and C1, which some terminals take for ESC and more
		return true
	case 0x2028 <= r && r <= 0x202e: // line ends, embeddings and overrides
		return true
	}
	return 0x2066 <= r && r <= 0x2069 // isolates
}

// escaped is visible for JSON, of which it keeps the meaning: what is invisible
// is either in a string, where there is another way to write it, or white space.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\r':
			b.WriteByte(' ')
		case isInvisible(r):
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// screen makes what is written to a terminal visible.
type screen struct {
	terminal io.Writer
	visible  func(string) string
}

// Write implements io.Writer.
func (s screen) Write(text []byte) (int, error) {
	if _, err := io.WriteString(s.terminal, s.visible(string(text))); err != nil {
		return 0, err
	}
	return len(text), nil
}

// exactly returns a writer for what programs read: nothing is changed, unless
// it would go to a terminal.
func exactly(to io.Writer) io.Writer { return onTerminal(to, visible) }

// exactJSON is exactly for JSON.
func exactJSON(to io.Writer) io.Writer { return onTerminal(to, escaped) }

func onTerminal(to io.Writer, visible func(string) string) io.Writer {
	if isTerminal(to) {
		return screen{to, visible}
	}
	return to
}
