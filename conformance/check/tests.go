package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// checkedPackage is the end of the import path of the package whose tests show
// requirements.
const checkedPackage = "/conformance"

// testResults is how a run of go test went.
type testResults struct {
	byName   map[string]string // pass, fail or skip, of tests that may be listed
	failures []string          // of all tests and packages, with what they printed
}

// event is a line of go test -json; see go doc test2json.
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
}

func readTests(in io.Reader) (testResults, error) {
	results := testResults{byName: map[string]string{}}
	outputs := map[string]string{}
	for dec := json.NewDecoder(in); ; {
		var e event
		err := dec.Decode(&e)
		if err == io.EOF {
			break
		}
		if err != nil {
			return results, fmt.Errorf("standard input is not the output of go test -json: %w", err)
		}
		results.add(e, outputs)
	}
	if len(results.byName) == 0 && len(results.failures) == 0 {
		return results, errors.New("no test results on standard input; run: go test -json ./conformance/... | go run ./conformance/check")
	}
	return results, nil
}

// add takes note of an event. outputs collects what each test printed.
func (t *testResults) add(e event, outputs map[string]string) {
	where := strings.TrimSuffix(e.Package+" "+e.Test, " ")
	switch e.Action {
	case "output":
		if !strings.HasPrefix(e.Output, "=== ") { // it began, paused, went on
			outputs[where] += e.Output
		}
	case "fail":
		t.failures = append(t.failures, where+" failed\n"+outputs[where])
		fallthrough
	case "pass", "skip":
		if e.Test != "" && strings.HasSuffix(e.Package, checkedPackage) {
			t.byName[e.Test] = e.Action
		}
	}
}

// names returns the names of the tests that may be listed, in order.
func (t *testResults) names() []string { return slices.Sorted(maps.Keys(t.byName)) }

// err tells what failed.
func (t *testResults) err() error {
	var problems []error
	for _, text := range t.failures {
		problems = append(problems, errors.New(strings.TrimSuffix(text, "\n")))
	}
	return errors.Join(problems...)
}
