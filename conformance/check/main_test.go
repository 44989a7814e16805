package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// goodRows is a table without problems, for the module that newModule writes.
func goodRows() []string {
	var rows []string
	for _, id := range expectedIDs() {
		rows = append(rows, id+"\tmerged\tIt does something.\t\t")
	}
	rows[0] = "HOOK-001\tdone\tIt works.\tpkg.Type.Method\tTestX/HOOK-001_it_works"
	rows[1] = "HOOK-002\tdone\tIt works well.\tpkg.Func\tTestX/HOOK-001_it_works, TestX/HOOK-002_HOOK-003_well"
	rows[2] = "HOOK-003\tdone\tIt works always.\tpkg.Const\tTestX/HOOK-002_HOOK-003_well"
	return rows
}

const goodResults = `{"Action":"pass","Package":"example.org/m/conformance","Test":"TestX/HOOK-001_it_works"}
{"Action":"pass","Package":"example.org/m/conformance","Test":"TestX/HOOK-002_HOOK-003_well/a_case"}
{"Action":"pass","Package":"example.org/m/conformance","Test":"TestX/HOOK-002_HOOK-003_well"}
{"Action":"pass","Package":"example.org/m/conformance","Test":"TestX"}
{"Action":"pass","Package":"example.org/m/conformance"}
{"Action":"pass","Package":"example.org/m/conformance/check","Test":"TestY/HOOK-001_is_not_for_the_table"}
`

const code = `package pkg
type Type struct{ Field int }
func (t *Type) Method() {}
func Func() {}
const Const = 1
var Var = 2
type Interface interface{ Do() }
type Generic[T any] struct{}
func (g Generic[T]) Get() {}
`

func newModule(t *testing.T, table string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"conformance/requirements.tsv": table,
		"pkg/code.go":                  code,
		"pkg/code_test.go":             "package pkg\nfunc OnlyInTests() {}\n",
		"pkg/testdata/broken.go":       "not Go",
	} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func table(rows []string) string { return header + "\n" + strings.Join(rows, "\n") + "\n" }

func TestGoodTablePasses(t *testing.T) {
	summary, err := run(newModule(t, table(goodRows())), strings.NewReader(goodResults))
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("conformance: %d requirements: 3 done, %d merged; 2 tests passed", len(expectedIDs()), len(expectedIDs())-3)
	if summary != want {
		t.Errorf("got  %s\nwant %s", summary, want)
	}
}

func TestProblemsAreReported(t *testing.T) {
	replace := func(i int, text string) func([]string) []string {
		return func(rows []string) []string { rows[i] = text; return rows }
	}
	last := strconv.Itoa(len(expectedIDs()) + 2) // the line after the header and all rows
	tests := []struct {
		name   string
		change func([]string) []string
		want   string
	}{
		{"a missing ID", func(r []string) []string { return slices.Delete(r, 9, 10) }, "HOOK-010: missing from the table"},
		{"a missing half of a split ID", func(r []string) []string { return slices.Delete(r, 15, 16) }, "HOOK-016a: missing from the table"},
		{"an unknown ID", func(r []string) []string { return append(r, "HOOK-218\tmerged\tX.\t\t") }, "HOOK-218: requirements.tsv:" + last + ": is not a known requirement"},
		{"an ID that was split", func(r []string) []string { return append(r, "HOOK-016\tmerged\tX.\t\t") }, "HOOK-016: requirements.tsv:" + last + ": is not a known requirement"},
		{"an ID twice", func(r []string) []string { return append(r, "HOOK-010\tmerged\tX.\t\t") }, "HOOK-010: requirements.tsv:" + last + ": stands already in line 11"},
		{"too few columns", replace(9, "HOOK-010\tmerged\tX."), "requirements.tsv:11: 3 columns instead of 5"},
		{"too many columns", replace(9, "HOOK-010\tmerged\tX.\t\t\t"), "requirements.tsv:11: 6 columns instead of 5"},
		{"an empty line", replace(9, ""), "requirements.tsv:11: 1 columns instead of 5"},
		{"Windows line ends", replace(9, "HOOK-010\tmerged\tX.\t\t\r"), "requirements.tsv:11: space around"},
		{"an unknown status", replace(9, "HOOK-010\ttodo\tX.\t\t"), `HOOK-010: requirements.tsv:11: unknown status "todo"`},
		{"no wording", replace(9, "HOOK-010\tmerged\t\t\t"), "HOOK-010: requirements.tsv:11: the wording is missing"},
		{"done without a test", replace(9, "HOOK-010\tdone\tX.\tpkg.Func\t"), "HOOK-010: requirements.tsv:11: is done but lists no test"},
		{"done without a symbol", replace(9, "HOOK-010\tdone\tX.\t\tTestX"), "HOOK-010: requirements.tsv:11: is done but names no symbol"},
		{"an unknown function", replace(9, "HOOK-010\tdone\tX.\tpkg.Fun\tTestX"), "HOOK-010: requirements.tsv:11: there is no pkg.Fun in the code"},
		{"an unknown method", replace(9, "HOOK-010\tdone\tX.\tpkg.Type.Func\tTestX"), "there is no pkg.Type.Func in the code"},
		{"a symbol of a test file", replace(9, "HOOK-010\tdone\tX.\tpkg.OnlyInTests\tTestX"), "there is no pkg.OnlyInTests in the code"},
		{"a test that does not exist", replace(9, "HOOK-010\tdone\tX.\tpkg.Func\tTestX/HOOK-010_y"), "HOOK-010: requirements.tsv:11: TestX/HOOK-010_y did not run"},
		{"a test of another package", replace(9, "HOOK-010\tdone\tX.\tpkg.Func\tTestY/HOOK-001_is_not_for_the_table"), "did not run"},
		{"a test with an ID that does not list it", replace(2, "HOOK-003\tdone\tX.\tpkg.Const\tTestX"), "HOOK-003: does not list the test TestX/HOOK-002_HOOK-003_well, which carries its ID"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := run(newModule(t, table(tt.change(goodRows()))), strings.NewReader(goodResults))
			wantProblem(t, err, tt.want)
		})
	}
}

func TestWrongHeaderIsReported(t *testing.T) {
	_, err := run(newModule(t, strings.Join(goodRows(), "\n")), strings.NewReader(goodResults))
	wantProblem(t, err, "requirements.tsv:1: the first line must be")
}

func TestMissingTableIsReported(t *testing.T) {
	_, err := run(t.TempDir(), strings.NewReader(goodResults))
	wantProblem(t, err, "requirements.tsv")
}

func TestResultsThatDoNotPassAreReported(t *testing.T) {
	const pkg = `"Package":"example.org/m/conformance"`
	tests := []struct{ name, from, to, want string }{
		{"a skipped test", `"pass",` + pkg + `,"Test":"TestX/HOOK-001`, `"skip",` + pkg + `,"Test":"TestX/HOOK-001`, "HOOK-001: requirements.tsv:2: TestX/HOOK-001_it_works was skipped"},
		{"a failed test", `"pass",` + pkg + `,"Test":"TestX/HOOK-001`, `"fail",` + pkg + `,"Test":"TestX/HOOK-001`, "HOOK-001: requirements.tsv:2: TestX/HOOK-001_it_works failed"},
		{"a failed test that is not listed", `"pass",` + pkg + `,"Test":"TestX"`, `"fail",` + pkg + `,"Test":"TestX"`, "example.org/m/conformance TestX failed"},
		{"what a failed test printed", `{"Action":"pass",` + pkg + `,"Test":"TestX"`, `{"Action":"output",` + pkg + `,"Test":"TestX","Output":"it is broken\n"}{"Action":"fail",` + pkg + `,"Test":"TestX"`, "it is broken"},
		{"a failed package", `"pass",` + pkg + "}", `"fail",` + pkg + "}", "example.org/m/conformance failed"},
		{"a test with an unknown ID", `TestX"`, `TestX/HOOK-999_y"`, "HOOK-999: is not a known requirement, but the test TestX/HOOK-999_y carries it"},
		{"results that are not JSON", `{"Action"`, `ok {"Action"`, "is not the output of go test -json"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			results := strings.Replace(goodResults, tt.from, tt.to, 1)
			if results == goodResults {
				t.Fatal("the case changes nothing")
			}
			_, err := run(newModule(t, table(goodRows())), strings.NewReader(results))
			wantProblem(t, err, tt.want)
		})
	}
}

func TestNoResultsAreReported(t *testing.T) {
	_, err := run(newModule(t, table(goodRows())), strings.NewReader(""))
	wantProblem(t, err, "no test results on standard input")
}

func wantProblem(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got:\n%v\nwant a line with: %s", err, want)
	}
}

func TestSymbols(t *testing.T) {
	symbols, err := readSymbols(newModule(t, ""))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pkg.Type", "pkg.Type.Field", "pkg.Type.Method", "pkg.Func", "pkg.Const", "pkg.Var", "pkg.Interface.Do", "pkg.Generic.Get"} {
		if !symbols[name] {
			t.Errorf("%s is not found", name)
		}
	}
}

func TestExpand(t *testing.T) {
	for item, want := range map[string]string{
		"HOOK-016a":     "HOOK-016a",
		"HOOK-009..011": "HOOK-009 HOOK-010 HOOK-011",
		"PI-5.9..11":    "PI-5.9 PI-5.10 PI-5.11",
		"WV-FR-001..2":  "WV-FR-001 WV-FR-002",
	} {
		if got := strings.Join(expand(item), " "); got != want {
			t.Errorf("%s: got %s, want %s", item, got, want)
		}
	}
}

func TestIDsInNames(t *testing.T) {
	for name, want := range map[string]string{
		"TestX/HOOK-001_it_works":          "HOOK-001",
		"TestX/HOOK-067b_HOOK-197_denies":  "HOOK-067b HOOK-197",
		"TestX/HOOK-001_it_works/one_case": "",
		"TestX/a_HOOK-like_thing":          "",
		"TestX":                            "",
	} {
		if got := strings.Join(idsIn(name), " "); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}
