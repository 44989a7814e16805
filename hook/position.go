package hook

import (
	"fmt"
	"strconv"
	"strings"
)

// Position is a place in a configuration file. Line and Column count from 1;
// Column counts bytes.
type Position struct {
	File   string
	Line   int
	Column int
}

// String returns the position as file:line:column, or the file alone if the
// position has no line.
func (p Position) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// IsValid reports whether the position is a place at all; the zero value is not.
func (p Position) IsValid() bool { return p.File != "" }

// ParsePosition reads what [Position.String] writes. A text that does not end
// in line and column is the name of a file.
func ParsePosition(text string) Position {
	rest, column := cutNumber(text)
	file, line := cutNumber(rest)
	if line == 0 || column == 0 {
		return Position{File: text}
	}
	return Position{File: file, Line: line, Column: column}
}

// cutNumber returns text without the number behind its last colon, and that
// number; 0 if there is none.
func cutNumber(text string) (rest string, number int) {
	colon := strings.LastIndexByte(text, ':')
	if colon < 0 {
		return text, 0
	}
	number, err := strconv.Atoi(text[colon+1:])
	if err != nil || number < 0 {
		return text, 0
	}
	return text[:colon], number
}
