package hooktest

import (
	"strings"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff shows what was wanted beside what came out: two lines, or line by line
// with a - before what is missing and a + before what should not be there.
func (f Failure) Diff() string {
	if !strings.Contains(f.Want, "\n") && !strings.Contains(f.Got, "\n") {
		return "want  " + orNothing(f.Want) + "\ngot   " + orNothing(f.Got)
	}
	unified := string(diff.Diff("want", []byte(f.Want+"\n"), "got", []byte(f.Got+"\n")))
	var shown []string
	for i, line := range strings.Split(strings.TrimSuffix(unified, "\n"), "\n") {
		if i > 0 && !strings.HasPrefix(line, "@@ ") { // of the head, the names of the sides matter
			shown = append(shown, line)
		}
	}
	return strings.Join(shown, "\n")
}

func orNothing(text string) string {
	if text == "" {
		return `""`
	}
	return text
}
