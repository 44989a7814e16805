package cli

import (
	"strings"
	"testing"
)

func TestCells(t *testing.T) {
	tests := []struct {
		name, text string
		want       int
	}{
		{"letters", "abc", 3},
		{"umlauts", "äöü", 3},
		{"an accent of its own", "e\u0301", 1},
		{"Chinese", "守卫", 4},
		{"Korean", "훅", 2},
		{"full-width letters", "ＡＢ", 4},
		{"an emoji", "🪝", 2},
		{"an ellipsis", "…", 1},
		{"colours", "\x1b[31mred\x1b[0m", 3},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := cells(tt.text); got != tt.want {
				t.Errorf("%q has %d cells, want %d", tt.text, got, tt.want)
			}
		})
	}
}

func TestPad(t *testing.T) {
	tests := []struct {
		name, text string
		width      int
		want       string
	}{
		{"shorter", "ab", 4, "ab  "},
		{"exactly", "abcd", 4, "abcd"},
		{"longer is cut in the middle", "abcdefgh", 5, "ab…gh"},
		{"wide characters", "守卫", 5, "守卫 "},
		{"wide characters that do not fit", "守卫守卫", 6, "守…卫 "},
		{"lines become one", "a\nb\tc", 6, "a b c "},
		{"no room", "abc", 1, "…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := pad(tt.text, tt.width); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestATableFitsTheScreen(t *testing.T) {
	rows := [][]string{{"EVENT", "HOOK", "FROM"}, {"BeforeTool", strings.Repeat("守", 100), "s.json"}}
	for _, screen := range []int{40, 80, 300} {
		for _, line := range tabulate(rows, screen, pad) {
			if cells(line) > screen {
				t.Errorf("on %d cells, %d: %s", screen, cells(line), line)
			}
		}
	}
	if line := tabulate(rows, 0, pad)[1]; !strings.Contains(line, rows[1][1]) {
		t.Errorf("cut although any width will do: %s", line)
	}
	narrow := tabulate(rows, 40, pad)
	if at := cells(narrow[0][:strings.Index(narrow[0], "FROM")]); at != cells(narrow[1][:strings.Index(narrow[1], "s.json")]) {
		t.Errorf("columns are not below each other:\n%s", strings.Join(narrow, "\n"))
	}
}

func TestWrapped(t *testing.T) {
	tests := []struct {
		name, text string
		screen     int
		want       string
	}{
		{"any width", "one two three four", 0, "one two three four"},
		{"between words", "one two three four", 9, "one two\n  three\n  four"},
		{"a margin stays", "    one two three", 12, "    one two\n  three"},
		{"a word that is too long stays whole", "a abcdefghijkl b", 8, "a abcdefghijkl\n  b"},
		{"lines stay lines", "one\n  two", 9, "one\n  two"},
		{"blanks inside stay", "a  b", 9, "a  b"},
		{"wide characters", "守卫 守卫", 8, "守卫\n  守卫"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := wrapped(tt.text, tt.screen, 2); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestShownDuration(t *testing.T) {
	for ms, want := range map[float64]string{0: "0 ms", 12.34: "12.3 ms", 999: "999 ms", 1500: "1.5 s", 5000: "5 s", 60_000: "1 min", 90_000: "1.5 min"} {
		if got := shownDuration(ms); got != want {
			t.Errorf("%v is %s, want %s", ms, got, want)
		}
	}
}

func TestTheCaretStaysUnderItsPlace(t *testing.T) {
	long := strings.Repeat("x", 100)
	tests := []struct {
		name, line, caret string
		width             int
		wantLine, want    string
	}{
		{"a short line", "ab!cd", "  ^", 20, "ab!cd", "  ^"},
		{"any width", long + "!", strings.Repeat(" ", 100) + "^", 0, long + "!", strings.Repeat(" ", 100) + "^"},
		{"wide characters", "守卫!", "  ^", 20, "守卫!", "    ^"},
		{"tabs", "\t!", "\t^", 20, "    !", "    ^"},
		{"a long beginning", long + "!", strings.Repeat(" ", 100) + "^", 10, "…xxxxxxxx!", "         ^"},
		{"a long end", "!" + long, "^", 10, "!xxxxxxxx…", "^"},
		{"long on both sides", long + "!" + long, strings.Repeat(" ", 100) + "^", 10, "…xxxx!xxx…", "     ^"},
		{"behind the end", "ab", "  ^", 10, "ab", "  ^"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			line, caret := fitExcerpt(tt.line, tt.caret, tt.width)
			if line != tt.wantLine || caret != tt.want {
				t.Errorf("\n%s\n%s, want\n%s\n%s", line, caret, tt.wantLine, tt.want)
			}
		})
	}
}
