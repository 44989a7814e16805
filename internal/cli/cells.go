package cli

import (
	"os"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/term"
)

// minColumns is the narrowest screen that tables are made for.
const minColumns = 40

// columnsOf is how many cells a line may have: as COLUMNS says, or as wide as
// the terminal. 0 means that nobody cares, as in a pipe.
func columnsOf(stream any) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return max(n, minColumns)
	}
	if file, ok := stream.(*os.File); ok {
		if n, _, err := term.GetSize(int(file.Fd())); err == nil && n > 0 {
			return max(n, minColumns)
		}
	}
	return 0
}

// cellsOf is how many cells a terminal needs for a character: Chinese, Japanese,
// Korean ones and emoji take two, accents that are put on another none.
func cellsOf(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r < 0x1100:
		return 1
	case r <= 0x115f, // Hangul Jamo
		0x231a <= r && r <= 0x231b, 0x23e9 <= r && r <= 0x23ec, 0x2614 <= r && r <= 0x2615,
		r == 0x2705, r == 0x274c, r == 0x2728, r == 0x2753, r == 0x2757, r == 0x26a1, r == 0x2b50,
		0x2e80 <= r && r <= 0x303e, 0x3041 <= r && r <= 0xa4cf, 0xa960 <= r && r <= 0xa97c,
		0xac00 <= r && r <= 0xd7a3, 0xf900 <= r && r <= 0xfaff,
		0xfe10 <= r && r <= 0xfe19, 0xfe30 <= r && r <= 0xfe6b, 0xff01 <= r && r <= 0xff60, 0xffe0 <= r && r <= 0xffe6,
		0x1f300 <= r && r <= 0x1f64f, 0x1f680 <= r && r <= 0x1f6ff, 0x1f900 <= r && r <= 0x1faff,
		0x20000 <= r && r <= 0x3fffd:
		return 2
	}
	return 1
}

// cells is how many cells a terminal needs for a line. Colours need none.
func cells(line string) int {
	n, colour := 0, false
	for _, r := range line {
		switch {
		case r == '\x1b':
			colour = true
		case colour:
			colour = r != 'm'
		default:
			n += cellsOf(r)
		}
	}
	return n
}

// clipped is as much of the beginning of a text as fits into a width.
func clipped(text string, width int) string {
	for i, r := range text {
		if width -= cellsOf(r); width < 0 {
			return text[:i]
		}
	}
	return text
}

// clippedLeft is clipped for the end of a text.
func clippedLeft(text string, width int) string {
	runes := []rune(text)
	for i := len(runes) - 1; i >= 0; i-- {
		if width -= cellsOf(runes[i]); width < 0 {
			return string(runes[i+1:])
		}
	}
	return text
}

// clippedEnd is as much of a text as fits into a width, with a sign that there
// was more.
func clippedEnd(text string, width int) string {
	if cells(text) <= width {
		return text
	}
	return clipped(text, width-1) + "…"
}

// abridge brings a text in one line to a width at most. What is left out is in
// the middle: names differ at their ends, too.
func abridge(text string, width int) string {
	text = strings.Join(strings.Fields(text), " ")
	if cells(text) <= width {
		return text
	}
	tail := (width - 1) / 2
	return clipped(text, width-1-tail) + "…" + clippedLeft(text, tail)
}

// pad brings a text to a width.
func pad(text string, width int) string {
	text = abridge(text, width)
	return text + strings.Repeat(" ", width-cells(text))
}

// padLeft is pad for numbers.
func padLeft(text string, width int) string {
	text = abridge(text, width)
	return strings.Repeat(" ", width-cells(text)) + text
}

// tabulate returns the lines of a table that is at most as wide as a screen; 0
// is any width. Cells stay in their places, whatever is in them. The widest
// columns give way first. Numbers are aligned to the right, in all columns but
// the last.
func tabulate(rows [][]string, screen int, align func(string, int) string) []string {
	const between = 2
	widths := make([]int, len(rows[0]))
	total := between * (len(widths) - 1)
	for i := range widths {
		for _, row := range rows {
			row[i] = strings.Join(strings.Fields(visible(row[i])), " ")
			widths[i] = max(widths[i], cells(row[i]))
		}
		total += widths[i]
	}
	for ; screen > 0 && total > screen; total-- {
		widest := 0
		for i := range widths {
			if widths[i] > widths[widest] {
				widest = i
			}
		}
		widths[widest]--
	}
	lines := make([]string, len(rows))
	for n, row := range rows {
		last := len(row) - 1
		for i, cell := range row[:last] {
			lines[n] += align(cell, widths[i]) + strings.Repeat(" ", between)
		}
		lines[n] = strings.TrimRight(lines[n]+abridge(row[last], widths[last]), " ")
	}
	return lines
}

// wrapped breaks the lines of a text between words, so that they fit a screen;
// what follows a break is indented. 0 is any width.
func wrapped(text string, screen, indentation int) string {
	if screen == 0 {
		return text
	}
	var out strings.Builder
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			out.WriteByte('\n')
		}
		wrapLine(&out, line, screen, indentation)
	}
	return out.String()
}

func wrapLine(out *strings.Builder, line string, screen, indentation int) {
	if cells(line) <= screen {
		out.WriteString(line)
		return
	}
	at, between := 0, 0 // how far the line has got, and the blanks that follow
	for i, word := range strings.Split(line, " ") {
		width := cells(word)
		switch {
		case i == 0:
		case width > 0 && at > indentation && at+between+1+width > screen:
			out.WriteString("\n" + strings.Repeat(" ", indentation))
			at, between = indentation, 0
		default:
			between++
		}
		if width > 0 {
			out.WriteString(strings.Repeat(" ", between) + word)
			at, between = at+between+width, 0
		}
	}
}

// fitExcerpt brings a line and the caret below it to a width, so that the caret
// is still under its place. A width that is not positive is any.
func fitExcerpt(line, caret string, width int) (string, string) {
	const tab = "    "
	runes := []rune(visible(line))
	column := min(len([]rune(caret))-1, len(runes))
	before := strings.ReplaceAll(string(runes[:column]), "\t", tab)
	behind := strings.ReplaceAll(string(runes[column:]), "\t", tab)
	if width > 0 && cells(before)+cells(behind) > width {
		if room := max(width/2, width-cells(behind)); cells(before) > room {
			before = "…" + clippedLeft(before, room-1)
		}
		behind = clippedEnd(behind, width-cells(before))
	}
	return before + behind, strings.Repeat(" ", cells(before)) + "^"
}

// shownDuration is how long something took or may take, the same way everywhere.
func shownDuration(ms float64) string {
	number, unit := ms, "ms"
	switch {
	case ms >= 60_000:
		number, unit = ms/60_000, "min"
	case ms >= 1000:
		number, unit = ms/1000, "s"
	}
	return strings.TrimSuffix(strconv.FormatFloat(number, 'f', 1, 64), ".0") + " " + unit
}
