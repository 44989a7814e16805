package redact

import (
	"encoding/base64"
	"strings"
	"unicode"
	"unicode/utf8"
)

// scheme finds the credentials behind the words Bearer and Basic.
func (s *scanner) scheme(i int) bool {
	if next := s.byteAt(i+1) | 0x20; next != 'e' && next != 'a' || !s.starts(i) {
		return false
	}
	start, found := s.credential(i)
	return found && s.token("a credential of a request", start, s.span(start, isBearer))
}

// credential returns where the credential begins that the scheme at i is for.
func (s *scanner) credential(i int) (start int, found bool) {
	word, is := "basic", isBasic
	if s.fold(i, "bearer") {
		word, is = "bearer", isBearerToken
	} else if !s.fold(i, word) {
		return 0, false
	}
	start = s.skipBlank(i + len(word))
	return start, start > i+len(word) && is(s.ahead(start, isBearer))
}

// isBearerToken knows tokens from words such as in "bearer authentication".
func isBearerToken(token string) bool {
	return len(token) >= 10 && (strings.ContainsFunc(token[1:], func(r rune) bool { return !unicode.IsLower(r) }) || len(token) >= 20)
}

// isBasic decodes what it is given: a name, a colon and a password. What is
// longer than a window is not decoded.
func isBasic(token string) bool {
	if len(token) < 8 {
		return false
	}
	if len(token) >= window {
		return true
	}
	plain, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(token, "="))
	return err == nil && strings.Contains(string(plain), ":") && utf8.Valid(plain)
}

// url finds the password in an address, or a token in the place of the user.
func (s *scanner) url(i int) bool {
	start := i + 3
	switch {
	case s.has(i, "://"):
	case s.has(i, `:\/\/`):
		start = i + 5
	default:
		return false
	}
	at, colon := -1, -1
	for stop := start; stop < len(s.text) && !endsAuthority(s.text[stop]); stop++ {
		switch c := s.text[stop]; {
		case c == '@':
			at = stop
		case c == ':' && colon < 0:
			colon = stop
		}
	}
	if at < 0 {
		return false
	}
	if colon >= 0 && colon < at {
		secret := s.text[colon+1 : at]
		return secret != "" && !isReference(secret) &&
			s.add(finding{Finding: Finding{"a password in a URL", colon + 1, at}, certain: !isPlaceholder(secret)})
	}
	return at-start >= 20 && !isReference(s.text[start:at]) && s.token("a token in a URL", start, at)
}

// endsAuthority reports whether a byte ends the part of a URL with the host.
func endsAuthority(c byte) bool {
	return c <= ' ' || isQuote(c) || strings.IndexByte(`/?#\<>|`, c) >= 0
}

// skipBlank skips white space within a line.
func (s *scanner) skipBlank(i int) int {
	for i < len(s.text) {
		if isBlank(s.text[i]) {
			i++
			continue
		}
		r, width := utf8.DecodeRuneInString(s.text[i:])
		if r < utf8.RuneSelf || !unicode.IsSpace(r) && r != '\ufeff' {
			break
		}
		i += width
	}
	return i
}
