//go:build unix

package examples_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// recipe is a directory of hooks with their configuration and tests.
type recipe struct {
	dir      string // such as 01-secret-scan
	number   int
	settings settings
	hooks    []configured
}

// configured is a hook of a recipe as its settings have it.
type configured struct {
	event, matcher, name, file string
}

type settings struct {
	EnableHooks bool
	Hooks       map[string][]struct {
		Matcher string
		Hooks   []struct{ Name, Command string }
	}
}

var directory = regexp.MustCompile(`^(\d\d)-[a-z-]+$`)

// recipes returns all of them, in order.
func recipes(t *testing.T) []recipe {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var list []recipe
	for _, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		number := directory.FindStringSubmatch(entry.Name())
		if number == nil {
			t.Fatalf("%s: recipes are called NN-name", entry.Name())
		}
		r := recipe{dir: entry.Name()}
		r.number, _ = strconv.Atoi(number[1]) // two digits
		r.read(t)
		list = append(list, r)
	}
	return list
}

func (r *recipe) read(t *testing.T) {
	t.Helper()
	path := filepath.Join(r.dir, ".llxprt", "settings.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &r.settings); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	for _, event := range slices.Backward(slices.Sorted(maps.Keys(r.settings.Hooks))) { // Before comes before After
		for _, group := range r.settings.Hooks[event] {
			for _, h := range group.Hooks {
				file := strings.Replace(h.Command, "$LLXPRT_PROJECT_DIR", r.dir, 1)
				r.hooks = append(r.hooks, configured{event, group.Matcher, h.Name, filepath.FromSlash(file)})
			}
		}
	}
}

// comment returns what stands at the top of a hook, without comment signs.
func comment(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(text), "\n") // the line with #!
	if rest, isDocstring := strings.CutPrefix(body, `"""`); isDocstring {
		body, _, _ = strings.Cut(rest, `"""`)
		return strings.TrimSpace(body)
	}
	var lines []string
	for line := range strings.Lines(body) {
		mark := regexp.MustCompile(`^(#|//) ?`).FindString(line)
		if mark == "" {
			break
		}
		lines = append(lines, strings.TrimSpace(line[len(mark):]))
	}
	return strings.Join(lines, "\n")
}
