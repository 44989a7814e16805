// Package redact removes secrets from texts that are kept or shown.
package redact

import "strings"

// mark stands where a secret was.
const mark = "[REDACTED]"

// rules are applied in this order, each to what the ones before it have left.
//
// They are written out and not regular expressions because hooks may write
// megabytes: searching for words is many times faster, and every rule passes
// over a text once, whatever it says.
//
// Private keys are first because they have spaces in them, at which the others
// would stop.
var rules = []rule{
	{words: []string{"-----BEGIN "}, find: privateKey},
	{words: []string{"sk-"}, find: secretKey},
	{words: []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_"}, find: atLeast(20, isAlphanumeric)},
	{words: []string{"AIza"}, find: atLeast(20, isKeyCharacter)},
	{words: []string{"xoxb-", "xoxa-", "xoxp-", "xoxr-", "xoxs-"}, find: atLeast(10, isSlackCharacter)},
	{words: []string{"AKIA", "ASIA"}, find: accessKey},
	{words: []string{"bearer"}, anyCase: true, find: bearer},
	{words: []string{"token", "api_key", "secret", "password"}, anyCase: true, find: assignment},
}

// rule finds one kind of secret by words that stand before it or in it.
type rule struct {
	words   []string
	anyCase bool // the words, which are then in lower case, count in any case
	// find looks at the word that stands at text[word:end]. It returns where
	// the secret is, or !ok, and in to where to go on looking.
	find func(text string, word, end int) (from, to int, ok bool)
}

// Secrets returns the text with what looks like a secret replaced by mark.
func Secrets(text string) string {
	for _, r := range rules {
		text = r.apply(text)
	}
	return text
}

func (r rule) apply(text string) string {
	words := newSearch(text, r)
	var out strings.Builder
	done := 0
	for word, end := words.next(0); word >= 0; {
		from, to, ok := r.find(text, word, end)
		if ok {
			out.WriteString(text[done:from])
			out.WriteString(mark)
			done = to
		}
		word, end = words.next(to)
	}
	if done == 0 {
		return text
	}
	out.WriteString(text[done:])
	return out.String()
}

// search finds the words of a rule, from left to right.
type search struct {
	text  string
	words []string
	found [maxWords]int // where each word stands next, or the end of the text
}

// maxWords is how many words a rule may have.
const maxWords = 5

func newSearch(text string, r rule) search {
	if r.anyCase {
		text = asciiLower(text)
	}
	s := search{text: text, words: r.words}
	for i := range s.found {
		s.found[i] = -1 // not looked for yet
	}
	return s
}

// next returns the first word that begins at a position or behind it; -1 if
// there is none.
func (s *search) next(at int) (word, end int) {
	word, end = -1, -1
	for i, w := range s.words {
		if s.found[i] < at {
			s.found[i] = len(s.text)
			if n := strings.Index(s.text[at:], w); n >= 0 {
				s.found[i] = at + n
			}
		}
		if s.found[i] < len(s.text) && (word < 0 || s.found[i] < word) {
			word, end = s.found[i], s.found[i]+len(w)
		}
	}
	return word, end
}

// asciiLower folds only letters of ASCII, so that positions stay the same.
func asciiLower(text string) string {
	first := 0
	for first < len(text) && !isUpper(text[first]) {
		first++
	}
	if first == len(text) {
		return text
	}
	buf := []byte(text)
	for i, c := range buf[first:] {
		if isUpper(c) {
			buf[first+i] = c + 'a' - 'A'
		}
	}
	return string(buf)
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
