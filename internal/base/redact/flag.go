package redact

import "strings"

// flag finds the value of an option: --password x, and -p x or -u name:x of
// programs that mean a password by it.
func (s *scanner) flag(i int) bool {
	if i > s.done && !isSpace(s.text[i-1]) && !isQuote(s.text[i-1]) {
		return false
	}
	if !s.has(i, "--") {
		return s.shortFlag(i)
	}
	name := s.ahead(i+2, isKeyPart)
	k := kindOf(name)
	if k == harmless || k == keyed || len(name) == window {
		return false
	}
	from, quote := s.argument(i + 2 + len(name))
	if from < 0 || s.byteAt(from) == '-' {
		return false
	}
	return s.argumentValue(k, from, quote)
}

// argumentValue judges the argument at from like an assigned value.
func (s *scanner) argumentValue(k kind, from int, quote string) bool {
	a := assigned{key: key{start: from, end: from}, kind: k, value: value{from: from, quote: quote}, spaced: true}
	return from < len(s.text) && !(quote == "" && isOpening(s.text[from])) && s.judge(a)
}

// argument returns where the next argument begins, on a command line or in a
// list of strings; from is -1 if there is none.
func (s *scanner) argument(i int) (from int, quote string) {
	from = i
	if from < len(s.text) && isQuote(s.text[from]) {
		from++ // ["--password", "x"]
		if s.byteAt(from) == ',' {
			from++
		}
	}
	behind := s.skipBlank(from)
	if behind == i || behind == from && from-i != 2 || behind == len(s.text) {
		return -1, ""
	}
	v := s.valueAt(behind, false)
	return v.from, v.quote
}

// shortFlag finds -p and -u where the program is known.
func (s *scanner) shortFlag(i int) bool {
	letter := s.byteAt(i + 1)
	if letter != 'p' && letter != 'u' || i == s.done {
		return false
	}
	line := s.text[max(s.done, i-window/2):i]
	line = line[strings.LastIndexAny(line, "\n;|&]")+1:] // ] ends a mark
	program := func(name string) bool { return hasWord(line, name) }
	switch {
	case letter == 'u' && (program("curl") || program("wget")):
		return s.userFlag(i + 2)
	case letter == 'p' && (program("mysql") || program("mysqldump") || program("mariadb")):
		if next := s.byteAt(i + 2); isSpace(next) || next == 0 {
			return false // it asks
		}
		return s.argumentValue(password, i+2, "")
	case letter == 'p' && (program("sshpass") || hasWord(line, "login")):
		if from, quote := s.argument(i + 2); from >= 0 {
			return s.argumentValue(password, from, quote)
		}
	}
	return false
}

// userFlag finds the password in name:password.
func (s *scanner) userFlag(i int) bool {
	from, _ := s.argument(i)
	if from < 0 {
		return false
	}
	word := s.ahead(from, func(c byte) bool { return !isSpace(c) && !isQuote(c) })
	colon := strings.IndexByte(word, ':')
	if colon < 0 || colon+1 == len(word) || isReference(word[colon+1:]) {
		return false
	}
	start := from + colon + 1
	return s.token("a password", start, s.span(start, func(c byte) bool { return !isSpace(c) && !isQuote(c) }))
}

// hasWord reports whether a command line has a word, or a path that ends in it.
func hasWord(line, word string) bool {
	for at := 0; ; {
		i := strings.Index(line[at:], word)
		if i < 0 {
			return false
		}
		at += i + len(word)
		before := at - len(word) - 1
		if (before < 0 || !isKeyPart(line[before])) && (at == len(line) || isSpace(line[at])) {
			return true
		}
	}
}

// element finds the text of an XML element with a telling name, whose tag ends
// at i.
func (s *scanner) element(i int) bool {
	start := s.back(i, isDotted)
	if start == s.done || start == i || s.text[start-1] != '<' {
		return false
	}
	k := kindOf(s.text[start:i])
	text := s.ahead(i+1, func(c byte) bool { return c != '<' && c != '\n' })
	if k == harmless || text == "" || s.byteAt(i+1+len(text)) != '<' && len(text) < window {
		return false
	}
	return s.note(i+1, quoted(k, text), func() int {
		return s.span(i+1, func(c byte) bool { return c != '<' })
	})
}
