//go:build unix

package shell_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/base/growth"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
)

// Texts that could make a careless parser take ever more time or memory.
func TestParseGrowsWithTheText(t *testing.T) {
	repeat := func(text string) func(int) string { return func(n int) string { return strings.Repeat(text, n) } }
	around := func(before, inner, after string) func(int) string {
		return func(n int) string { return strings.Repeat(before, n) + inner + strings.Repeat(after, n) }
	}
	tests := []struct {
		name string
		text func(n int) string
	}{
		{"many commands", repeat("rm -rf x; ")},
		{"many alternatives", repeat("rm x && ")},
		{"a long word", repeat("x")},
		{"braces in a row", func(n int) string { return "echo " + strings.Repeat("{a,b}", n) }},
		{"a long sequence", func(n int) string { return "echo {1.." + strings.Repeat("9", n) + "}" }},
		{"many sequences", repeat("echo {1..999}{1..999};")},
		{"braces in braces", around("{a,", "b", "}")},
		{"subshells", around("(", "rm x", ")")},
		{"groups", around("{ ", "rm x;", "}; ")},
		{"substitutions", around("$(", "rm x", ")")},
		{"substitutions in quotes", around(`"$(`, "rm x", `)"`)},
		{"tests", around("[[ -n $(", "rm x", ") ]]")},
		{"arithmetic", around("$((", "1", "))")},
		{"defaults", around("${x:-", "y", "}")},
		{"conditions", around("if true; then ", "rm x;", " fi;")},
		{"loops that move", around("while cd x; do ", "rm x;", " done;")},
		{"functions that move", around("f() { cd x; ", "rm x;", " };")},
		{"wrappers", func(n int) string { return strings.Repeat("sudo ", n) + "rm x" }},
		{"here-documents", repeat("cat <<E\nx\nE\n")},
		{"here-documents on a line", func(n int) string { return "cat" + strings.Repeat(" <<E", n) + "\n" + strings.Repeat("E\n", n) }},
		{"changes of directory", repeat("cd a; ")},
		{"finds", func(n int) string { return "find . " + strings.Repeat("-exec rm {} + ", n) }},
		{"env -S", func(n int) string { return strings.Repeat("env -S ", n) + "x" }},
		{"shells in shells", func(n int) string {
			text := "rm x"
			for range min(n/100, 8) {
				text = "bash -c '" + strings.ReplaceAll(text, "'", `'\''`) + "'"
			}
			return text
		}},
		{"long options", func(n int) string { return "rm " + strings.Repeat("--r ", n) }},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			const n = 500
			growth.Linear(t, n, func(n int) func() {
				text := test.text(n)
				return func() { shell.Parse(text) }
			})
			small, large := allocated(test.text(4*n)), allocated(test.text(8*n))
			if large > 3*small+1<<20 {
				t.Errorf("%d bytes for the text, %d for twice the text", small, large)
			}
		})
	}
}

// allocated returns how much memory parsing a text takes.
func allocated(text string) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	shell.Parse(text)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

func TestLimits(t *testing.T) {
	tests := []struct{ name, text string }{
		{"a text that is too long", "echo " + strings.Repeat("x", 1<<20)},
		{"a text that is nested too deeply", strings.Repeat("(", 100_000)},
		{"quotes that hide the end", strings.Repeat("$(: ')'", 100_000)},
		{"too many commands", strings.Repeat("a;", 20_000)},
		{"too many wrappers", strings.Repeat("sudo ", 100) + "a"},
		{"too many shells in shells", func() string {
			text := "a"
			for range 14 {
				text = "eval " + strings.NewReplacer(`\`, `\\`, " ", `\ `).Replace(text)
			}
			return text
		}()},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if shell.Parse(test.text).Undecided == "" {
				t.Error("it is decided")
			}
		})
	}
}
