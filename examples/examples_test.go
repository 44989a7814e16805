//go:build unix

// Package examples_test checks the recipes: that each is complete, that its
// tests pass, and that the gallery in docs/examples.md shows them as they are.
package examples_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/grapnel-hooks/grapnel/internal/cli"
)

// TestMain makes the test binary serve as the grapnel command.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"grapnel": func() { os.Exit(cli.Main(os.Args[1:])) },
	})
}

// result is what grapnel test --json says of a test.
type result struct {
	File     string
	Name     string
	Status   string
	Reason   string
	Failures []json.RawMessage
}

// results runs the tests of all recipes, once.
var results = sync.OnceValues(func() ([]result, error) {
	// What a child process reads, the go command does not know of: without this,
	// it would take the result of a changed recipe from its cache.
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		_, _ = os.Stat(path)
		return err
	})
	if err != nil {
		return nil, err
	}
	out, err := exec.Command("grapnel", "test", "--json", ".").Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	var report struct{ Results []result }
	err = json.Unmarshal(out, &report)
	return report.Results, err
})

// resultsOf returns the results of one recipe.
func resultsOf(t *testing.T, recipe string) []result {
	t.Helper()
	all, err := results()
	if err != nil {
		t.Fatal(err)
	}
	var own []result
	for _, r := range all {
		if strings.HasPrefix(r.File, recipe+string(filepath.Separator)) {
			own = append(own, r)
		}
	}
	return own
}

// TestRecipes runs the tests of every recipe. Those whose interpreter is
// missing are skipped by name.
func TestRecipes(t *testing.T) {
	for _, r := range recipes(t) {
		t.Run(r.dir, func(t *testing.T) {
			for _, test := range resultsOf(t, r.dir) {
				t.Run(test.Name, func(t *testing.T) {
					switch test.Status {
					case "ok":
					case "skipped":
						t.Skip(test.Reason)
					default:
						t.Errorf("%s: %s: %s", test.File, test.Status, test.Failures)
					}
				})
			}
		})
	}
}

// TestRecipesAreComplete makes sure that somebody who copies a recipe has all
// of it: hooks that can be run, that say what they do, and that are tested.
func TestRecipesAreComplete(t *testing.T) {
	const enough = 5
	for i, r := range recipes(t) {
		t.Run(r.dir, func(t *testing.T) {
			if r.number != i+1 {
				t.Errorf("it is recipe number %d; the numbers have a gap", i+1)
			}
			if got := len(resultsOf(t, r.dir)); got < enough {
				t.Errorf("it has %d tests, want %d or more", got, enough)
			}
			if !r.settings.EnableHooks {
				t.Error("its settings do not switch hooks on")
			}
			if len(r.hooks) == 0 {
				t.Error("its settings have no hooks")
			}
			for _, h := range r.hooks {
				info, err := os.Stat(h.file)
				switch {
				case err != nil:
					t.Error(err)
				case info.Mode()&0o111 == 0:
					t.Errorf("%s cannot be executed", h.file)
				case !strings.Contains(comment(t, h.file), "Needs "):
					t.Errorf("%s does not begin with what it does and what it needs", h.file)
				}
			}
		})
	}
}
