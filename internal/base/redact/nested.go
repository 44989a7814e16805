package redact

import "strings"

// brackets finds an object or a list below a telling key. In JSON all of it
// goes; elsewhere only what is on one line and not part of a program.
func (s *scanner) brackets(a assigned) bool {
	from := a.value.from
	json := a.key.quote != "" && !a.key.index && s.text[from] != '(' && (a.kind == password || !strings.HasSuffix(a.key.quote, "'"))
	if a.kind == keyed || !json && (a.equals || !s.isLineStart(a.key.start) || !s.isFlow(from)) {
		return false
	}
	inside := strings.TrimLeft(s.ahead(from+1, func(byte) bool { return true }), " \t\r\n")
	if inside == "" || strings.Contains(inside, mark) || s.has(from, mark) || s.has(from, "{{") || strings.IndexByte("}])", inside[0]) >= 0 || isSchema(inside) || a.kind >= token && isDigit(inside[0]) {
		return false
	}
	end := s.closing(from, a.key.quote)
	return s.add(finding{Finding: Finding{"passwords or keys", from, end}, quote: a.key.quote})
}

// isFlow reports whether a YAML list or mapping is on one line and has values.
func (s *scanner) isFlow(from int) bool {
	line := s.ahead(from, func(c byte) bool { return !isNewline(c) })
	line = strings.TrimRight(line, " \t,")
	return len(line) > 2 && (s.text[from] == '{' && line[len(line)-1] == '}' || s.text[from] == '[' && line[len(line)-1] == ']') &&
		strings.ContainsAny(line, "0123456789\"':")
}

// isSchema knows the description of a parameter that is called password.
func isSchema(inside string) bool {
	inside = strings.TrimLeft(inside, "\\\"'")
	word := inside[:pathLength(inside)]
	switch word {
	case "$ref", "description", "properties", "title", "enum", "anyOf", "oneOf", "allOf", "format", "minLength", "maxLength", "items", "default", "required",
		"deprecated", "location", "methods", "additionalProperties":
		return true
	case "type":
		rest := strings.TrimLeft(inside[len(word):], "\\\"': \t\r\n[")
		return isTypeName(rest[:pathLength(rest)])
	}
	return false
}

// pathLength returns the length of the name that a text begins with.
func pathLength(text string) int {
	i := 0
	for i < len(text) && (isWord(text[i]) || text[i] == '$') {
		i++
	}
	return i
}

// closing returns the end of the brackets that open at i, or of the text.
func (s *scanner) closing(i int, quote string) int {
	if quote == "" {
		quote = `"`
	}
	depth := 0
	for i < len(s.text) {
		switch c := s.text[i]; c {
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		case quote[len(quote)-1]:
			_, i = s.upTo(i+1, quote, len(s.text))
			i += len(quote) - 1
		}
		i++
	}
	return len(s.text)
}

// block is the lines below a telling key of YAML, as far as they are indented.
type block struct {
	open   bool
	indent int
}

// nest opens the block below a key that ends its line.
func (s *scanner) nest(k key, colon int) {
	if s.text[colon] == ':' && k.quote == "" && s.isLineStart(k.start) {
		if indent := s.indent(k.start); !s.nested.open || indent <= s.nested.indent {
			s.nested = block{true, indent}
		}
	}
}

// has reports whether a key is in the block. One that is not ends it.
func (b *block) has(s *scanner, k key) bool {
	if !b.open || k.quote != "" || !s.isLineStart(k.start) {
		return false
	}
	b.open = s.indent(k.start) > b.indent
	return b.open
}

// isLineStart reports whether only space and dashes of a list are before i.
func (s *scanner) isLineStart(i int) bool {
	start := i - s.indent(i)
	return start == 0 || isNewline(s.text[start-1])
}

// indent returns how many of the bytes before i are space or dashes of a list.
func (s *scanner) indent(i int) int {
	return i - s.back(i, func(c byte) bool { return isBlank(c) || c == '-' })
}

// blockText finds the lines of a YAML text that begins with | or > behind a
// telling key.
func (s *scanner) blockText(a assigned) bool {
	line := s.span(a.value.from+1, func(c byte) bool { return isBlank(c) || c == '-' || c == '+' || isDigit(c) })
	if line == len(s.text) || !isNewline(s.text[line]) || !s.isLineStart(a.key.start) {
		return false
	}
	first := s.span(line, isSpace)
	indent := s.indent(a.key.start)
	end := line
	for next := line; next < len(s.text); {
		text := s.span(next, isNewline)
		begin := s.span(text, isBlank)
		if begin < len(s.text) && begin-text <= indent && !isNewline(s.text[begin]) {
			break
		}
		next = s.span(begin, func(c byte) bool { return !isNewline(c) })
		end = next
	}
	return end > first && !strings.HasPrefix(s.text[first:], mark) &&
		s.add(finding{Finding: Finding{"a password or key", first, end}, certain: true})
}
