package cli

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestVisible(t *testing.T) {
	for name, tt := range map[string]struct{ text, want string }{
		"text stays":               {"naïve — ü\t日本\n", "naïve — ü\t日本\n"},
		"escape sequence":          {"\x1b]52;c;eA==\a", "\ufffd]52;c;eA==\ufffd"},
		"carriage return":          {"bad\rgood", "bad\ufffdgood"},
		"C1 as a character":        {"\u009b31m", "\ufffd31m"},
		"C1 as a byte":             {"\x9b31m", "\ufffd31m"},
		"delete":                   {"a\x7f", "a\ufffd"},
		"override":                 {"a\u202eb", "a\ufffdb"},
		"embedding":                {"a\u202ab", "a\ufffdb"},
		"isolate":                  {"a\u2066b\u2069", "a\ufffdb\ufffd"},
		"line separator":           {"a\u2028b", "a\ufffdb"},
		"paragraph separator":      {"a\u2029b", "a\ufffdb"},
		"joiners and combinations": {"👩\u200d💻 e\u0301", "👩\u200d💻 e\u0301"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := visible(tt.text); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestPrinterMakesAllArgumentsVisible(t *testing.T) {
	var text bytes.Buffer
	p := printer{to: &text, colours: true}
	p.linef("%s %q %v %5s %s", "\x1b[2J", "\x1b", []string{"\u202e"}, "\a", p.paint(red, "\r"))
	want := "\ufffd[2J \"\\x1b\" [\ufffd]     \ufffd \x1b[31m\ufffd\x1b[0m\n"
	if text.String() != want {
		t.Errorf("got %q, want %q", text.String(), want)
	}
}

// FuzzEscapedJSON shows that JSON on a terminal has the same meaning.
func FuzzEscapedJSON(f *testing.F) {
	f.Add("{\"a\u202e\": \"\u2028\x7f\"}\r\n")
	f.Add(`["\u202e", "\\u001b"]`)
	f.Fuzz(func(t *testing.T, text string) {
		var before, after any
		if json.Unmarshal([]byte(text), &before) != nil {
			return
		}
		shown := escaped(text)
		if strings.ContainsFunc(shown, isInvisible) {
			t.Fatalf("not visible: %q", shown)
		}
		if err := json.Unmarshal([]byte(shown), &after); err != nil || !reflect.DeepEqual(before, after) {
			t.Fatalf("%q became %q: %v", text, shown, err)
		}
	})
}

// writers are the files that write what is made visible elsewhere, or nothing
// but text of our own.
var writers = []string{"printer.go", "output.go", "visible.go", "progress.go", "completion.go"}

// TestOnlyThePrinterWritesText keeps new commands from writing text past the
// printer: it looks for all other ways in the source.
func TestOnlyThePrinterWritesText(t *testing.T) {
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || slices.Contains(writers, name) {
			continue
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && writesText(call) {
				t.Errorf("%s: text must be written by a printer", files.Position(call.Pos()))
			}
			return true
		})
	}
}

// writesText reports a call that prints, or gets at a stream without saying that
// it is for programs.
func writesText(call *ast.CallExpr) bool {
	name := nameOf(call.Fun)
	switch {
	case strings.HasPrefix(name, "fmt.Print"), strings.HasPrefix(name, "fmt.Fprint"), name == "io.WriteString":
		return true
	case strings.HasPrefix(name, "os.Stdout."), strings.HasPrefix(name, "os.Stderr."):
		return true
	case name == "exactly", name == "exactJSON", name == "newPrinter":
		return false
	}
	return slices.ContainsFunc(call.Args, func(arg ast.Expr) bool {
		inner, ok := arg.(*ast.CallExpr)
		if !ok {
			return false
		}
		_, method, _ := strings.Cut(nameOf(inner.Fun), ".")
		stream := strings.HasSuffix(method, "OutOrStdout") || strings.HasSuffix(method, "ErrOrStderr")
		return stream && name != "isTerminal"
	})
}

func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return nameOf(e.X) + "." + e.Sel.Name
	}
	return ""
}
