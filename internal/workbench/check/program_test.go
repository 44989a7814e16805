//go:build unix

package check

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A login shell may find what this process does not.
func TestLoginShellsAreAskedForPrograms(t *testing.T) {
	home := t.TempDir()
	for name, text := range map[string]string{
		".profile":  "echo hello from the profile\nPATH=$PATH:$HOME/bin\ngreet() { :; }\n",
		"bin/ahook": "#!/bin/sh\n",
	} {
		path := filepath.Join(home, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("HOME", home)
	c := load(t, `-- pi.json --
{"PreToolUse": [{"command": "ahook --now"}, {"command": "greet"}, {"command": "nohook | cat"}, {"command": "nohook 2"}]}
`, true)
	got := show(c, Run(c))
	want := []string{
		`pi.json:1:79 warn bad-command: there is no program "nohook" in PATH | install it, or write its path`,
		`pi.json:1:108 warn bad-command: there is no program "nohook" in PATH | install it, or write its path`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestLoginShellThatFailsSaysNothing(t *testing.T) {
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, ".profile"), []byte("exit 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	c := load(t, "-- pi.json --\n{\"PreToolUse\": [{\"command\": \"nohook\"}]}\n", true)
	if got := show(c, Run(c)); len(got) > 0 {
		t.Errorf("%q", got)
	}
}
