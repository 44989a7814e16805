package match

import (
	"strings"
	"testing"
	"time"
)

func TestRegexpSearchesAnywhereInTheName(t *testing.T) {
	tests := []struct {
		pattern, name string
		want          bool
	}{
		{"write_file", "write_file", true},
		{"write", "write_file", true},
		{"write_file", "write_file_x", true},
		{"Write", "write_file", false},
		{"write_file|replace", "replace", true},
		{"write_file|replace", "read_file", false},
		{"a||b", "zzz", true}, // an empty alternative matches everything
		{"^write$", "write_file", false},
		{"mcp__.*__query", "mcp__db__query", true},
		{"(?!read)[a-z]+_file$", "write_file", true},
		{"^(?!read_)", "read_file", false},
		{"^(?!read_)", "write_file", true},
		{"(?<=mcp__)db", "mcp__db__query", true},
		{`(\w)\1`, "bookkeeper", true},
		{"[^]", "x", true},
		{`\u0041`, "A", true},
		{"a$", "a\n", false},
		{"[(?i)]", "?", true},
		{`\(?i`, "i", true},
		{`\Aw`, "Aw", true}, // to JavaScript these are letters
		{`\Aw`, "w", false},
		{`x\z`, "xz", true},
		{`x\Z`, "x", false},
		{`\G`, "G", true},
		{`\a`, "a", true},
		{`[\a-\e]x`, "cx", true},
		{`\x4\e`, "x4e", true},
		{`\p{L}`, "p{L}", true},
		{`\p{L}`, "x", false},
		{`\Py`, "Py", true},
		{`\\A`, `\A`, true},
	}
	for _, tt := range tests {
		t.Run(tt.pattern+" on "+tt.name, func(t *testing.T) {
			m, err := Regexp(tt.pattern)
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Match(tt.name, new(Budget)); got != tt.want {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}

func TestRegexpRefusesWhatJavaScriptRefuses(t *testing.T) {
	for _, pattern := range []string{"[", "*", "(", "*_file", "a**", "(?i)bash", "(?#x)a", "(?<1>a)", "(?>a)", "(?"} {
		if m, err := Regexp(pattern); err == nil {
			t.Errorf("Regexp(%q) = %v, want an error", pattern, m)
		}
	}
}

func TestPatternThatRunsOutOfTimeCountsAsMatching(t *testing.T) {
	m, err := Regexp(`^(a+)+$`)
	if err != nil {
		t.Fatal(err)
	}
	var budget Budget
	if !m.Match(strings.Repeat("a", 40)+"!", &budget) {
		t.Error("no match")
	}
	if !budget.Exhausted() {
		t.Error("the budget does not know about it")
	}
}

func TestABudgetStartsWithItsFirstPattern(t *testing.T) {
	m, err := Regexp(`^a+$`)
	if err != nil {
		t.Fatal(err)
	}
	var budget Budget
	m.Match("a", &budget)
	first := budget.deadline
	m.Match("a", &budget)
	if first.IsZero() || budget.deadline != first {
		t.Errorf("it ends at %v, then at %v", first, budget.deadline)
	}
}

// What a pattern says is only assumed when others have spent the budget: nobody
// looks at the name any more.
func TestASpentBudgetMatchesEverything(t *testing.T) {
	m, err := Regexp(`^b+$`)
	if err != nil {
		t.Fatal(err)
	}
	budget := Budget{deadline: time.Now().Add(-time.Second)}
	if !m.Match("a", &budget) || !budget.Exhausted() {
		t.Error("the pattern was tried")
	}
	if m.Match("a", new(Budget)) {
		t.Error("the pattern matches anyway")
	}
}

func FuzzRegexp(f *testing.F) {
	for _, seed := range []string{"write_file|replace", "^(?!x)", "[", "(a+)+$", "\\", "(?<n>a)\\k<n>", "a{,3}", "\xff"} {
		f.Add(seed, "write_file")
	}
	f.Fuzz(func(t *testing.T, pattern, name string) {
		m, err := Regexp(pattern)
		if err != nil {
			return
		}
		m.Match(name, new(Budget))
	})
}
