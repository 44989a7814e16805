package check

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/grapnel-hooks/grapnel/hook"
)

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("a", 200) + "X" + strings.Repeat("b", 200)
	c := &Config{texts: map[string][][]byte{"f": bytes.Split([]byte("\tone X\r\nä X\n"+long), []byte("\n"))}}
	tests := []struct {
		name         string
		line, column int
		text, caret  string
	}{
		{"tabs stay", 1, 6, "\tone X", "\t    ^"},
		{"columns are bytes", 2, 4, "ä X", "  ^"},
		{"behind the end", 2, 99, "ä X", "   ^"},
		{"long lines are cut on both sides", 3, 201, "…" + strings.Repeat("a", 59) + "X" + strings.Repeat("b", 58) + "…", strings.Repeat(" ", 60) + "^"},
		{"no such line", 9, 1, "", ""},
		{"no line", 0, 0, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text, caret := c.Excerpt(hook.Position{File: "f", Line: tt.line, Column: tt.column})
			if text != tt.text || caret != tt.caret {
				t.Errorf("got\n%q\n%q", text, caret)
			}
		})
	}
}

// A configuration may be one long line with many findings: an excerpt must not
// look at more of it than it shows.
func TestExcerptOfALongLineLooksAtItsSurroundingsOnly(t *testing.T) {
	for _, runes := range [][]rune{
		lastRunes(bytes.Repeat([]byte("ä"), 1<<20)), firstRunes(bytes.Repeat([]byte("ä"), 1<<20)),
	} {
		if len(runes) != excerptWidth+1 {
			t.Errorf("%d characters of the line were read", len(runes))
		}
	}
}

func FuzzExcerpt(f *testing.F) {
	f.Add([]byte("a\n\tb"), 2, 2)
	f.Add([]byte("\xff\n"), 1, 1)
	f.Fuzz(func(t *testing.T, text []byte, line, column int) {
		c := &Config{texts: map[string][][]byte{"f": bytes.Split(text, []byte("\n"))}}
		excerpt, caret := c.Excerpt(hook.Position{File: "f", Line: line, Column: column})
		if n := utf8.RuneCountInString(excerpt); n > excerptWidth+1 || strings.Contains(excerpt, "\n") {
			t.Fatalf("an excerpt of %d characters: %q", n, excerpt)
		}
		if caret != "" && !strings.HasSuffix(caret, "^") {
			t.Fatalf("caret %q", caret)
		}
	})
}
