package redact

import "strings"

// key is the name on the left of a separator.
type key struct {
	start, end int    // of the name
	quote      string // in front of it and behind it; backslashes included
	index      bool   // it stands in brackets: config["password"]
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

// isShellName reports whether a name is one of the environment.
func isShellName(name string) bool {
	for i := range len(name) {
		if !isCapital(name[i]) && name[i] != '_' {
			return false
		}
	}
	return true
}

// isOther knows the PWD of shells and the PASS of tests from passwords.
func (s *scanner) isOther(k key, value string) bool {
	name := s.text[k.start:k.end]
	switch {
	case strings.EqualFold(name, "pwd"), strings.EqualFold(name, "oldpwd"):
		return strings.HasPrefix(value, "/")
	case strings.EqualFold(name, "pass"):
		return name != "pass" || !s.isLineStart(k.start) || isNumber(value)
	}
	return false
}
