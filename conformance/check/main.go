// Check compares the table of requirements with the code and the test results:
//
//	go test -json ./conformance/... | go run ./conformance/check
//
// It fails if the table lacks a requirement or has an unknown one, if a
// requirement counts as done without a symbol and a passing test, and if a test
// carries the ID of a requirement that does not list it.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
)

func main() {
	summary, err := run(".", os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(summary)
}

// run checks the module at root against the results, which are the output of
// go test -json. The error has one line for each problem.
func run(root string, results io.Reader) (summary string, err error) {
	tests, err := readTests(results) // first, or go test would lose its reader
	if err != nil {
		return "", err
	}
	table, err := os.ReadFile(filepath.Join(root, "conformance", "requirements.tsv"))
	if err != nil {
		return "", err
	}
	symbols, err := readSymbols(root)
	if err != nil {
		return "", err
	}
	rows, err := readTable(string(table))
	err = errors.Join(tests.err(), err, checkIDs(rows), checkRows(rows, symbols, tests), checkNames(rows, tests))
	return summarize(rows), err
}

// checkIDs compares the IDs in the table with those that must be there.
func checkIDs(rows []row) error {
	var problems []error
	wanted := expectedIDs()
	seen := map[string]int{}
	for _, r := range rows {
		switch first, twice := seen[r.id]; {
		case twice:
			problems = append(problems, r.errorf("stands already in line %d", first))
		case !slices.Contains(wanted, r.id):
			problems = append(problems, r.errorf("is not a known requirement"))
		}
		seen[r.id] = r.line
	}
	for _, id := range wanted {
		if _, ok := seen[id]; !ok {
			problems = append(problems, fmt.Errorf("%s: missing from the table", id))
		}
	}
	return errors.Join(problems...)
}

// checkRows checks what each row says about code and tests.
func checkRows(rows []row, symbols map[string]bool, tests testResults) error {
	var problems []error
	for _, r := range rows {
		if r.status == done && r.symbol == "" {
			problems = append(problems, r.errorf("is done but names no symbol"))
		}
		if r.symbol != "" && !symbols[r.symbol] {
			problems = append(problems, r.errorf("there is no %s in the code", r.symbol))
		}
		if r.status == done && len(r.tests) == 0 {
			problems = append(problems, r.errorf("is done but lists no test"))
		}
		for _, name := range r.tests {
			if result := tests.byName[name]; result != "pass" {
				problems = append(problems, r.errorf("%s %s", name, complaint(result)))
			}
		}
	}
	return errors.Join(problems...)
}

func complaint(result string) string {
	switch result {
	case "fail":
		return "failed"
	case "skip":
		return "was skipped, which shows nothing"
	}
	return "did not run"
}

// checkNames makes sure that every test that claims to show a requirement is
// in the table.
func checkNames(rows []row, tests testResults) error {
	listed := map[string][]string{} // IDs by test
	for _, r := range rows {
		for _, name := range r.tests {
			listed[name] = append(listed[name], r.id)
		}
	}
	known := expectedIDs()
	var problems []error
	for _, name := range tests.names() {
		for _, id := range idsIn(name) {
			switch {
			case !slices.Contains(known, id):
				problems = append(problems, fmt.Errorf("%s: is not a known requirement, but the test %s carries it", id, name))
			case !slices.Contains(listed[name], id):
				problems = append(problems, fmt.Errorf("%s: does not list the test %s, which carries its ID", id, name))
			}
		}
	}
	return errors.Join(problems...)
}

func summarize(rows []row) string {
	count := map[status]int{}
	tests := map[string]bool{}
	for _, r := range rows {
		count[r.status]++
		for _, name := range r.tests {
			tests[name] = true
		}
	}
	return fmt.Sprintf("conformance: %d requirements: %d done, %d merged; %d tests passed",
		len(rows), count[done], count[merged], len(tests))
}
