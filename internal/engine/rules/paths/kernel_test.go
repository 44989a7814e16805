//go:build !windows

package paths_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/engine/rules/paths"
	"pgregory.net/rapid"
)

// Whatever the spelling, the file that is found is the one that the kernel opens.
func TestResolveFindsTheFileOfTheKernel(t *testing.T) {
	root := tree(t)
	s := space(root)
	names := []string{"src", "a", "b", "x", "deep", "up", "other", "project", "home", ".ssh", "id", ".env", "link.txt", "..", ".", "", "main.go"}
	rapid.Check(t, func(t *rapid.T) {
		spelled := strings.Join(rapid.SliceOfN(rapid.SampledFrom(names), 1, 8).Draw(t, "names"), "/")
		absolute := filepath.Join(root, "project") + "/" + spelled
		want, err := os.Stat(absolute)
		if err != nil {
			return // the kernel finds nothing
		}
		target := s.Resolve(paths.Reference{Text: absolute})
		got, err := os.Lstat(target.Real())
		if err != nil || !os.SameFile(want, got) {
			t.Fatalf("%s is resolved to %s: %v", spelled, target.Real(), err)
		}
	})
}

func FuzzMatch(f *testing.F) {
	root := tree(f)
	s := space(root)
	f.Add("**/a/{b,c}/*.[a-z]", "deep/../x")
	f.Add("~/.ssh/**", "file:///etc/%2e%2e/passwd")
	f.Add("outside-project", "up/loop/../../x")
	f.Add("a/**/b/**/c/**", strings.Repeat("a/b/", 50))
	f.Fuzz(func(t *testing.T, pattern, path string) {
		g, err := s.Compile(pattern)
		if (err != nil) != (paths.Check(pattern) != nil) {
			t.Fatalf("Compile: %v, Check: %v", err, paths.Check(pattern))
		}
		target := s.Resolve(paths.Input(path))
		if err == nil && g.MatchAll(&target) > g.MatchAny(&target) && !target.Unknown {
			t.Errorf("all readings match, but not any")
		}
	})
}

func TestCaseOfTheFileSystem(t *testing.T) {
	root := tree(t)
	s := space(root)
	g, err := s.Compile("SRC/Main.go")
	if err != nil {
		t.Fatal(err)
	}
	_, statErr := os.Stat(filepath.Join(root, "project/SRC/MAIN.GO"))
	target := s.Resolve(paths.Input("src/main.go"))
	if got := g.MatchAny(&target).String() == "yes"; got != (statErr == nil) {
		t.Errorf("the pattern matches: %v; the file system ignores case: %v", got, statErr == nil)
	}
}
