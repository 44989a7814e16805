package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// words returns what the shell makes of the words of a command.
func (w *walker) words(args []*syntax.Word) []Word {
	list := make([]Word, 0, len(args)+1)
	for _, arg := range args {
		if !hasBraces(arg) {
			list = append(list, w.word(arg.Parts))
			continue
		}
		list = w.braced(list, arg)
	}
	return list
}

func hasBraces(word *syntax.Word) bool {
	return slices.ContainsFunc(word.Parts, func(part syntax.WordPart) bool {
		lit, ok := part.(*syntax.Lit)
		return ok && strings.IndexByte(lit.Value, '{') >= 0
	})
}

// braced appends the words of a word with brace expansions. If there are too
// many of them, or bash may see other braces than our parser, they stand for
// any words.
func (w *walker) braced(list []Word, arg *syntax.Word) []Word {
	odd := oddBraces(arg)
	if !syntax.SplitBraces(arg) && !odd {
		return append(list, w.word(arg.Parts))
	}
	e := braceExpander{walker: w, words: list}
	if odd || !w.affordable(arg.Parts) || !e.expand(nil, arg.Parts) {
		return append(list, anyWords())
	}
	return e.words
}

// affordable reports whether the braces of a word stand for few enough words.
func (w *walker) affordable(parts []syntax.WordPart) bool {
	count := 1
	for _, part := range parts {
		if b, ok := part.(*syntax.BraceExp); ok && !b.Sequence {
			count *= len(b.Elems)
		}
		if count > w.budget.braceWords {
			return false
		}
	}
	return true
}

// oddBraces reports whether the braces of a word are unbalanced or contain
// others, where bash has rules of its own.
func oddBraces(word *syntax.Word) bool {
	depth := 0
	for _, part := range word.Parts {
		lit, ok := part.(*syntax.Lit)
		if !ok {
			continue
		}
		for i := 0; i < len(lit.Value); i++ {
			switch lit.Value[i] {
			case '\\':
				i++
			case '{':
				depth++
			case '}':
				depth--
			}
			if depth < 0 || depth > 1 {
				return true
			}
		}
	}
	return depth != 0 && !isLit(word, "{")
}

func isLit(word *syntax.Word, text string) bool {
	return len(word.Parts) == 1 && word.Lit() == text
}

// braceExpander makes the words of a word with brace expressions.
type braceExpander struct {
	*walker
	words []Word
}

// expand appends the words that begin with the parts of done and go on with the
// parts of rest. It returns false if there are too many.
func (e *braceExpander) expand(done, rest []syntax.WordPart) bool {
	at := slices.IndexFunc(rest, func(part syntax.WordPart) bool {
		_, ok := part.(*syntax.BraceExp)
		return ok
	})
	if at < 0 {
		return e.finish(slices.Concat(done, rest))
	}
	alternatives, ok := braceAlternatives(rest[at].(*syntax.BraceExp))
	if !ok {
		return false
	}
	for _, parts := range alternatives {
		if !e.expand(slices.Concat(done, rest[:at], parts), rest[at+1:]) {
			return false
		}
	}
	return true
}

func (e *braceExpander) finish(parts []syntax.WordPart) bool {
	if len(parts) == 0 {
		return true // the empty word of a{,} without a
	}
	word := e.word(parts)
	e.budget.braceWords--
	e.budget.braceBytes -= len(word.Text) + len(parts)
	if e.budget.braceWords < 0 || e.budget.braceBytes < 0 {
		return false
	}
	quoted := slices.ContainsFunc(parts, func(p syntax.WordPart) bool { _, lit := p.(*syntax.Lit); return !lit })
	if word.Text != "" || quoted {
		e.words = append(e.words, word)
	}
	return true
}

// braceAlternatives returns what a brace expression stands for.
func braceAlternatives(b *syntax.BraceExp) ([][]syntax.WordPart, bool) {
	if b.Sequence {
		return braceSequence(b)
	}
	list := make([][]syntax.WordPart, len(b.Elems))
	for i, elem := range b.Elems {
		list[i] = elem.Parts
	}
	return list, true
}

// braceSequence returns the elements of {1..9}. Sequences of letters, with
// leading zeros or with a step are not taken apart.
func braceSequence(b *syntax.BraceExp) ([][]syntax.WordPart, bool) {
	if len(b.Elems) != 2 {
		return nil, false
	}
	from, to := b.Elems[0].Lit(), b.Elems[1].Lit()
	first, err1 := strconv.Atoi(from)
	last, err2 := strconv.Atoi(to)
	plain := err1 == nil && err2 == nil && strconv.Itoa(first) == from && strconv.Itoa(last) == to
	if !plain || last < first || last-first >= maxBraceWords || last-first < 0 {
		return nil, false
	}
	var list [][]syntax.WordPart
	for n := first; n <= last; n++ {
		list = append(list, []syntax.WordPart{&syntax.Lit{Value: strconv.Itoa(n)}})
	}
	return list, true
}
