package pattern_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/engine/rules/pattern"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/ternary"
	"pgregory.net/rapid"
)

// vocabulary has words that mean something to the programs of the test.
func vocabulary() []string {
	return []string{"", "-", "--", "-r", "-f", "-rf", "-fo", "-X", "-XPOST", "-o", "--recursive", "--rec", "--force", "--force-with-lease", "--request=POST", "-C", "-n5", "--unknown", "POST", "push", "origin", "+main", ":old", "x", "/etc/passwd", "/etc/x", "777", "of=/dev/sda", "if=x", "~"}
}

// uncertainWord is a word of a command, and what it is when it runs.
type uncertainWord struct {
	word   shell.Word
	actual []shell.Word
}

func drawWord(t *rapid.T) uncertainWord {
	draw := func() string { return rapid.SampledFrom(vocabulary()).Draw(t, "word") }
	text := draw()
	switch rapid.IntRange(0, 4).Draw(t, "kind") {
	case 0: // one word
		return uncertainWord{shell.Word{Text: shell.Unknown}, []shell.Word{{Text: text}}}
	case 1: // one word that is known in part
		cut := rapid.IntRange(0, len(text)).Draw(t, "cut")
		return uncertainWord{shell.Word{Text: text[:cut] + shell.Unknown}, []shell.Word{{Text: text[:cut] + draw()}}}
	case 2: // any number of words
		var actual []shell.Word
		for range rapid.IntRange(0, 3).Draw(t, "count") {
			actual = append(actual, shell.Word{Text: draw()})
		}
		return uncertainWord{shell.Word{Text: shell.Unknown, Multi: true}, actual}
	}
	return uncertainWord{shell.Word{Text: text}, []shell.Word{{Text: text}}}
}

// Whatever an unknown word turns out to be, yes stays yes and no stays no.
func TestNoRunContradictsTheMatcher(t *testing.T) {
	patterns := []string{
		"rm -rf **", "rm -r x", "rm **", "rm *", "rm * **", "rm ** x", "rm --recursive /etc/* **", "rm -f -- x",
		"git push **", "git push --force **", "git push -d * **", "git push origin", "git * origin **", "git -C x **",
		"curl -X POST **", "curl -X * **", "curl ** /etc/?asswd", "chmod 777 **", "dd of=/dev/* **", "frob -rf **", "frob --unknown *", "frob --force* **", "frob {x,origin} **", "find ** -rf",
	}
	rapid.Check(t, func(t *rapid.T) {
		p, err := pattern.Compile(rapid.SampledFrom(patterns).Draw(t, "pattern"))
		if err != nil {
			t.Fatal(err)
		}
		program, _, _ := strings.Cut(p.String(), " ")
		uncertain := shell.Command{Program: program, Words: []shell.Word{{Text: program}}}
		actual := shell.Command{Program: program, Words: []shell.Word{{Text: program}}}
		for range rapid.IntRange(0, 5).Draw(t, "words") {
			w := drawWord(t)
			uncertain.Words = append(uncertain.Words, w.word)
			actual.Words = append(actual.Words, w.actual...)
		}
		before, after := p.Match(&uncertain), p.Match(&actual)
		if before != ternary.Undecided && before != after && after != ternary.Undecided {
			t.Errorf("%s: %q is %v, but %q is %v", p, uncertain.Words, before, actual.Words, after)
		}
	})
}

func FuzzCompile(f *testing.F) {
	for _, text := range []string{"rm -rf **", "{a,b}{c,d} [a-z]*", `x "a b" '\' \*`, "curl -X POST **", "git push --force* origin", "a {b,{c,d}} {} {e}", "dd of=/dev/*"} {
		f.Add(text, "rm -rf x; git push -f \"$y\" $z | curl -XPOST *")
	}
	f.Fuzz(func(t *testing.T, text, command string) {
		p, err := pattern.Compile(text)
		if err != nil {
			return
		}
		script := shell.Parse(command)
		result, _ := p.MatchScript(script)
		best := ternary.No
		undecided := pattern.NewIndex([]*pattern.Pattern{p}).Match(script, func(m pattern.Match) { best = max(best, m.Result) })
		if undecided != "" {
			best = max(best, ternary.Undecided)
		}
		if best != result {
			t.Errorf("%q on %q: the pattern says %v, the index %v", text, command, result, best)
		}
	})
}

func TestIndex(t *testing.T) {
	ix := pattern.NewIndex([]*pattern.Pattern{compile(t, "rm -rf **"), compile(t, "git {push,pull} **"), compile(t, "* --force **"), compile(t, "ls **")})
	tests := []struct {
		name, command string
		want          []pattern.Match
		undecided     bool
	}{
		{"nothing", "echo x", nil, false},
		{"one program", "echo; ls x", []pattern.Match{{Pattern: 3, Command: 1, Result: ternary.Yes}}, false},
		{"other names of an option", "rm -rf x", []pattern.Match{{Pattern: 0, Command: 0, Result: ternary.Yes}, {Pattern: 2, Command: 0, Result: ternary.Yes}}, false},
		{"an alternative", "git pull", []pattern.Match{{Pattern: 1, Command: 0, Result: ternary.Yes}}, false},
		{"any program", "git push --force", []pattern.Match{{Pattern: 1, Command: 0, Result: ternary.Yes}, {Pattern: 2, Command: 0, Result: ternary.Yes}}, false},
		{"a command that may match", "rm $x", []pattern.Match{{Pattern: 0, Command: 0, Result: ternary.Undecided}, {Pattern: 2, Command: 0, Result: ternary.Undecided}}, false},
		{"an unknown program", "ls; $x", []pattern.Match{{Pattern: 3, Command: 0, Result: ternary.Yes}}, true},
		{"a text that cannot be parsed", "ls 'x", nil, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var got []pattern.Match
			undecided := ix.Match(shell.Parse(test.command), func(m pattern.Match) { got = append(got, m) })
			if len(got) != len(test.want) || (undecided != "") != test.undecided {
				t.Fatalf("%v, undecided %q; want %v", got, undecided, test.want)
			}
			for _, want := range test.want {
				if !slices.Contains(got, want) {
					t.Errorf("%v lacks %v", got, want)
				}
			}
		})
	}
}
