package pattern

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// glob is a pattern over one word: * stands for any text, ? for one character,
// [a-z] for one of a set, and a backslash makes the next character ordinary.
type glob struct {
	text    string
	literal bool // there is nothing special in text, which is unescaped
}

func newGlob(text string) glob {
	if !strings.ContainsAny(text, `*?[\`) {
		return glob{text, true}
	}
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '*', '?', '[':
			return glob{text, false}
		}
	}
	return glob{unescape(text), true}
}

func unescape(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// matches reports whether the glob takes a text for certain. Text that is only
// known at run time is taken by * alone.
func (g glob) matches(text string) bool {
	if g.literal {
		return g.text == text
	}
	p, t := 0, 0
	star, mark := -1, 0 // where to go on if what follows a * does not match
	for t < len(text) {
		if p < len(g.text) && g.text[p] == '*' {
			star, mark = p, t
			p++
			continue
		}
		if width, ok := g.one(&p, text[t:]); ok {
			t += width
			continue
		}
		if star < 0 {
			return false
		}
		mark++
		p, t = star+1, mark
	}
	return strings.Trim(g.text[p:], "*") == ""
}

// one matches a single element of the glob at *p with the beginning of text,
// and moves *p behind it.
func (g glob) one(p *int, text string) (width int, ok bool) {
	if *p == len(g.text) || text[0] == 0 {
		return 0, false
	}
	r, width := utf8.DecodeRuneInString(text)
	switch g.text[*p] {
	case '?':
		*p++
		return width, true
	case '[':
		end, ok := classMatches(g.text[*p:], r)
		if ok {
			*p += end
		}
		return width, ok
	case '\\':
		if *p+1 < len(g.text) && g.text[*p+1] == text[0] {
			*p += 2
			return 1, true
		}
		return 0, false
	}
	if g.text[*p] == text[0] {
		*p++
		return 1, true
	}
	return 0, false
}

// classMatches reports whether r is in the set at the beginning of class, and
// where that ends.
func classMatches(class string, r rune) (end int, ok bool) {
	end = classEnd(class)
	members := class[1 : end-1]
	negated := members != "" && (members[0] == '!' || members[0] == '^')
	if negated {
		members = members[1:]
	}
	found := false
	runes := []rune(members)
	for i := 0; i < len(runes); i++ {
		low, high := runes[i], runes[i]
		if i+2 < len(runes) && runes[i+1] == '-' {
			high = runes[i+2]
			i += 2
		}
		found = found || low <= r && r <= high
	}
	return end, found != negated
}

// classEnd returns the index after the set at the beginning of text, or -1 if
// it is not closed. A ] that comes first is a member.
func classEnd(text string) int {
	from := 1
	if from < len(text) && (text[from] == '!' || text[from] == '^') {
		from++
	}
	if from >= len(text) {
		return -1
	}
	end := strings.IndexByte(text[from+1:], ']')
	if end < 0 {
		return -1
	}
	return from + 1 + end + 1
}

// mayMatch reports whether the glob takes some text that looks like shape, in
// which each NUL stands for any text. It may say so too often: sets are not
// looked into.
func (g glob) mayMatch(shape string) bool {
	if len(shape) > maxLength {
		return true // it is not worth the time
	}
	elements := g.elements()
	// reached[i] says whether the first i elements can take what was read.
	reached := make([]bool, len(elements)+1)
	next := make([]bool, len(elements)+1)
	reached[0] = true
	skipStars(elements, reached)
	for j := range len(shape) {
		clear(next)
		for i, element := range elements {
			if !reached[i] || shape[j] == 0 {
				continue
			}
			next[i] = next[i] || element.kind != exactly // characters may have several bytes
			next[i+1] = element.kind != exactly || element.char == shape[j]
		}
		if shape[j] == 0 { // from the first place that was reached, all can be
			for i := slices.Index(reached, true); i >= 0 && i < len(next); i++ {
				next[i] = true
			}
		}
		reached, next = next, reached
		skipStars(elements, reached)
	}
	return reached[len(elements)]
}

func skipStars(elements []element, reached []bool) {
	for i, element := range elements {
		if element.kind == anyText && reached[i] {
			reached[i+1] = true
		}
	}
}

// element is a part of a glob that takes one character or any text.
type element struct {
	kind elementKind
	char byte
}

type elementKind uint8

const (
	exactly elementKind = iota
	anyCharacter
	anyText
)

// elements takes a glob apart.
func (g glob) elements() []element {
	list := make([]element, 0, len(g.text))
	for i := 0; i < len(g.text); i++ {
		e := element{exactly, g.text[i]}
		switch {
		case g.literal:
		case e.char == '[':
			e.kind = anyCharacter
			i += classEnd(g.text[i:]) - 1
		case e.char == '\\' && i+1 < len(g.text):
			i++
			e.char = g.text[i]
		case e.char == '*':
			e.kind = anyText
		case e.char == '?':
			e.kind = anyCharacter
		}
		list = append(list, e)
	}
	return list
}
