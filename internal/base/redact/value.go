package redact

import (
	"slices"
	"strings"
)

// verdict is how likely a value is a secret.
type verdict int

const (
	ordinary verdict = iota
	likely
	certain
)

// quoted judges what stands in quotes. The text is cut at a window.
func quoted(k kind, text string) verdict {
	switch {
	case strings.TrimSpace(text) == "", isReference(text), isLiteral(strings.TrimSpace(text)), isTypeName(text), isColor(text), isVersion(text), k == keyed && !isDense(text):
		return ordinary
	case isNumber(text):
		return number(k, text)
	case kindOf(text) != harmless && !strings.ContainsAny(text, "0123456789 "):
		return ordinary // a label, or the name of a field
	case isPlaceholder(text), len(text) < 4, strings.ContainsAny(text, " \n()[]{}\\"):
		return likely
	case k != password && len(text) < 16 && isLetters(text):
		return likely // a token of a language
	}
	return certain
}

// isLetters reports whether a text has nothing but letters.
func isLetters(text string) bool {
	for i := range len(text) {
		if !isLetter(text[i]) {
			return false
		}
	}
	return true
}

// isColor knows what themes give to tokens.
func isColor(text string) bool {
	return len(text) >= 4 && len(text) <= 9 && text[0] == '#' && isHexOf(strings.ToLower(text[1:]), 3)
}

// surroundings are where a value without quotes stands.
type surroundings struct {
	kind  kind
	shell bool   // NAME=value
	rest  string // what follows the value
}

// bare judges a value without quotes. In a shell it is one; elsewhere it may be
// a word of a program or of a sentence.
func bare(text string, c surroundings) verdict {
	word := strings.TrimRight(text, ",;)}]")
	switch {
	case word == "", isReference(text), isLiteral(word), c.kind == keyed && !isDense(word):
		return ordinary
	case isNumber(word):
		return number(c.kind, word)
	case c.shell:
		return sure(len(word) >= 8 && !isPlaceholder(word))
	case strings.IndexByte("!,;)]}=&*|+@#", word[0]) >= 0:
		return ordinary
	}
	name := pathEnd(word)
	if name == len(word) || strings.IndexByte("([{<?:|)", word[name]) >= 0 {
		return identifier(word, name, text, c)
	}
	return sure(len(word) >= 8 && !isPlaceholder(word))
}

// sure tells a certain secret from one that is only likely.
func sure(is bool) verdict {
	if is {
		return certain
	}
	return likely
}

// identifier judges a value that could be the name of something, which is
// word[:name].
func identifier(word string, name int, text string, c surroundings) verdict {
	switch path := word[:name]; {
	case isTypeName(path), isKeyword(path), isStatus(path):
		return ordinary
	case name < len(word):
		return ordinary // a call, an index, an expression
	case strings.ContainsAny(path, "0123456789"):
		return sure(len(path) >= 12 && !strings.Contains(path, "."))
	case kindOf(path) != harmless, strings.ContainsAny(path, ".:"), len(word) < len(text):
		return ordinary // another variable or member
	case isProse(c.rest):
		return ordinary
	}
	return likely
}

// isProse reports whether a sentence goes on. What has been removed was a word.
func isProse(rest string) bool {
	text := strings.TrimLeft(rest, " \t")
	return text != "" && text != rest && (isLetter(text[0]) || text[0] == '[' || text[0] == '(')
}

// pathEnd returns the end of a name such as config.password or Token::new.
func pathEnd(text string) int {
	if !isLetter(text[0]) && text[0] != '_' {
		return 0
	}
	i := 0
	for i < len(text) && (isWord(text[i]) || text[i] == '.') {
		i++
	}
	return i
}

// isVersion knows what packages like js-tokens and jsonwebtoken are given.
func isVersion(text string) bool {
	plain := strings.TrimLeft(text, "^~>=<v ")
	return len(plain) < len(text) && strings.Contains(plain, ".") && isNumber(plain)
}

// number judges a number. Of tokens it is mostly a count.
func number(k kind, text string) verdict {
	if k == tokens || k == token && len(text) < 6 || k == keyed {
		return ordinary
	}
	return likely
}

// isNumber reports whether a text is a number or a version.
func isNumber(text string) bool {
	return text != "" && isDigit(text[0]) && strings.Trim(text, "0123456789._") == ""
}

// isDense reports whether a text looks like nothing but a credential.
func isDense(text string) bool {
	return len(text) >= 16 && strings.ContainsAny(text, "0123456789=") && !strings.ContainsAny(text, " \n")
}

// isReference knows what stands for a value: a variable, a template, a mask,
// and what this package has left behind.
func isReference(text string) bool {
	if strings.Contains(text, mark) || strings.HasPrefix(text, "{{") || strings.HasPrefix(text, "<") || strings.HasPrefix(text, "#{") {
		return true
	}
	if len(text) > 1 && (text[0] == '$' || text[0] == '%') {
		return isLetter(text[1]) || strings.IndexByte("_{(#+", text[1]) >= 0
	}
	if len(text) > 1 && text[0] == '{' && (isAlnum(text[1]) || text[1] == '}') {
		return true
	}
	return len(text) >= 3 && (strings.Trim(text, "*") == "" || strings.Trim(text, ".") == "" || strings.Trim(text, "xX") == "")
}

// isPlaceholder lists what people write where a secret belongs.
func isPlaceholder(text string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc([]string{"your", "example", "changeme", "change-me", "change_me", "placeholder", "dummy", "redacted", "password", "secret", "insert", "replace"},
		func(word string) bool { return strings.Contains(text, word) })
}

// isLiteral lists values of programs and configuration that are never secrets.
func isLiteral(word string) bool {
	switch strings.ToLower(word) {
	case "true", "false", "null", "nil", "none", "undefined", "yes", "no", "on", "off", "nan", "~", "-", "--", "include", "omit", "same-origin", "inherit", "bearer", "basic":
		return true
	}
	return false
}

// isTypeName lists types of common languages, in any case.
func isTypeName(word string) bool {
	if len(word) > len("securestring") {
		return false
	}
	switch strings.ToLower(word) {
	case "string", "str", "bool", "boolean", "int", "integer", "number", "float", "any", "object", "array", "bytes", "byte", "char", "text", "varchar", "unknown", "void",
		"optional", "list", "dict", "map", "set", "vec", "uuid", "secretstr", "securestring", "option", "union", "literal", "func", "function", "type", "interface", "struct":
		return true
	}
	return false
}

// isKeyword lists words of languages and sentences that follow a name.
func isKeyword(word string) bool {
	switch word {
	case "return", "continue", "break", "pass", "raise", "throw", "await", "async", "new", "not", "self", "this", "lambda", "def", "if", "else", "for", "while", "include",
		"omit", "same", "inherit", "write", "read", "admin", "input", "const", "let", "var", "print", "yield", "del", "in", "is", "as", "iota", "or", "and", "a", "an", "the", "to", "of":
		return true
	}
	return false
}

// isStatus lists what messages say about a password or a token.
func isStatus(word string) bool {
	switch strings.ToLower(word) {
	case "expired", "invalid", "missing", "required", "valid", "ok", "error", "failed", "denied", "incorrect", "wrong", "present", "unset", "empty", "hidden", "enabled", "disabled",
		"accepted", "rejected", "changed", "updated", "reset", "revoked", "found", "default", "deprecated", "reserved", "removed", "here":
		return true
	}
	return false
}
