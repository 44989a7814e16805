// Package suggest finds what a person probably meant to write.
package suggest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

// maxWord is the longest word that can be a slip of the keyboard.
const maxWord = 100

// Nearest returns the candidate that is most like word, or "" if none is near
// enough to be what was meant.
func Nearest(word string, candidates []string) string {
	if len(word) > maxWord {
		return ""
	}
	best, bestDistance := "", len(word)/3+2
	for _, c := range candidates {
		if d := distance(strings.ToLower(word), strings.ToLower(c)); d < bestDistance {
			best, bestDistance = c, d
		}
	}
	return best
}

// DidYouMean is a question with the nearest candidate, or "".
func DidYouMean(word string, candidates []string) string {
	if near := Nearest(word, candidates); near != "" {
		return fmt.Sprintf("did you mean %q?", near)
	}
	return ""
}

// Word is [Nearest] for the key that was meant by another: it also knows what
// other programs call the same.
func Word(word string, known []string) string {
	if near := Nearest(word, known); near != "" {
		return near
	}
	plain := strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(word))
	for _, meant := range synonyms(plain) {
		if slices.Contains(known, meant) {
			return meant
		}
	}
	return ""
}

// synonyms returns the keys of hooks that people may mean by another word.
func synonyms(word string) []string {
	switch word {
	case "cmd", "command", "script", "run", "exec", "program", "shell", "bash":
		return []string{"command", "handler"}
	case "function", "callable", "callback":
		return []string{"handler"}
	case "match", "pattern", "tool", "tools", "toolname", "regex":
		return []string{"matcher"}
	case "timeoutseconds", "timeoutsec", "timeoutms", "timelimit":
		return []string{"timeout", "timeoutMs"}
	case "id", "title", "label":
		return []string{"name"}
	case "actions", "commands", "handlers":
		return []string{"hooks"}
	}
	return nil
}

// Key looks for a misspelt key in an object that lacks it, and says how
// it is written, or "".
func Key(object *document.Value, missing string) string {
	for _, m := range object.Members {
		if Word(m.Key, []string{missing}) != "" {
			return fmt.Sprintf("%q is written %q", m.Key, missing)
		}
	}
	return ""
}

// distance is the number of insertions, deletions, substitutions and swaps of
// neighbours that turn a into b (optimal string alignment).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	rows := make([][]int, len(x)+1)
	for i := range rows {
		rows[i] = make([]int, len(y)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(x)][len(y)]
}
