package redact

// finding is a Finding with what only this package needs to know.
type finding struct {
	Finding
	certain bool   // and not only likely
	quote   string // goes around the mark, where JSON wants a string
}

// scanner passes over a text once.
type scanner struct {
	text  string
	at    int // where to go on
	done  int // the end of the last finding: what is before it no longer counts
	found []finding

	shapes *[256][]shape
	named  int   // the end of the last value that is itself a telling name
	nested block // the lines below a telling key
}

// anchors are the bytes at which the scanner stops: every secret has one of
// them in it or right before it.
var anchors = [256]bool{
	'=': true, ':': true, '>': true, '-': true, '_': true, '.': true, '~': true,
	'A': true, 'S': true, 'E': true, 'L': true, 'J': true, 'B': true, 'b': true,
}

// scan returns all findings of a text from left to right; they do not overlap.
//
// Behind a finding the scanner goes on as if the text began there, which is how
// it looks to the next one who reads it: so a second pass finds nothing more.
func scan(text string) []finding {
	s := scanner{text: text, named: -1, shapes: shapes()}
	for s.next() {
		s.look(s.at - 1)
	}
	return s.found
}

// next moves behind the next anchor.
func (s *scanner) next() bool {
	text := s.text
	for i := s.at; i < len(text); i++ {
		if anchors[text[i]] {
			s.at = i + 1
			return true
		}
	}
	return false
}

// look applies the rules for the anchor at i. The first that finds something
// moves on behind it.
func (s *scanner) look(i int) {
	switch s.text[i] {
	case '=':
		s.assignment(i)
	case ':':
		_ = s.url(i) || s.telegram(i) || s.assignment(i)
	case '>':
		s.element(i)
	case '-':
		_ = s.privateKey(i) || s.flag(i) || s.issued(i)
	case '.':
		_ = s.issued(i) || s.discord(i) || s.webhook(i)
	case '_', '~':
		s.issued(i)
	case 'J':
		s.webToken(i)
	case 'B', 'b':
		s.scheme(i)
	default:
		s.capital(i)
	}
}

// add notes a finding and goes on behind it. It returns true so that rules can
// end with it.
func (s *scanner) add(f finding) bool {
	s.found = append(s.found, f)
	s.done, s.at = f.End, f.End
	return true
}

// token notes a credential whose shape is known.
func (s *scanner) token(what string, start, end int) bool {
	return s.add(finding{Finding: Finding{what, start, end}, certain: true})
}

// has reports whether the text goes on with a word at i.
func (s *scanner) has(i int, word string) bool {
	return len(s.text)-i >= len(word) && s.text[i:i+len(word)] == word
}

// fold is has for words in lower case, whatever the case of the text.
func (s *scanner) fold(i int, word string) bool {
	if len(s.text)-i < len(word) {
		return false
	}
	for j := range len(word) {
		if lower(s.text[i+j]) != word[j] {
			return false
		}
	}
	return true
}

// starts reports whether a word can begin at i: nothing of the same word is
// before it. What was found before does not count, nor do escapes such as \n
// and %20.
func (s *scanner) starts(i int) bool {
	if i <= s.done || !isWord(s.text[i-1]) {
		return i >= s.done
	}
	if i-2 >= s.done && s.text[i-2] == '\\' {
		switch s.text[i-1] {
		case 'n', 'r', 't':
			return true
		}
	}
	return i-3 >= s.done && s.text[i-3] == '%' && isHex(s.text[i-1]) && isHex(s.text[i-2])
}

// window is how far a rule looks to make up its mind. Only when that is done
// does it look for the end of what it has found.
const window = 256

// ahead returns the characters from i that belong together, at most a window.
func (s *scanner) ahead(i int, belongs func(byte) bool) string {
	stop := i
	for stop < len(s.text) && stop-i < window && belongs(s.text[stop]) {
		stop++
	}
	return s.text[i:stop]
}

// span returns the end of the characters from i that belong together.
func (s *scanner) span(i int, belongs func(byte) bool) int {
	for i < len(s.text) && belongs(s.text[i]) {
		i++
	}
	return i
}

// back returns the start of the characters before i that belong together.
func (s *scanner) back(i int, belongs func(byte) bool) int {
	for i > s.done && belongs(s.text[i-1]) {
		i--
	}
	return i
}

// byteAt returns the byte at i, 0 behind the end.
func (s *scanner) byteAt(i int) byte {
	if i < len(s.text) {
		return s.text[i]
	}
	return 0
}
