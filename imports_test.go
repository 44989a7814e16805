package grapnel_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/grapnel-hooks/grapnel"

// layers lists every package of the module, "." being the root. A package may
// import those of lines further down, and no others of ours.
var layers = [][]string{
	{"cmd/grapnel", "bench/report", "bench/hello", "conformance/check", "internal/comparison"},
	{"internal/cli", "bench", "conformance"},
	{"internal/demo", "internal/lint", "internal/hooktest", "internal/convert"},
	{"host/*"},
	{"host"},
	{"."},
	{"engine", "config", "trace", "dialect/all", "internal/facts"},
	{"dialect/*"},
	{"internal/settings"},
	{"internal/reply", "internal/payload"},
	{"dialect", "runner"},
	{"internal/suggest", "internal/shellword"},
	{"internal/match", "internal/source", "internal/schema", "internal/redact", "internal/lazyregexp"},
	{"llm"},
	{"hook"},
}

// only narrows that down: who may import a package, and what a package may
// import, where the layers would allow more.
var only = struct{ importers, imports map[string][]string }{
	importers: map[string][]string{
		"dialect/*": {"dialect/all"}, // everybody else knows just the interface
		"runner":    {"engine", "internal/lint"},
	},
	imports: map[string][]string{
		"cmd/grapnel": {"internal/cli"},
		"runner":      {}, // it runs processes, whatever they are for
	},
}

func TestImportsGoDownwards(t *testing.T) {
	all := packages(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		from, layer := place(name)
		if layer < 0 {
			t.Errorf("package %s has no place in the layers of imports_test.go; add it to the line it belongs to", name)
			continue
		}
		for _, imported := range all[name] {
			to, below := place(imported)
			if below >= 0 && below <= layer {
				t.Errorf("%s imports %s, which is not below it", name, imported)
			}
			if importers, narrow := only.importers[to]; narrow && !slices.Contains(importers, from) {
				t.Errorf("%s imports %s, which only %v may", name, imported, importers)
			}
			if imports, narrow := only.imports[from]; narrow && !slices.Contains(imports, to) {
				t.Errorf("%s imports %s; of our packages it may import only %v", name, imported, imports)
			}
		}
	}
}

// place returns the entry of layers that stands for a package and its line, or
// -1 if there is none.
func place(name string) (entry string, layer int) {
	for _, exact := range []bool{true, false} {
		for i, line := range layers {
			for _, entry := range line {
				if matches, _ := path.Match(entry, name); entry == name || !exact && matches {
					return entry, i
				}
			}
		}
	}
	return "", -1
}

// packages returns the packages of this module with those of ours that they
// import, on any system. Tests may import what they like.
func packages(t *testing.T) map[string][]string {
	found := map[string][]string{}
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && file != "." && !isPackageDir(file):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		name := filepath.ToSlash(filepath.Dir(file))
		imports, err := ourImports(file)
		found[name] = append(found[name], imports...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for name, imports := range found {
		slices.Sort(imports)
		found[name] = slices.Compact(imports)
	}
	return found
}

// isPackageDir reports whether the go command would look for packages there.
func isPackageDir(dir string) bool {
	base := filepath.Base(dir)
	if base == "testdata" || dir == "build" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
		return false
	}
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err != nil // with one it is another module
}

func ourImports(file string) ([]string, error) {
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var list []string
	for _, spec := range parsed.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		if imported == module {
			list = append(list, ".")
		} else if rest, ours := strings.CutPrefix(imported, module+"/"); ours {
			list = append(list, rest)
		}
	}
	return list, nil
}
