package grapnel_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/grapnel-hooks/grapnel"

// floors is the house from the roof down: every folder of the module is on one
// floor and imports only folders on lower ones. Packages below the same folder
// may import each other.
var floors = [][]string{
	{"cmd", "bench", "conformance"},
	{"internal/cli"},
	{"internal/workbench", "internal/hosttest"},
	{"internal/agents"},
	{"host"},
	{"internal/apply"},
	{"."},
	{"internal/engine"},
	{"internal/dialect"},
	{"trace"},
	{"llm"},
	{"internal/base"},
	{"hook"},
	{"internal/jsonx", "examples"},
}

// only narrows that down: who may import a package, and what a package may
// import, where the floors would allow more.
var only = struct{ importers, imports map[string][]string }{
	importers: map[string][]string{
		// Everybody else declares the methods that are needed there.
		"internal/dialect/claude":  {"internal/dialect/all", "internal/dialect/pi"},
		"internal/dialect/codex":   {"internal/dialect/all"},
		"internal/dialect/gemini":  {"internal/dialect/all"},
		"internal/dialect/grapnel": {"internal/dialect/all"},
		"internal/dialect/llxprt":  {"internal/dialect/all", "internal/dialect/gemini"},
		"internal/dialect/massgen": {"internal/dialect/all"},
		"internal/dialect/pi":      {"internal/dialect/all"},
		"internal/dialect/qwen":    {"internal/dialect/all"},
		"internal/dialect/wave":    {"internal/dialect/all"},
		"internal/engine/process":  {"internal/engine", "internal/workbench/check"},
	},
	imports: map[string][]string{
		"cmd/grapnel":             {"internal/cli"},
		"internal/engine/process": {"internal/base/lookpath"}, // it runs processes, whatever they are for
	},
}

func TestImportsGoDownwards(t *testing.T) {
	all := packages(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		room, floor := place(name)
		if floor < 0 {
			t.Errorf("package %s is on no floor of imports_test.go; add its folder to the line it belongs to", name)
			continue
		}
		for _, imported := range all[name] {
			if other, below := place(imported); other != room && below <= floor {
				t.Errorf("%s imports %s, which is not on a lower floor", name, imported)
			}
			if importers, narrow := only.importers[imported]; narrow && !slices.Contains(importers, name) {
				t.Errorf("%s imports %s, which only %v may", name, imported, importers)
			}
			if imports, narrow := only.imports[name]; narrow && !slices.Contains(imports, imported) {
				t.Errorf("%s imports %s; of our packages it may import only %v", name, imported, imports)
			}
		}
	}
}

// place returns the folder of floors that a package is in and its floor, or -1
// if there is none.
func place(name string) (room string, floor int) {
	for i, rooms := range floors {
		for _, room := range rooms {
			if name == room || room != "." && strings.HasPrefix(name, room+"/") {
				return room, i
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
