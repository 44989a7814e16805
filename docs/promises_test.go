package docs_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	namedTest    = regexp.MustCompile("`((?:Test|Fuzz)[A-Za-z0-9_]+)`")
	declaredTest = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)[A-Za-z0-9_]+)\(`)
)

// TestPromisesAreShown looks for the tests that the pages with our promises
// name.
func TestPromisesAreShown(t *testing.T) {
	declared := declaredTests(t)
	for _, page := range []string{"reliability.md", "security.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		names := namedTest.FindAllStringSubmatch(string(text), -1)
		if len(names) < 10 {
			t.Errorf("%s names only %d tests", page, len(names))
		}
		for _, name := range names {
			if !declared[name[1]] {
				t.Errorf("%s: there is no test %s", page, name[1])
			}
		}
	}
}

// declaredTests are all tests of this module.
func declaredTests(t *testing.T) map[string]bool {
	t.Helper()
	declared := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, name := range declaredTest.FindAllStringSubmatch(string(text), -1) {
			declared[name[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return declared
}
