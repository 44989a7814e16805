package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// secretKey finds sk- and 16 or more characters, as a word of its own.
func secretKey(text string, word, end int) (from, to int, ok bool) {
	if insideWord(text, word) {
		return 0, end, false
	}
	stop := span(text, end, isKeyCharacter)
	key := strings.TrimRight(text[end:stop], "-") // a word ends with a letter
	if len(key) < 16 {
		return 0, end, false
	}
	return word, end + len(key), true
}

// atLeast finds the word and a number of characters behind it.
func atLeast(n int, belongs func(byte) bool) func(string, int, int) (int, int, bool) {
	return func(text string, word, end int) (from, to int, ok bool) {
		stop := span(text, end, belongs)
		if stop-end < n {
			return 0, end, false
		}
		return word, stop, true
	}
}

// accessKey finds the ID of a key of AWS: 16 characters behind the word, and no
// more.
func accessKey(text string, word, end int) (from, to int, ok bool) {
	stop := span(text, end, isAccessCharacter)
	if insideWord(text, word) || stop-end != 16 || stop < len(text) && isWordCharacter(text[stop]) {
		return 0, end, false
	}
	return word, stop, true
}

// privateKey finds a key in PEM, also one whose end is missing. It never looks
// beyond the next line of dashes, so that every text is passed over once.
func privateKey(text string, word, end int) (from, to int, ok bool) {
	label, body, found := pemLine(text, end)
	if !found || !strings.Contains(label, "PRIVATE KEY") {
		return 0, end, false
	}
	run, longest := 0, 0
	stop := body
	for ; stop < len(text); stop++ {
		dash := text[stop] == '-' && stop+1 < len(text) && isPEMCharacter(text[stop+1])
		if !dash && !isPEMCharacter(text[stop]) {
			break
		}
		run++
		if !isBase64Character(text[stop]) {
			run = 0
		}
		longest = max(longest, run)
	}
	if strings.HasPrefix(text[stop:], "-----END ") {
		if _, after, closed := pemLine(text, stop+len("-----END ")); closed {
			return word, after, true
		}
	}
	return word, max(stop, body), longest >= 20
}

// pemLine reads what stands between the dashes of a line, from behind the word
// that it begins with.
func pemLine(text string, at int) (label string, after int, ok bool) {
	stop := span(text, at, isLabelCharacter)
	return text[at:stop], stop + len("-----"), strings.HasPrefix(text[stop:], "-----")
}

// bearer finds what follows the word and space.
func bearer(text string, word, end int) (from, to int, ok bool) {
	if insideWord(text, word) {
		return 0, end, false
	}
	from = skipSpace(text, end)
	to = span(text, from, isBearerCharacter)
	if from == end || to-from < 10 {
		return 0, end, false
	}
	return from, to, true
}

// assignment finds the value that a name with the word in it gets, by = or :.
// A value in quotes is left alone.
func assignment(text string, _, end int) (from, to int, ok bool) {
	name := span(text, end, isWordCharacter)
	at := skipSpace(text, name)
	if at == len(text) || text[at] != '=' && text[at] != ':' {
		return 0, name, false // for other words in this name, too
	}
	from = skipSpace(text, at+1)
	to = from
	for to < len(text) && text[to] != '"' && text[to] != '\'' {
		r, width := utf8.DecodeRuneInString(text[to:])
		if isSpace(r) {
			break
		}
		to += width
	}
	if to == from {
		return 0, name, false
	}
	return from, to, true
}

// insideWord reports whether a letter, digit or underscore stands before the
// position.
func insideWord(text string, at int) bool {
	return at > 0 && isWordCharacter(text[at-1])
}

// span returns the end of the characters from a position that belong together.
func span(text string, at int, belongs func(byte) bool) int {
	for at < len(text) && belongs(text[at]) {
		at++
	}
	return at
}

func skipSpace(text string, at int) int {
	for at < len(text) {
		r, width := utf8.DecodeRuneInString(text[at:])
		if !isSpace(r) {
			break
		}
		at += width
	}
	return at
}

// isSpace follows JavaScript, in which a byte order mark is space, too.
func isSpace(r rune) bool {
	return unicode.IsSpace(r) && r != 0x85 || r == '\ufeff'
}

func isAlphanumeric(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
}

func isAccessCharacter(c byte) bool { return isUpper(c) || '0' <= c && c <= '9' }
func isLabelCharacter(c byte) bool  { return isAccessCharacter(c) || c == ' ' }
func isBase64Character(c byte) bool { return isAlphanumeric(c) || c == '+' || c == '/' || c == '=' }

// isPEMCharacter is for the lines of a key, also if they are lines of a string
// in a program.
func isPEMCharacter(c byte) bool {
	return isBase64Character(c) || strings.IndexByte(" \t\r\n\\:,", c) >= 0
}

func isWordCharacter(c byte) bool   { return isAlphanumeric(c) || c == '_' }
func isKeyCharacter(c byte) bool    { return isWordCharacter(c) || c == '-' }
func isSlackCharacter(c byte) bool  { return isAlphanumeric(c) || c == '-' }
func isBearerCharacter(c byte) bool { return isKeyCharacter(c) || c == '.' || c == '~' }
