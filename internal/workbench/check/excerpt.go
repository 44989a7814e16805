package check

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/grapnel-hooks/grapnel/hook"
)

// excerptWidth is how many characters of a line an excerpt shows.
const excerptWidth = 120

// Excerpt returns the line that a position is in and, to be shown below it, a
// caret under the column. Both are empty if there is no such position.
func (c *Config) Excerpt(at hook.Position) (line, caret string) {
	lines := c.texts[at.File]
	if at.Line < 1 || at.Line > len(lines) || at.Column < 1 {
		return "", ""
	}
	text := bytes.TrimSuffix(lines[at.Line-1], []byte("\r"))
	column := min(at.Column-1, len(text))
	return window(lastRunes(text[:column]), firstRunes(text[column:]))
}

// lastRunes returns the end of a line, as much as can be needed: a line may be a
// whole file, and have thousands of findings.
func lastRunes(text []byte) []rune {
	var last []rune
	for len(text) > 0 && len(last) <= excerptWidth {
		r, size := utf8.DecodeLastRune(text)
		last, text = append(last, r), text[:len(text)-size]
	}
	slices.Reverse(last)
	return last
}

// firstRunes is lastRunes for the beginning.
func firstRunes(text []byte) []rune {
	var first []rune
	for len(text) > 0 && len(first) <= excerptWidth {
		r, size := utf8.DecodeRune(text)
		first, text = append(first, r), text[size:]
	}
	return first
}

// window shows what is before and after a place as far as there is room
// for it.
func window(before, behind []rune) (line, caret string) {
	const half = excerptWidth / 2
	room := max(half, excerptWidth-len(before))
	if len(behind) > room {
		behind = append(behind[:room-1:room-1], '…')
	}
	if room = max(half, excerptWidth-len(behind)); len(before) > room {
		before = append([]rune{'…'}, before[len(before)-room+1:]...)
	}
	indent := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r // as wide as the one above it
		}
		return ' '
	}, string(before))
	return string(before) + string(behind), indent + "^"
}
