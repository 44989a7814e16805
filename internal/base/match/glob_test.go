package match

import (
	"path"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestGlobMatchesTheWholeName(t *testing.T) {
	exact, shell := GlobRules{}, GlobRules{FoldCase: true, Caret: true}
	tests := []struct {
		pattern, name string
		rules         GlobRules
		want          bool
	}{
		{"Write", "Write", exact, true},
		{"Write", "write", exact, false},
		{"Write", "wRITE", shell, true},
		{"Write", "Writes", exact, false},
		{"Write", "MyWrite", exact, false},
		{"W*|Edit", "Write", exact, true},
		{"W*|Edit", "Edit", exact, true},
		{" Edit | Write ", "Write", exact, true},
		{"W????", "Write", exact, true},
		{"W???", "Write", exact, false},
		{"Write$", "Write", exact, false},
		{"mcp__.*", "mcp__a__b", exact, false},
		{"mcp__*__query", "mcp__db__query", exact, true},
		{"mcp__*__query", "mcp__db__query__x", exact, false},
		{"*a*b*c*", "xxaxbbxcx", exact, true},
		{"*a*b*c*", "xxcxbbxax", exact, false},
		{"*", "", exact, true},
		{"***", "anything/at.all\n", exact, true},
		{"a|*", "b", exact, true},
		{"?", "", exact, false},
		{"?", "ä", exact, true},
		{"[RW]*", "Read", exact, true},
		{"[RW]*", "read", exact, false},
		{"[RW]*", "read", shell, true},
		{"[a-f]x", "Cx", shell, true},
		{"[a-f]x", "Cx", exact, false},
		{"[!R]*", "Read", exact, false},
		{"[!R]*", "Write", exact, true},
		{"[!r]*", "Read", shell, false},
		{"[^R]*", "Write", shell, true},
		{"[^R]*", "Write", exact, false}, // Python: a caret or an R
		{"[^R]*", "^x", exact, true},
		{"[]a]", "]", exact, true},
		{"[!]]", "a", exact, true},
		{"[a-]", "-", exact, true},
		{"[z-a]", "m", exact, false},
		{"[ab", "[ab", exact, true},
		{"[", "[", exact, true},
		{"", "", exact, false},
		{"||", "x", exact, false},
		{"a||b", "b", exact, true},
		{"a||b", "", exact, false},
		{"STRASSE|ÄRGER", "ärger", shell, true},
	}
	for _, tt := range tests {
		t.Run(tt.pattern+" on "+tt.name, func(t *testing.T) {
			if got := Glob(tt.pattern, tt.rules).Match(tt.name, new(Budget)); got != tt.want {
				t.Errorf("with %+v got %v, want %v", tt.rules, got, tt.want)
			}
		})
	}
}

func TestGlobForEverythingIsAll(t *testing.T) {
	for _, pattern := range []string{"*", " ** ", "Write|*"} {
		if m := Glob(pattern, GlobRules{}); m != (All{}) {
			t.Errorf("Glob(%q) is %#v", pattern, m)
		}
	}
}

func TestGlobThatRunsOutOfTimeCountsAsMatching(t *testing.T) {
	m := Glob(strings.Repeat("a", 50_000)+"*"+strings.Repeat("a", 50_000)+"b", GlobRules{})
	var budget Budget
	if !m.Match(strings.Repeat("a", 2<<20), &budget) {
		t.Error("no match")
	}
	if !budget.Exhausted() {
		t.Error("the budget does not know about it")
	}
}

// FuzzGlob compares with the standard library where the two mean the same.
func FuzzGlob(f *testing.F) {
	for _, seed := range []string{"W*|Edit", "[a-f]?", "[!x]*", "*a*b", "[", "[]", "\xff"} {
		f.Add(seed, "Write")
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		Glob(pattern, GlobRules{FoldCase: true, Caret: true}).Match(name, new(Budget))
		got := Glob(pattern, GlobRules{}).Match(name, new(Budget))
		if strings.ContainsAny(pattern+name, `|[]\/`) || pattern == "" || strings.TrimSpace(pattern) != pattern || !utf8.ValidString(pattern) || !utf8.ValidString(name) {
			return
		}
		if want, err := path.Match(pattern, name); err == nil && got != want {
			t.Errorf("%q on %q is %v, want %v", pattern, name, got, want)
		}
	})
}
