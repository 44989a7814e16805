package redact

import "strings"

// privateKey finds a private key in PEM, also one whose end is missing. It
// never looks beyond the next line of dashes.
func (s *scanner) privateKey(i int) bool {
	end, found := s.keyEnd(i)
	return found && s.token("a private key", i, end)
}

// keyEnd returns the end of the private key that begins at i.
func (s *scanner) keyEnd(i int) (end int, found bool) {
	const begin = "-----BEGIN "
	if !s.has(i, begin) {
		return 0, false
	}
	label, body, ok := s.dashes(i + len(begin))
	if !ok || !strings.Contains(label, "PRIVATE KEY") {
		return 0, false
	}
	end = len(s.text)
	if next := strings.Index(s.text[body:], "-----"); next >= 0 {
		end = body + next
	}
	if next := strings.Index(s.text[body:end], mark); next >= 0 {
		end = body + next
	}
	if s.has(end, "-----END ") {
		_, after, closed := s.dashes(end + len("-----END "))
		if closed && isKeyBody(s.text[body:end]) {
			return after, true
		}
	}
	end = body + keyLines(s.text[body:end])
	return end, longestRun(s.text[body:end]) >= 20
}

// dashes reads the rest of a line such as -----BEGIN RSA PRIVATE KEY-----.
func (s *scanner) dashes(i int) (label string, after int, ok bool) {
	label = s.ahead(i, func(c byte) bool { return isCapital(c) || c == ' ' })
	after = i + len(label)
	return label, after + len("-----"), s.has(after, "-----")
}

// isKeyBody knows a key from talk about the lines around it.
func isKeyBody(body string) bool {
	return longestRun(body) >= 20 || keyLines(body) == len(body)
}

// keyLines returns how much of a text may be lines of a key, also if those are
// lines of a string in a program.
func keyLines(text string) int {
	for i := range len(text) {
		c := text[i]
		if !isBase64(c) && !isSpace(c) && strings.IndexByte(`\:,-"'`, c) < 0 {
			return i
		}
	}
	return len(text)
}

// longestRun returns the length of the longest stretch of base64.
func longestRun(text string) int {
	run, longest := 0, 0
	for i := range len(text) {
		if run++; !isBase64(text[i]) {
			run = 0
		}
		longest = max(longest, run)
	}
	return longest
}
