package pattern

import (
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/engine/rules/problem"
)

// expandBraces returns the words that a word with {a,b} stands for.
func expandBraces(t token) ([]string, error) {
	open := indexUnescaped(t.text, 0, "{")
	if open < 0 {
		return []string{t.text}, nil
	}
	end, commas := closing(t.text, open)
	if end < 0 {
		return nil, problem.At(t.offset, `{ is not closed; write alternatives without spaces, {a,b}, or \{ for the character itself`)
	}
	tails, err := expandBraces(token{t.text[end+1:], t.offset})
	if err != nil {
		return nil, err
	}
	var middles []string
	from := open + 1
	for _, comma := range append(commas, end) {
		inner, err := expandBraces(token{t.text[from:comma], t.offset})
		if err != nil {
			return nil, err
		}
		middles = append(middles, inner...)
		from = comma + 1
	}
	if len(commas) == 0 { // {} and {a} are just text
		middles = joinAll([]string{"{"}, joinAll(middles, []string{"}"}))
	}
	if len(middles)*len(tails) > maxAlternatives {
		return nil, problem.At(t.offset, "the braces stand for too many words; use several patterns")
	}
	return joinAll(joinAll([]string{t.text[:open]}, middles), tails), nil
}

// joinAll returns each head with each tail.
func joinAll(heads, tails []string) []string {
	all := make([]string, 0, len(heads)*len(tails))
	for _, head := range heads {
		for _, tail := range tails {
			all = append(all, head+tail)
		}
	}
	return all
}

// closing returns where the brace at open is closed, or -1, and the commas that
// belong to it.
func closing(text string, open int) (end int, commas []int) {
	depth := 0
	for i := open; i >= 0; i = indexUnescaped(text, i+1, "{},") {
		switch text[i] {
		case '{':
			depth++
		case ',':
			if depth == 1 {
				commas = append(commas, i)
			}
		case '}':
			if depth--; depth == 0 {
				return i, commas
			}
		}
	}
	return -1, nil
}

// indexUnescaped returns where the first of chars is that has no backslash
// before it, from an index on, or -1.
func indexUnescaped(text string, from int, chars string) int {
	for i := from; i < len(text); i++ {
		if text[i] == '\\' {
			i++
		} else if strings.IndexByte(chars, text[i]) >= 0 {
			return i
		}
	}
	return -1
}

// regexpHints returns a warning if a pattern looks like a regular expression.
func regexpHints(text string) []*problem.Problem {
	at, sign := -1, ""
	switch {
	case strings.HasPrefix(text, "^"):
		at, sign = 0, "^"
	case strings.HasSuffix(text, "$") && len(text) > 1:
		at, sign = len(text)-1, "$"
	}
	for _, s := range [...]string{".*", ".+", `\s`, `\b`, `\d`, `\w`, `\S`, "(?", "|"} {
		if found := strings.Index(text, s); at < 0 && found >= 0 {
			at, sign = found, s
		}
	}
	if at < 0 {
		return nil
	}
	return []*problem.Problem{problem.At(at, "%s looks like a regular expression; a pattern has words: * is one, ** any number, {a,b} are alternatives", sign)}
}
