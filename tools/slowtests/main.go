// Slowtests prints the ten slowest tests, as the rows of a table:
//
//	go test -json ./... | go run ./slowtests
//
// A test with subtests is not counted, because its time is theirs. Time that a
// parallel test spends waiting for its turn is not counted either.
package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

const (
	module = "github.com/grapnel-hooks/"
	rows   = 10
)

func main() {
	tests, err := read(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, "slowtests:", err)
		os.Exit(1)
	}
	write(os.Stdout, tests)
}

// test is a line of go test -json, as far as it matters here.
type test struct {
	Action, Package, Test string
	Elapsed               float64 // seconds
}

// read returns the tests that ended, the slowest first.
func read(results io.Reader) ([]test, error) {
	var ended []test
	parents := map[string]bool{}
	for lines := json.NewDecoder(results); ; {
		var t test
		if err := lines.Decode(&t); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("read the output of go test -json: %w", err)
		}
		if t.Test == "" || t.Action != "pass" && t.Action != "fail" {
			continue
		}
		ended = append(ended, t)
		for i, char := range t.Test {
			if char == '/' {
				parents[t.Package+" "+t.Test[:i]] = true
			}
		}
	}
	ended = slices.DeleteFunc(ended, func(t test) bool { return parents[t.Package+" "+t.Test] })
	slices.SortStableFunc(ended, func(a, b test) int { return cmp.Compare(b.Elapsed, a.Elapsed) })
	return ended, nil
}

// write prints the first tests as a table in Markdown.
func write(w io.Writer, tests []test) {
	fmt.Fprintf(w, "| seconds | package | test |\n|---:|---|---|\n")
	for _, t := range tests[:min(rows, len(tests))] {
		fmt.Fprintf(w, "| %.1f | `%s` | `%s` |\n", t.Elapsed, strings.TrimPrefix(t.Package, module), t.Test)
	}
}
