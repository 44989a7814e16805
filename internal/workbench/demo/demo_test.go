//go:build unix

package demo

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
)

func run(t *testing.T, o Options) (about About, entries []Entry) {
	t.Helper()
	o.Begin = func(a About) { about = a }
	o.Show = func(e Entry) { entries = append(entries, e) }
	if err := Run(context.Background(), o); err != nil {
		t.Fatal(err)
	}
	return about, entries
}

func blocked(entries []Entry) (list []string) {
	for _, e := range entries {
		if e.Blocked != "" {
			list = append(list, e.Blocked)
		}
	}
	return list
}

func TestEveryDialectTellsTheSameStory(t *testing.T) {
	if names := Dialects(); !slices.Contains(names, grapnel.LLxprt) || len(names) < 5 {
		t.Fatalf("demos of %v", names)
	}
	for _, dialect := range Dialects() {
		t.Run(dialect, func(t *testing.T) { tellsTheStory(t, dialect) })
	}
	t.Run("massgen without Python", func(t *testing.T) {
		t.Setenv("PATH", withoutPython(t))
		tellsTheStory(t, "massgen")
	})
}

func tellsTheStory(t *testing.T, dialect string) {
	about, entries := run(t, Options{Dialect: dialect})
	if about.Dialect != dialect || len(about.Hooks) < 3 || about.Project != "" {
		t.Errorf("about %+v", about)
	}
	if got, want := blocked(entries), []string{"not run: rm -rf build", "not written: upload.env"}; !slices.Equal(got, want) {
		t.Errorf("blocked %q, want %q", got, want)
	}
	formatted := false
	for _, e := range entries {
		if strings.Contains(e.Text, "AKIA") {
			t.Errorf("the key is shown: %+v", e)
		}
		if e.Type == TypeHook && e.Status != hook.StatusOK && e.Status != hook.StatusBlocked {
			t.Errorf("%s: %s %s", e.Hook, e.Status, e.Text)
		}
		formatted = formatted || e.Type == TypeModel && strings.Contains(e.Text, "A formatter removed trailing blanks")
	}
	if !formatted {
		t.Error("the model is not told what the formatter did")
	}
}

// withoutPython is a PATH with no more than the hooks need.
func withoutPython(t *testing.T) string {
	dir := t.TempDir()
	for _, name := range []string{"bash", "sh", "sed", "grep", "cmp", "mv", "rm", "ls", "paste"} {
		for _, place := range []string{"/usr/bin", "/bin"} {
			if file := filepath.Join(place, name); isFile(file) {
				if err := os.Symlink(file, filepath.Join(dir, name)); err != nil {
					t.Fatal(err)
				}
				break
			}
		}
	}
	return dir
}

func isFile(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// project writes files, and returns the directory that they are in.
func project(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestOwnHooksFindTheirScriptsInACopyOfTheProject(t *testing.T) {
	dir := project(t, map[string]string{
		".wave/settings.json": `{"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [
			{"type": "command", "command": "$WAVE_PROJECT_DIR/hooks/no.sh"}]}]}}`,
		"hooks/no.sh":    "#!/bin/sh\ntouch seen\necho no >&2\nexit 2\n",
		"build/precious": "x",
	})
	about, entries := run(t, Options{Config: []string{filepath.Join(dir, ".wave", "settings.json")}})
	if about.Dialect != "wave" || about.Project == "" {
		t.Errorf("about %+v", about)
	}
	if got := blocked(entries); !slices.Equal(got, []string{"not run: rm -rf build"}) {
		t.Errorf("blocked %q", got)
	}
	for _, name := range []string{"seen", "upload.env", "RELEASE.md"} {
		if isFile(filepath.Join(dir, name)) {
			t.Errorf("%s was written into the project itself", name)
		}
	}
}

func TestToolsOfTheSessionDoNotFollowLinksOutOfTheCopy(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "outside")
	dir := project(t, map[string]string{"hooks.json": `{"hooks": {"AfterTool": []}}`})
	if err := os.WriteFile(outside, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(dir, "RELEASE.md")); err != nil {
		t.Fatal(err)
	}
	run(t, Options{Config: []string{filepath.Join(dir, "hooks.json")}})
	if text, err := os.ReadFile(outside); string(text) != "mine" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestTheCopyLeavesOutItselfAndPackages(t *testing.T) {
	from := project(t, map[string]string{"a": "", "b/c": "", "node_modules/d": ""})
	to := filepath.Join(from, "copy")
	if err := os.Mkdir(to, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := copyProject(context.Background(), to, from); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{"a": true, "b/c": true, "node_modules": false, "copy": false} {
		if got := isFile(filepath.Join(to, name)); got != want {
			t.Errorf("%s: copied %v, want %v", name, got, want)
		}
	}
}

func TestTheHomeDirectoryIsNotAProject(t *testing.T) {
	home := project(t, map[string]string{".llxprt/settings.json": "{}", "work/hooks.json": "{}"})
	t.Setenv("HOME", home)
	if dir, err := projectOf(filepath.Join(home, ".llxprt", "settings.json")); dir != "" || err != nil {
		t.Errorf("%q, %v", dir, err)
	}
	if dir, err := projectOf(filepath.Join(home, "work", "hooks.json")); filepath.Base(dir) != "work" || err != nil {
		t.Errorf("%q, %v", dir, err)
	}
}
