package grapnel_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
)

// If a folder other than a dialect's own needs to know its name, a flag or a key
// of it, the interface is wrong: dialects declare these things.
func TestNobodyElseKnowsADialectByName(t *testing.T) {
	words := slices.DeleteFunc(all.Names(), func(name string) bool { return name == grapnel.Native }) // the command's own name
	for _, d := range all.Dialects() {
		about := d.Describe()
		words = append(words, about.Form.SwitchKey)
		for _, flag := range about.Flags {
			words = append(words, flag.Name, flag.Variable)
		}
	}
	words = slices.DeleteFunc(words, func(word string) bool { return word == "" })
	for _, dir := range []string{"host", "internal/cli", "internal/engine", "internal/workbench"} {
		err := filepath.WalkDir(dir, func(file string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return err
			}
			return eachString(file, func(at token.Position, text string) {
				if slices.Contains(words, text) {
					t.Errorf("%s: %q belongs to a dialect, which should declare it", at, text)
				}
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// eachString calls found for every string in a Go file.
func eachString(file string, found func(at token.Position, text string)) error {
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil {
				found(files.Position(literal.Pos()), text)
			}
		}
		return true
	})
	return nil
}
