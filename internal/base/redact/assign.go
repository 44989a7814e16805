package redact

import "strings"

// key is the name on the left of a separator.
type key struct {
	start, end int    // of the name
	quote      string // in front of it and behind it; backslashes included
	index      bool   // it stands in brackets: config["password"]
}

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
	if s.text[i] == ':' && s.isStatement(k) || compares && v.quote == "" {
		return false
	}
	if v.from == len(s.text) || isNewline(s.text[v.from]) {
		s.nest(k, i)
		return false
	}
	a := assigned{key: k, kind: kind, value: v, equals: s.text[i] == '=', spaced: separator != v.from || i != k.end+len(k.quote)}
	return s.judge(a)
}

// separator returns where the separator at i ends, or i if it is none.
func (s *scanner) separator(i int) (end int, compares bool) {
	switch {
	case s.has(i, "==="):
		return i + 3, true
	case s.has(i, "=="):
		return i + 2, true
	case s.has(i, "=>"), s.has(i, ":="):
		return i + 2, false
	case s.has(i, "::"), s.has(i, "://"), s.has(i, "=~"), i > 0 && strings.IndexByte("=!<>:+", s.text[i-1]) >= 0:
		return i, false
	}
	return i + 1, false
}

// keyBefore returns the name that ends before i.
func (s *scanner) keyBefore(i int) (k key, ok bool) {
	end := s.back(i, isBlank)
	if end > s.done && strings.IndexByte("?!", s.text[end-1]) >= 0 {
		end-- // password?: string
	}
	if end > s.done && s.text[end-1] == ']' {
		end, k.index = end-1, true
	}
	k.end = end
	if end > s.done && isQuote(s.text[end-1]) {
		k.end = s.back(end-1, func(c byte) bool { return c == '\\' })
		k.quote = s.text[k.end:end]
	}
	k.start = s.nameStart(k.end)
	if k.start == k.end || k.index && k.quote == "" {
		return k, false
	}
	if k.quote == "" && s.text[i] == '=' && isTypeName(s.text[k.start:k.end]) {
		return s.typedName(k), true
	}
	return k, true
}

// typedName goes from the type to the name in `password: str = "x"` and
// `password string = "x"`.
func (s *scanner) typedName(k key) key {
	end := s.back(k.start, isBlank)
	if end > s.done && s.text[end-1] == ':' {
		end = s.back(end-1, isBlank)
	}
	start := s.nameStart(end)
	if start == end {
		return k
	}
	return key{start: start, end: end}
}

// nameStart returns where the name begins that ends at i. The n of a \n before
// it is not a part of it.
func (s *scanner) nameStart(i int) int {
	start := s.back(i, isDotted)
	if start > s.done && s.text[start-1] == '\\' && start+1 < i && strings.IndexByte("nrt", s.text[start]) >= 0 {
		start++
	}
	return start
}

// back returns the start of the characters before i that belong together.
func (s *scanner) back(i int, belongs func(byte) bool) int {
	for i > s.done && belongs(s.text[i-1]) {
		i--
	}
	return i
}

// kindAt returns what a key says: by its name, because the entry beside it
// names a secret (name: DB_PASSWORD, value: x), or because of a key above it.
func (s *scanner) kindAt(k key) kind {
	name := s.text[k.start:k.end]
	if kind := kindOf(name); kind != harmless {
		return kind
	}
	if s.named >= 0 && strings.EqualFold(name, "value") && isGap(s.text[min(s.named, k.start):k.start]) {
		return password
	}
	if s.nested.has(s, k) {
		return password
	}
	return harmless
}

// isGap reports whether a text only separates two entries of an object.
func isGap(text string) bool {
	return len(text) <= 64 && strings.Trim(text, " \t\r\n\\\"'`,;{}-n") == ""
}

// noteName remembers a value that is a telling name.
func (s *scanner) noteName(k key, separator int) {
	if !isNameKey(s.text[k.start:k.end]) {
		return
	}
	v := s.valueAt(separator, k.quote != "")
	name := s.ahead(v.from, isDotted)
	if kindOf(name) != harmless {
		s.named = v.from + len(name)
	}
}

// isNameKey lists the keys beside which a value has its own key.
func isNameKey(name string) bool {
	if len(name) > len("variable") {
		return false
	}
	switch strings.ToLower(name) {
	case "name", "key", "var", "variable", "env", "field", "header":
		return true
	}
	return false
}

// isStatement knows `if token: return` from an assignment.
func (s *scanner) isStatement(k key) bool {
	end := s.back(k.start, isBlank)
	if end == k.start || k.quote != "" {
		return false
	}
	start := end
	for start > s.done && end-start < 8 && isLetter(s.text[start-1]) {
		start--
	}
	switch s.text[start:end] {
	case "if", "elif", "while", "not", "and", "or", "in", "is", "case", "with", "when", "class", "unless":
		return true
	}
	return false
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

func (s *scanner) judgeBare(a assigned) bool {
	from, stop := a.value.from, s.stops(a)
	text := s.ahead(from, func(c byte) bool { return !stop(c) })
	text = text[:escapeAt(text[:min(len(text), maxWord)])]
	if digits := strings.TrimRight(text, ",}]"); a.key.quote != "" && isNumber(digits) {
		return s.number(a, digits)
	}
	name := s.text[a.key.start:a.key.end]
	if isWorkingDirectory(name, text) {
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
	return to > from && s.add(finding{Finding: Finding{"a password or key", from, to}, certain: v == certain})
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

// number notes a number in JSON, where a text takes its place.
func (s *scanner) number(a assigned, digits string) bool {
	if number(a.kind, digits) == ordinary {
		return false
	}
	from := a.value.from
	return s.add(finding{Finding: Finding{"a password or key", from, s.span(from, func(c byte) bool { return isAlnum(c) || c == '.' || c == '+' || c == '-' })}, quote: a.key.quote})
}

func (s *scanner) byteAt(i int) byte {
	if i < len(s.text) {
		return s.text[i]
	}
	return 0
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

// isShellName reports whether a name is one of the environment.
func isShellName(name string) bool {
	for i := range len(name) {
		if !isCapital(name[i]) && name[i] != '_' {
			return false
		}
	}
	return true
}

// isWorkingDirectory knows the PWD of shells from a password.
func isWorkingDirectory(name, value string) bool {
	return len(name) <= len("OLDPWD") && strings.EqualFold(name[max(0, len(name)-3):], "pwd") && strings.HasPrefix(value, "/")
}
