package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// status is how far a requirement has come.
type status string

const (
	done   status = "done"
	merged status = "merged" // into another requirement
)

// row is one line of requirements.tsv.
type row struct {
	line        int
	id          string
	status      status
	requirement string
	symbol      string // package.Name or package.Type.Method
	tests       []string
}

func (r row) errorf(format string, args ...any) error {
	return fmt.Errorf("%s: requirements.tsv:%d: %s", r.id, r.line, fmt.Sprintf(format, args...))
}

const header = "id\tstatus\trequirement\tsymbol\ttests"

// readTable reads the table and returns the rows that are usable.
func readTable(text string) ([]row, error) {
	var rows []row
	var problems []error
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if lines[0] != header {
		problems = append(problems, fmt.Errorf("requirements.tsv:1: the first line must be %q", header))
	}
	for i, line := range lines[1:] {
		r, err := readRow(line, i+2)
		if err != nil {
			problems = append(problems, err)
			continue
		}
		rows = append(rows, r)
	}
	return rows, errors.Join(problems...)
}

func readRow(line string, number int) (row, error) {
	cells := strings.Split(line, "\t")
	if len(cells) != 5 {
		return row{}, fmt.Errorf("requirements.tsv:%d: %d columns instead of 5", number, len(cells))
	}
	for _, cell := range cells {
		if cell != strings.TrimSpace(cell) {
			return row{}, fmt.Errorf("requirements.tsv:%d: space around %q", number, strings.TrimSpace(cell))
		}
	}
	r := row{line: number, id: cells[0], status: status(cells[1]), requirement: cells[2], symbol: cells[3]}
	if !slices.Contains([]status{done, merged}, r.status) {
		return row{}, r.errorf("unknown status %q", r.status)
	}
	if r.requirement == "" {
		return row{}, r.errorf("the wording is missing")
	}
	if cells[4] == "" {
		return r, nil
	}
	for name := range strings.SplitSeq(cells[4], ",") {
		r.tests = append(r.tests, strings.TrimSpace(name))
	}
	return r, nil
}
