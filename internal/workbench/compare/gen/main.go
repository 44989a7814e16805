// Comparison writes the table of dialects in docs/dialects/README.md from what
// the code does. Run it from the root of the repository: make docs.
package main

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/workbench/compare"
)

const page = "docs/dialects/README.md"

// The table is between these lines.
const (
	begin = "<!-- begin: written by \"make docs\" -->\n"
	end   = "<!-- end -->\n"
)

func main() {
	text, err := os.ReadFile(page)
	if err == nil {
		text, err = updated(text)
	}
	if err == nil {
		err = os.WriteFile(page, text, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "comparison:", err)
		os.Exit(1)
	}
}

// updated returns a page with tables that are up to date.
func updated(page []byte) ([]byte, error) {
	before, rest, found := bytes.Cut(page, []byte(begin))
	_, after, closed := bytes.Cut(rest, []byte(end))
	if !found || !closed {
		return nil, fmt.Errorf("the page has no place for the tables: it needs the lines %q and %q", begin, end)
	}
	return bytes.Join([][]byte{before, []byte(begin), []byte(comparison()), []byte(end), after}, nil), nil
}

// comparison returns the tables in Markdown.
func comparison() string {
	dialects := all.Dialects()
	var text strings.Builder
	heading(&text, "moment", dialects)
	for kind := range hook.Kind(hook.Kinds) {
		cells := []string{"`" + kind.String() + "`"}
		for _, d := range dialects {
			cells = append(cells, eventNames(d, kind))
		}
		row(&text, cells)
	}
	text.WriteString("\n")
	heading(&text, "", dialects)
	columns := make([][]compare.Fact, len(dialects))
	for i, d := range dialects {
		columns[i] = compare.Of(d)
	}
	for i, fact := range columns[0] {
		cells := []string{fact.Topic}
		for _, column := range columns {
			cells = append(cells, column[i].Text)
		}
		row(&text, cells)
	}
	return text.String()
}

func heading(text *strings.Builder, first string, dialects []dialect.Dialect) {
	cells := []string{first}
	for _, d := range dialects {
		cells = append(cells, fmt.Sprintf("[%s](%s.md)", d.Name(), d.Name()))
	}
	row(text, cells)
	text.WriteString(strings.Repeat("|---", len(cells)) + "|\n")
}

func row(text *strings.Builder, cells []string) {
	for _, cell := range cells {
		text.WriteString("| " + strings.ReplaceAll(cell, "|", "\\|") + " ")
	}
	text.WriteString("|\n")
}

// eventNames are what a dialect calls a moment.
func eventNames(d dialect.Dialect, kind hook.Kind) string {
	var names []string
	for _, e := range d.Events() {
		if e.Kind == kind {
			names = append(names, "`"+e.Name+"`")
		}
	}
	if len(names) == 0 {
		return "–"
	}
	return strings.Join(names, ", ")
}
