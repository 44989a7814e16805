package check

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// load writes the files of an archive into a new project, those that begin with
// #! executable, and checks the first of them, or the project.
func load(t *testing.T, archive string, named bool) *Config {
	t.Helper()
	dir := t.TempDir()
	files := txtar.Parse([]byte(archive)).Files
	for _, f := range files {
		path, mode := filepath.Join(dir, f.Name), os.FileMode(0o644)
		if strings.HasPrefix(string(f.Data), "#!") {
			mode = 0o755
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(f.Data), "<CR>", "\r")
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	env := dialect.Environment{Project: dir, Home: "/no/home", Getenv: func(string) string { return "" }}
	if named {
		env.Files = []string{filepath.Join(dir, files[0].Name)}
	}
	return Load(t.Context(), config.Detect(all.Dialects(), env, "").Dialect, env)
}

// show writes findings without the directory they are in.
func show(c *Config, found []Finding) []string {
	list := []string{}
	for _, f := range found {
		line := fmt.Sprintf("%s %s %s: %s", c.shortPosition(f.Position), f.Level, f.Check, f.Message)
		if f.Fix != "" {
			line += " | " + f.Fix
		}
		list = append(list, strings.ReplaceAll(line, c.Env.Project, "PROJECT"))
	}
	return list
}

func TestChecks(t *testing.T) {
	archives, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil || len(archives) == 0 {
		t.Fatal("no tests", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			archive := string(text)
			comment, _, _ := strings.Cut(archive, "-- ")
			head, want, _ := strings.Cut(comment, "want:\n")
			c := load(t, archive, strings.Contains(head, "named"))
			got := strings.Join(append(show(c, Run(c)), ""), "\n")
			if diff := cmp.Diff(strings.TrimSpace(want), strings.TrimSpace(got)); diff != "" {
				t.Errorf("findings (- want, + got):\n%s", diff)
			}
		})
	}
}

// TestEveryDialectCanBeAsked makes sure that no event of any dialect is upset by
// the made-up answers with which the check of blocks asks for its rules.
func TestEveryDialectCanBeAsked(t *testing.T) {
	blocks := map[string]bool{"exit code 2": true, `"decision": "deny"`: true}
	for _, d := range all.Dialects() {
		c := Load(t.Context(), d, dialect.Environment{Project: t.TempDir(), Getenv: func(string) string { return "" }})
		heard := 0
		for _, event := range d.Events() {
			def := hookOn(event.Name)
			for _, a := range answers(`exit 2; echo '{"decision": "deny"}'`) {
				if !blocks[a.says] {
					t.Errorf("answer %q", a.says)
				}
				if c.listensTo(def, a) {
					heard++
				}
			}
		}
		if heard == 0 {
			t.Errorf("%s: nothing can be blocked at any event", d.Name())
		}
	}
}
