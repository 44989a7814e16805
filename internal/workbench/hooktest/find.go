package hooktest

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// endings are how the names of test files end.
var endings = []string{".hooktest.yaml", ".hooktest.yml", ".hooktest.txtar"}

// metadata are directories that belong to version control. They are neither
// searched nor copied: a hook in a copy must not reach the real repository.
var metadata = []string{".git", ".hg", ".svn", ".jj"}

// installed are directories with other people's code, often huge. They are not
// searched, and copies of a project get a link to them.
var installed = []string{"node_modules", ".venv", "venv"}

// workspacePrefix begins the names of the directories that tests run in. Where
// temporary directories are inside the project, they are no part of it.
const workspacePrefix = "grapnel-test-"

// isForeign reports whether a directory is there for the project's sake, but
// not a part that its people have written.
func isForeign(name string) bool {
	return slices.Contains(metadata, name) || slices.Contains(installed, name) || strings.HasPrefix(name, workspacePrefix)
}

// Find returns the test files below paths, each once and in order. A path that
// is a file is taken whatever it is called.
func Find(paths []string) ([]string, error) {
	var found []string
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			return nil, fmt.Errorf("find tests: %w", err)
		}
		if !info.IsDir() {
			found = append(found, filepath.Clean(path))
			continue
		}
		err = walk(path, func(file string, _ fs.DirEntry) error {
			if isTestFile(file) {
				found = append(found, file)
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("find tests: %w", err)
		}
	}
	return unique(found), nil
}

func isTestFile(path string) bool {
	return slices.ContainsFunc(endings, func(ending string) bool { return strings.HasSuffix(path, ending) })
}

func unique(paths []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(paths, func(path string) bool {
		again := seen[path]
		seen[path] = true
		return again
	})
}

// walk calls visit for every file below a directory that people of the project
// may have written. Directories that vanish or may not be read are passed over.
func walk(dir string, visit func(path string, entry fs.DirEntry) error) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && path == dir:
			return err
		case err != nil:
			return nil
		case entry.IsDir() && path != dir && isForeign(entry.Name()):
			return fs.SkipDir
		case entry.IsDir():
			return nil
		}
		return visit(path, entry)
	})
}
