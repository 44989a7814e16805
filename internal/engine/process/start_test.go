//go:build linux || darwin

package process

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestNotStarted(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	plain := write("plain", "#!/bin/sh\n", 0o644)
	noLine := write("noline", "echo hi\n", 0o755)
	orphan := write("orphan", "#!/no/such/interpreter\n", 0o755)
	missing := filepath.Join(dir, "missing")

	for _, test := range []struct {
		name    string
		c       Command
		want    string
		machine bool
	}{
		{"empty", Command{}, "empty command", false},
		{"missing dir", Command{Argv: []string{"true"}, Dir: missing}, "working directory " + missing + " does not exist", true},
		{"missing dir and program", Command{Argv: []string{missing}, Dir: missing}, "working directory " + missing + " does not exist", true},
		{"dir is a file", Command{Argv: []string{"true"}, Dir: plain}, "working directory " + plain + " is not a directory", true},
		{"missing in PATH", Command{Argv: []string{"no-such-program-xyz"}, Dir: dir}, "no such program: no-such-program-xyz", true},
		{"missing path", Command{Argv: []string{missing}, Dir: dir}, "no such program", true},
		{"missing relative", Command{Argv: []string{"./missing"}, Dir: dir}, "no such program", false},
		{"not executable", Command{Argv: []string{plain}, Dir: dir}, "is not executable", false},
		{"directory", Command{Argv: []string{dir}, Dir: dir}, "is not executable", false},
		{"no #! line", Command{Argv: []string{noLine}, Dir: dir}, "no #! line", false},
		{"no interpreter", Command{Argv: []string{orphan}, Dir: dir}, "interpreter", false},
		{"no interpreter, relative", Command{Argv: []string{"./orphan"}, Dir: dir}, "interpreter", false},
		{"invalid", Command{Argv: []string{"true", "a\x00b"}, Dir: dir}, "cannot start true", false},
		{"too long", Command{Argv: []string{"true", strings.Repeat("x", 8<<20)}, Dir: dir}, "too long for this system", true},
	} {
		r := Run(t.Context(), test.c)
		if r.Ending != NotStarted || r.ExitCode != -1 || r.Machine != test.machine {
			t.Errorf("%s: got %+v", test.name, r)
		}
		if r.Err == nil || !strings.Contains(r.Err.Error(), test.want) {
			t.Errorf("%s: error %q, want %q", test.name, r.Err, test.want)
		}
	}
}

func TestWithoutPathProgramsAreFoundWhereSystemsKeepThem(t *testing.T) {
	c := bash(t, "echo hi")
	for name, set := range map[string]func() error{
		"empty":   func() error { return os.Setenv("PATH", "") },
		"not set": func() error { return os.Unsetenv("PATH") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("PATH", "") // restores it
			if err := set(); err != nil {
				t.Fatal(err)
			}
			if r := runSoon(t, c); string(r.Stdout) != "hi\n" {
				t.Errorf("got %+v", r)
			}
			missing := Command{Argv: []string{"no-such-program-xyz"}}
			if r := Run(t.Context(), missing); r.Err == nil || !strings.Contains(r.Err.Error(), "no such program: no-such-program-xyz") {
				t.Errorf("got %v", r.Err)
			}
		})
	}
}

func TestOutOfResources(t *testing.T) {
	for _, errno := range []error{syscall.EAGAIN, syscall.EMFILE} {
		machine, err := explain(&Command{Argv: []string{"x"}}, &os.PathError{Op: "fork/exec", Path: "x", Err: errno})
		if want := "out of resources"; !strings.Contains(err.Error(), want) || !machine {
			t.Errorf("%v: got %q, %v", errno, err, machine)
		}
	}
}

func TestRelativeProgram(t *testing.T) {
	c := bash(t, "")
	if err := os.Symlink("/bin/echo", filepath.Join(c.Dir, "hook")); err != nil {
		t.Fatal(err)
	}
	c.Argv = []string{"./hook", "hi"}
	if r := runSoon(t, c); string(r.Stdout) != "hi\n" {
		t.Errorf("got %+v", r)
	}
}

func TestHostileNames(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "a \"b\" $(touch x);`id`\n'ü")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	c := bash(t, `printf '%s' "$PWD" "$1"`)
	c.Dir = dir
	c.Argv = append(c.Argv, "bash", "$(touch y)")
	if r := runSoon(t, c); string(r.Stdout) != dir+"$(touch y)" {
		t.Errorf("got %q in %q, %v", r.Stdout, dir, r.Err)
	}
	for d, want := range map[string]int{parent: 1, dir: 0} {
		if entries, err := os.ReadDir(d); err != nil || len(entries) != want {
			t.Errorf("%q contains %v, %v", d, entries, err)
		}
	}
}
