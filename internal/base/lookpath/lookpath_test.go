//go:build !windows

package lookpath

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// program writes a program and returns its path.
func program(t *testing.T, path string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestRelativeEntriesOfPathAreSkipped(t *testing.T) {
	project, installed := t.TempDir(), t.TempDir()
	t.Chdir(project)
	program(t, "bash")
	program(t, "bin/bash")
	want := program(t, filepath.Join(installed, "bash"))
	for _, relative := range []string{".", "", "bin", "./bin", "..//" + filepath.Base(project)} {
		t.Setenv("PATH", relative+":"+installed)
		if got, err := Find("bash"); got != want || err != nil {
			t.Errorf("with %q first: got %q, %v", relative, got, err)
		}
	}
}

func TestWithoutAbsoluteEntriesTheSystemsDirectoriesCount(t *testing.T) {
	t.Chdir(t.TempDir())
	program(t, "sh")
	for _, path := range []string{"", ".", ":", "bin:."} {
		t.Setenv("PATH", path)
		if got, err := Find("sh"); err != nil || !filepath.IsAbs(got) {
			t.Errorf("PATH=%q: got %q, %v", path, got, err)
		}
	}
}

func TestMissingProgram(t *testing.T) {
	for _, name := range []string{"no-such-program-xyz", ""} {
		if _, err := Find(name); !errors.Is(err, exec.ErrNotFound) {
			t.Errorf("%q: got %v", name, err)
		}
	}
}

func TestPathIsLeftAsItIs(t *testing.T) {
	t.Chdir(t.TempDir())
	program(t, "hook")
	if got, err := Find("./hook"); got != "./hook" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
}
