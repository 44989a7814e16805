package paths_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/engine/rules/paths"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/problem"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/ternary"
)

// tree makes a project with a few files and links, and a home next to it:
//
//	home/.ssh/id
//	project/.env
//	project/src/main.go
//	project/link.txt   -> .env
//	project/deep       -> src/a/b
//	project/up         -> ..
//	project/loop       -> loop
//	project/dangling   -> ../home/new
//	other              -> project
func tree(t testing.TB) (root string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("links need rights on Windows")
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"home/.ssh/id", "project/.env", "project/src/main.go", "project/src/a/b/x"} {
		file = filepath.Join(root, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"project/link.txt": ".env", "project/deep": "src/a/b", "project/up": "..", "project/loop": "loop", "project/dangling": "../home/new", "other": "project"} {
		if err := os.Symlink(target, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func space(root string) *paths.Space {
	return paths.NewSpace(filepath.Join(root, "project"), "", filepath.Join(root, "home"))
}

func TestMatch(t *testing.T) {
	const yes, no, undecided = ternary.Yes, ternary.No, ternary.Undecided
	tests := []struct {
		name, pattern, path string // ROOT is the directory of the tree
		any, all            ternary.Value
	}{
		{"a base name", ".env", ".env", yes, yes},
		{"a base name at any depth", "*.go", "src/main.go", yes, yes},
		{"a base name is not a directory", "src", "src/main.go", no, no},
		{"a base name outside", "id", "../home/.ssh/id", yes, yes},
		{"a path", "src/*.go", "src/main.go", yes, yes},
		{"a star does not cross directories", "src/*", "src/a/b/x", no, no},
		{"two stars cross directories", "src/**", "src/a/b/x", yes, yes},
		{"two stars stand for no directory", "src/**/main.go", "src/main.go", yes, yes},
		{"two stars at the beginning", "**/a/**", "src/a/b/x", yes, yes},
		{"two stars at the beginning outside of the project", "**/.ssh/**", "../home/.ssh/id", yes, yes},
		{"braces", "{src,lib}/*.{go,c}", "src/main.go", yes, yes},
		{"a set", "src/[m-n]ain.go", "src/main.go", yes, yes},
		{"an escape", `\*.go`, "src/main.go", no, no},
		{"a pattern with a dot", "./src/*.go", "src/main.go", yes, yes},
		{"an absolute pattern", "ROOT/project/.env", ".env", yes, yes},
		{"an absolute pattern through a link", "ROOT/other/.env", ".env", yes, yes},
		{"an absolute path", ".env", "ROOT/project/.env", yes, yes},
		{"an absolute path through a link", "src/**", "ROOT/other/src/main.go", yes, no},
		{"a home pattern", "~/.ssh/**", "ROOT/home/.ssh/id", yes, yes},
		{"a home path", "~/.ssh/**", "~/.ssh/id", yes, yes},
		{"a file URL", ".env", "file://ROOT/project/.env", yes, yes},
		{"a file URL with an escape", ".env", "file://ROOT/project/%2Eenv", yes, yes},

		{"a dot", ".env", "./.env", yes, yes},
		{"slashes", "src/main.go", "src//main.go", yes, yes},
		{"a way back", ".env", "src/../.env", yes, yes},
		{"a way back through what does not exist", ".env", "nope/../.env", yes, yes},
		{"a way out", ".env", "../project/.env", yes, yes},
		{"a link as resolved", ".env", "link.txt", yes, no},
		{"a link as spelled", "link.txt", "link.txt", yes, no},
		{"a link to a directory as resolved", "src/**", "deep/x", yes, no},
		{"a link to a directory as spelled", "deep/*", "deep/x", yes, no},
		{"a way back from a link, as the kernel", "src/a/y", "deep/../y", yes, no},
		{"a way back from a link, as spelled", "y", "deep/../y", yes, yes},
		{"a way back from a link, lexically", "ROOT/project/y", "deep/../y", yes, no},
		{"a link that leads nowhere", "~/new", "dangling", yes, no},
		{"a link after what does not exist", ".env", "nope/../link.txt", yes, no},
		{"a file that does not exist", "src/new.go", "src/new.go", yes, yes},
		{"links in a circle", ".env", "loop/x", undecided, no},
		{"a name that looks like a home", "outside-project", "x/~/.ssh/id", no, no},

		{"inside", "outside-project", "src/main.go", no, no},
		{"the project itself", "outside-project", ".", no, no},
		{"outside", "outside-project", "../home/x", yes, yes},
		{"outside by an absolute path", "outside-project", "/etc/passwd", yes, yes},
		{"outside at home", "outside-project", "~/x", yes, yes},
		{"a directory with the project's name in front", "outside-project", "../project2/x", yes, yes},
		{"outside through a link", "outside-project", "up/home/x", yes, no},
		{"outside through a link that leads nowhere", "outside-project", "dangling", yes, no},
		{"inside through a link", "outside-project", "up/project/.env", no, no},
		{"the null device is not outside", "outside-project", "/dev/null", no, no},
		{"the terminal is not outside", "outside-project", "/dev/tty", no, no},
		{"a descriptor is not outside", "outside-project", "/dev/fd/3", no, no},
		{"standard error is not outside", "outside-project", "/dev/../dev/stderr", no, no},
		{"a disk is outside", "outside-project", "/dev/sda", yes, yes},
		{"an unknown path", "outside-project", "x\x00", undecided, undecided},
	}
	root := tree(t)
	s := space(root)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			g, err := s.Compile(strings.ReplaceAll(test.pattern, "ROOT", root))
			if err != nil {
				t.Fatal(err)
			}
			target := s.Resolve(paths.Input(strings.ReplaceAll(test.path, "ROOT", root)))
			if any, all := g.MatchAny(&target), g.MatchAll(&target); any != test.any || all != test.all {
				t.Errorf("%q on %q: any %v, all %v; want %v, %v", test.pattern, test.path, any, all, test.any, test.all)
			}
		})
	}
}

func TestPathsOfCommands(t *testing.T) {
	tests := []struct {
		name, command string
		want          ternary.Value // whether .ssh is touched
	}{
		{"a home directory", "cat ~/.ssh/id", ternary.Yes},
		{"a quoted tilde", "cat '~/.ssh/id'", ternary.No},
		{"another user's home", "cat ~root/.ssh/id", ternary.Undecided},
		{"after cd", "cd ~/.ssh && cat id", ternary.Yes},
		{"after cd to a relative directory", "cd ../home && cat .ssh/id", ternary.Yes},
		{"after cd that may fail", "cd src; cat ../home/.ssh/id", ternary.Yes},
		{"elsewhere", "cd src && cat main.go", ternary.No},
		{"a variable", `cat "$HOME/.ssh/id"`, ternary.Undecided},
		{"after cd to an unknown directory", `cd "$x" && cat id`, ternary.Undecided},
		{"an absolute path after an unknown cd", `cd "$x" && cat /etc/passwd`, ternary.No},
	}
	s := space(tree(t))
	g, err := s.Compile("~/.ssh/**")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			script, got := shell.Parse(test.command), ternary.No
			for i := range script.Commands {
				for _, p := range script.Commands[i].Paths() {
					target := s.Resolve(paths.Reference{Text: p.Text, Home: p.Tilde, Dirs: p.Dirs})
					got = max(got, g.MatchAny(&target))
				}
			}
			if got != test.want {
				t.Errorf("%s: %v, want %v", test.command, got, test.want)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	tests := []struct {
		name, pattern string
		offset        int
		message       string
	}{
		{"nothing", " ", 0, "empty"},
		{"an open set", "a/[b", 2, "not closed"},
		{"an open brace", "a/{b,c", 2, "not closed"},
		{"a backslash at the end", `a\`, 1, "backslash"},
		{"a NUL byte", "a\x00", 1, "NUL"},
		{"another user's home", "~me/x", 0, "home"},
		{"too many alternatives", "{1,2,3,4}{1,2,3,4}{1,2,3,4}{1,2,3,4}", 35, "too many"},
		{"too long", strings.Repeat("x", 5000), 0, "longer"},
		{"an empty set", "a[]", 0, "malformed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var wrong *problem.Problem
			if err := paths.Check(test.pattern); !errors.As(err, &wrong) {
				t.Fatalf("Check: %v", err)
			}
			if wrong.Offset != test.offset || !strings.Contains(wrong.Message, test.message) {
				t.Errorf("at %d: %s; want at %d: …%s…", wrong.Offset, wrong.Message, test.offset, test.message)
			}
		})
	}
}

func TestWorkingDirectory(t *testing.T) {
	root := tree(t)
	s := paths.NewSpace(filepath.Join(root, "project"), filepath.Join(root, "project/src"), "")
	g, err := s.Compile("src/main.go")
	if err != nil {
		t.Fatal(err)
	}
	if target := s.Resolve(paths.Input("main.go")); g.MatchAll(&target) != ternary.Yes {
		t.Errorf("main.go in src is %v", target)
	}
	if target := s.Resolve(paths.Input("~/x")); !target.Unknown {
		t.Error("without a home ~/x is known")
	}
}

func TestInside(t *testing.T) {
	s := space(tree(t))
	for _, test := range []struct {
		file, dir string
		want      bool
	}{{"src/main.go", "src", true}, {"src", "src", true}, {"src2", "src", false}, {"deep/x", "src/a", true}, {"deep/../y", ".", true}, {"up/x", ".", false}, {"x\x00", ".", false}} {
		if got := s.Inside(test.file, test.dir); got != test.want {
			t.Errorf("Inside(%q, %q) is %v", test.file, test.dir, got)
		}
	}
}
