package redact

import "strings"

// assignment finds the value that a telling name gets by the separator at i: =
// and : in all their forms.
func (s *scanner) assignment(i int) bool {
	separator, compares := s.separator(i)
	if separator == i {
		return false
	}
	k, ok := s.keyBefore(i)
	if !ok {
		return false
	}
	kind := s.kindAt(k)
	if kind == harmless {
		s.noteName(k, separator)
		return false
	}
	v := s.valueAt(separator, k.quote != "")
	if s.text[i] == ':' && s.isStatement(k) || compares && (v.quote == "" || kind != password) {
		return false
	}
	if v.from == len(s.text) || isNewline(s.text[v.from]) {
		s.nest(k, i)
		return false
	}
	a := assigned{key: k, kind: kind, value: v, equals: s.text[i] == '=', spaced: separator != v.from || i != k.end+len(k.quote)}
	return s.judge(a)
}

// value is where a value stands.
type value struct {
	from  int    // behind the quote
	quote string // in front of it; backslashes included
}

// valueAt returns the value that begins behind a separator. In JSON that may be
// in another line.
func (s *scanner) valueAt(i int, lines bool) value {
	i = s.skipBlank(i)
	for lines && i < len(s.text) && isNewline(s.text[i]) {
		i = s.skipBlank(i + 1)
	}
	if i+1 < len(s.text) && strings.IndexByte("rRbBfFuU@L", s.text[i]) >= 0 && isQuote(s.text[i+1]) {
		i++ // r"…" and the like
	}
	stop := s.span(i, func(c byte) bool { return c == '\\' })
	if stop == len(s.text) || !isQuote(s.text[stop]) {
		return value{from: i}
	}
	stop++
	if s.has(stop, s.text[stop-1:stop]+s.text[stop-1:stop]) {
		stop += 2 // """…"""
	}
	return value{from: stop, quote: s.text[i:stop]}
}

// assigned is a value with all that matters for its judgement.
type assigned struct {
	key    key
	kind   kind
	value  value
	equals bool // by =
	spaced bool // with spaces at the separator
}

// judge decides about a value and notes it if it is a secret.
func (s *scanner) judge(a assigned) bool {
	if a.value.quote != "" {
		return s.judgeQuoted(a)
	}
	a.value.from = s.behindScheme(a.value.from)
	switch c := s.byteAt(a.value.from); {
	case isOpening(c):
		return s.brackets(a)
	case (c == '|' || c == '>') && !a.equals:
		return s.blockText(a)
	}
	return s.judgeBare(a)
}

// judgeQuoted decides about a value in quotes.
func (s *scanner) judgeQuoted(a assigned) bool {
	from := a.value.from
	text, _ := s.upTo(from, a.value.quote, window)
	if a.key.quote == "" && text != "" && strings.IndexByte("),;]}:+ ", text[0]) >= 0 {
		return false // the quote ends a string: prompt("Password: ")
	}
	return s.note(from, quoted(a.kind, text), func() int {
		_, end := s.upTo(from, a.value.quote, len(s.text))
		return end
	})
}

// judgeBare decides about a value without quotes.
func (s *scanner) judgeBare(a assigned) bool {
	from, stop := a.value.from, s.stops(a)
	text := s.ahead(from, func(c byte) bool { return !stop(c) })
	text = text[:escapeAt(text[:min(len(text), maxWord)])]
	if digits := strings.TrimRight(text, ",}]"); a.key.quote != "" && isNumber(digits) {
		return s.jsonNumber(a, digits)
	}
	name := s.text[a.key.start:a.key.end]
	if a.key.quote == "" && s.isOther(a.key, text) {
		return false
	}
	behind := from + len(text)
	verdict := bare(text, surroundings{
		kind:  a.kind,
		shell: a.equals && !a.spaced && isShellName(name),
		rest:  s.text[behind:min(len(s.text), behind+8)],
	})
	return s.note(from, verdict, func() int { return s.bareEnd(from, stop) })
}

// maxWord is how much of a value without quotes is looked at. What is longer is
// not a word.
const maxWord = 80

// note notes a value, whose end is only looked for when it is a secret.
func (s *scanner) note(from int, v verdict, end func() int) bool {
	if v == ordinary {
		return false
	}
	to := s.beyond(from, end())
	sure := v == certain || strings.Contains(s.text[from:to], "-----BEGIN")
	return to > from && s.add(finding{Finding: Finding{"a password or key", from, to}, certain: sure})
}

// beyond returns the end of a value that ends at to, or of a credential that
// begins in it and goes on behind it.
func (s *scanner) beyond(from, to int) int {
	if begin := strings.Index(s.text[from:to], "-----BEGIN"); begin >= 0 {
		if last, found := s.keyEnd(from + begin); found {
			return max(to, last)
		}
	}
	for _, word := range [...]string{"bearer", "basic"} {
		if to-from > len(word) && s.fold(to-len(word), word) {
			if start, found := s.credential(to - len(word)); found {
				return s.span(start, isBearer)
			}
		}
	}
	return to
}

// jsonNumber notes a number in JSON, where a text takes its place.
func (s *scanner) jsonNumber(a assigned, digits string) bool {
	if number(a.kind, digits) == ordinary {
		return false
	}
	from := a.value.from
	return s.add(finding{Finding: Finding{"a password or key", from, s.span(from, func(c byte) bool { return isAlnum(c) || c == '.' || c == '+' || c == '-' })}, quote: a.key.quote})
}

// behindScheme skips the word in front of a credential, as in Authorization:
// Bearer x.
func (s *scanner) behindScheme(from int) int {
	for _, word := range [...]string{"bearer", "basic", "token", "digest", "apikey", "negotiate"} {
		if s.fold(from, word) {
			if behind := s.skipBlank(from + len(word)); behind > from+len(word) && behind < len(s.text) && !isNewline(s.text[behind]) {
				return behind
			}
		}
	}
	return from
}

// upTo returns the text from i up to the quote that closes it, or to the end of
// the line. Quotes with more backslashes before them belong to the text.
func (s *scanner) upTo(i int, quote string, most int) (text string, end int) {
	closing := quote[len(quote)-1]
	triple := len(quote) >= 3 && quote[len(quote)-2] == closing
	slashes := 0
	for end = i; end < len(s.text) && end-i < most; end++ {
		switch c := s.text[end]; {
		case c == '\\':
			slashes++
			continue
		case c == closing && triple && s.has(end, quote[len(quote)-3:]):
			return s.text[i:end], end
		case c == closing && !triple && closes(slashes, len(quote)):
			end -= min(slashes, len(quote)-1)
			return s.text[i:end], end
		case isNewline(c) && !triple:
			return s.text[i:end], end
		}
		slashes = 0
	}
	return s.text[i:end], end
}

// closes reports whether a quote with backslashes before it ends a string whose
// own quotes have unit-1 of them. Each level of strings in strings doubles the
// unit: one backslash of the text is written as that many.
func closes(slashes, unit int) bool {
	return slashes+1 < unit || (slashes+1)/unit%2 == 1
}

// stops returns what ends a value without quotes.
func (s *scanner) stops(a assigned) func(byte) bool {
	query := a.equals && a.key.start > s.done && (s.text[a.key.start-1] == '?' || s.text[a.key.start-1] == '&')
	return func(c byte) bool {
		return isSpace(c) || isQuote(c) || query && (c == '&' || c == '#')
	}
}

// bareEnd returns the end of a value without quotes, and without the brackets
// and commas at its end, which are hardly its own.
func (s *scanner) bareEnd(from int, stop func(byte) bool) int {
	end := s.span(from, func(c byte) bool { return !stop(c) })
	end = from + escapeAt(s.text[from:end])
	return max(from+len(strings.TrimRight(s.text[from:end], `,;)}]\`)), min(from+1, end))
}

// escapeAt returns where a line ends that is part of a string in JSON or a
// program.
func escapeAt(text string) int {
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '\\' {
			if strings.IndexByte("nrt", text[i+1]) >= 0 {
				return i
			}
			i++
		}
	}
	return len(text)
}
