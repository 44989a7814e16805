package match

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// GlobRules are what globs of different origin do not agree on.
type GlobRules struct {
	FoldCase bool // upper and lower case are the same
	Caret    bool // [^…] means what [!…] means
}

// Glob compiles alternatives separated by |, each of which is a glob for the
// whole name: * stands for any text, ? for one character, [a-z] for one of
// these and [!a-z] for one of the others. Space around an alternative does not
// count, and neither does an empty one; no alternative at all matches nothing.
// Every text is a glob: a bracket that is not closed stands for itself.
func Glob(pattern string, rules GlobRules) Matcher {
	var parts alternatives
	for part := range strings.SplitSeq(pattern, "|") {
		part = strings.TrimSpace(part)
		switch {
		case part == "":
		case strings.Trim(part, "*") == "":
			return All{}
		default:
			parts = append(parts, compileGlob(part, rules))
		}
	}
	return parts
}

// alternatives match if one of them does.
type alternatives []glob

func (a alternatives) Match(name string, budget *Budget) bool {
	for _, g := range a {
		if g.match(name, budget) {
			return true
		}
	}
	return false
}

// glob is one compiled pattern.
type glob struct {
	elements []element
	fold     bool
}

// element stands for a part of a name: any text, or one character out of a
// set.
type element struct {
	star    bool
	negated bool
	ranges  []runeRange
}

type runeRange struct{ low, high rune }

func compileGlob(pattern string, rules GlobRules) glob {
	g := glob{fold: rules.FoldCase}
	text := []rune(pattern)
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '*':
			if n := len(g.elements); n == 0 || !g.elements[n-1].star {
				g.elements = append(g.elements, element{star: true})
			}
		case '?':
			g.elements = append(g.elements, element{negated: true}) // everything but nothing
		case '[':
			if set, length := readSet(text[i:], rules); length > 0 {
				g.elements = append(g.elements, set)
				i += length - 1
				continue
			}
			fallthrough
		default:
			g.elements = append(g.elements, element{ranges: []runeRange{{text[i], text[i]}}})
		}
	}
	return g
}

// readSet reads a set in brackets and returns its length; 0 if the bracket is
// not closed. A closing bracket right at the beginning belongs to the set.
func readSet(text []rune, rules GlobRules) (set element, length int) {
	i := 1
	if i < len(text) && (text[i] == '!' || rules.Caret && text[i] == '^') {
		set.negated = true
		i++
	}
	for first := i; i < len(text); i++ {
		switch {
		case text[i] == ']' && i > first:
			return set, i + 1
		case i+2 < len(text) && text[i+1] == '-' && text[i+2] != ']':
			set.ranges = append(set.ranges, runeRange{text[i], text[i+2]})
			i += 2
		default:
			set.ranges = append(set.ranges, runeRange{text[i], text[i]})
		}
	}
	return element{}, 0
}

// takes reports whether the element stands for a character.
func (e element) takes(r rune, fold bool) bool {
	found := e.has(r)
	if fold {
		found = found || e.has(unicode.ToLower(r)) || e.has(unicode.ToUpper(r))
	}
	return found != e.negated
}

func (e element) has(r rune) bool {
	for _, set := range e.ranges {
		if set.low <= r && r <= set.high {
			return true
		}
	}
	return false
}

// checkEvery is how many steps pass between looks at the clock.
const checkEvery = 1 << 16

// match compares from left to right. When it gets stuck it goes back to the
// latest star, which then takes one character more; earlier stars need no
// second look. So time grows with the product of the lengths at worst.
func (g glob) match(name string, budget *Budget) bool {
	at, pos := 0, 0      // the next element and byte
	star, retry := -1, 0 // the latest star, and where what follows it was last tried
	for steps := 1; ; steps++ {
		if steps%checkEvery == 0 && budget.spent() {
			budget.exhausted = true
			return true
		}
		if at < len(g.elements) && g.elements[at].star {
			star, retry = at, pos
			at++
			continue
		}
		if pos == len(name) && at == len(g.elements) {
			return true
		}
		if pos < len(name) && at < len(g.elements) {
			if r, width := utf8.DecodeRuneInString(name[pos:]); g.elements[at].takes(r, g.fold) {
				at, pos = at+1, pos+width
				continue
			}
		}
		if star < 0 || retry == len(name) {
			return false
		}
		_, width := utf8.DecodeRuneInString(name[retry:])
		retry += width
		at, pos = star+1, retry
	}
}
