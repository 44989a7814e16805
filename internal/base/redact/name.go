package redact

import "strings"

// kind is what a name says about its value.
type kind int

const (
	harmless kind = iota
	password      // the value is a secret, whatever it looks like
	token         // the same, but small numbers are counts and places of tokens
	tokens        // the same, but numbers are counts
	keyed         // the value is a secret if it looks like one
)

// maxName is how many bytes at the end of a name count.
const maxName = 128

// kindOf returns what a name says. Of DB_PASSWORD, dbPassword, db-password-2
// and tokenSecret the last telling word counts; words behind it may say that
// the value is something about the secret (password_file), words before it that
// it is a quantity (max_tokens).
func kindOf(name string) kind {
	name = name[max(0, len(name)-maxName):]
	if !mayTell(name) {
		return harmless
	}
	var buf [16]string
	words := split(name, buf[:0])
	for i := len(words) - 1; i >= 0; i-- {
		before := ""
		if i > 0 {
			before = words[i-1]
		}
		k := kindOfWord(words[i], before, len(words) == 1)
		if (k == token || k == tokens) && isQuantity(before) {
			return harmless
		}
		if k != harmless {
			return k
		}
		if isAbout(words[i]) {
			return harmless
		}
	}
	return harmless
}

// mayTell looks at the letters of a name only. Most names lack one that every
// telling word has.
func mayTell(name string) bool {
	have := letters(name)
	for _, word := range [...]string{"pas", "pwd", "key", "tok", "sct", "crd", "auh", "sig"} { // of pass, token, secret, …
		need := letters(word)
		if have&need == need {
			return true
		}
	}
	return false
}

// letters is the set of letters in a name, a bit for each.
func letters(name string) (set uint32) {
	for i := range len(name) {
		if c := name[i] | 0x20; isLower(c) {
			set |= 1 << (c - 'a')
		}
	}
	return set
}

// kindOfWord returns what a word of a name says, with the one before it.
func kindOfWord(word, before string, alone bool) kind {
	switch word {
	case "pass", "pwd", "passcode", "credential", "credentials", "cred", "creds", "authorization", "passwords", "passphrases":
		return password
	case "word", "phrase":
		if before == "pass" {
			return password
		}
	case "sig", "auth":
		if alone {
			return keyed
		}
	case "signature":
		if before == "amz" {
			return keyed
		}
	case "key", "keys":
		if isKeyKind(before) {
			return password
		}
	}
	switch {
	case strings.HasSuffix(word, "token"):
		return token
	case strings.HasSuffix(word, "tokens"):
		return tokens
	}
	for _, noun := range [...]string{"password", "passwd", "passphrase", "secret", "secrets", "apikey", "apikeys", "accesskey", "secretkey", "privatekey", "accountkey", "dbpass", "dbpwd", "userpass"} {
		if strings.HasSuffix(word, noun) {
			return password
		}
	}
	return harmless
}

// isKeyKind lists the keys that are secrets; a primary or public key is not.
func isKeyKind(word string) bool {
	switch word {
	case "api", "access", "secret", "private", "signing", "encryption", "account", "master", "auth", "shared", "storage", "session", "deploy", "ssh":
		return true
	}
	return false
}

// isQuantity lists words before "tokens" that make it a number or a piece of
// text, of a model or a page.
func isQuantity(word string) bool {
	switch word {
	case "max", "min", "num", "n", "total", "count", "input", "output", "prompt", "completion", "reasoning", "cached", "budget", "used", "new", "thinking",
		"page", "next", "stop", "eos", "bos", "pad", "unk", "sep", "cls", "mask", "special", "candidates", "thoughts", "read", "creation":
		return true
	}
	return false
}

// isAbout lists words behind a telling one that say that the value is something
// about a secret.
func isAbout(word string) bool {
	switch word {
	case "id", "ids", "count", "counts", "limit", "limits", "size", "length", "len", "type", "types", "kind", "name", "names", "field", "fields", "file", "files",
		"path", "paths", "dir", "url", "uri", "endpoint", "ttl", "expiry", "expires", "expiration", "at", "in", "age", "policy", "rule", "rules", "min", "max",
		"budget", "usage", "window", "index", "idx", "position", "enabled", "required", "prompt", "hint", "label", "placeholder", "reset", "changed", "manager",
		"provider", "store", "service", "version", "format", "regex", "pattern", "prefix", "suffix", "header", "param", "column", "strength", "source", "ref", "arn",
		"per", "left", "remaining", "details", "description", "message", "error", "title", "text", "status", "state", "class", "env", "var", "variable", "input", "helper", "check", "validator", "optional", "encryption", "algorithm", "method", "mode", "start", "end", "ends":
		return true
	}
	return false
}

// split cuts a name into its words, in lower case: at what is not a letter, and
// where a capital follows a small letter or begins a word (APIKey).
func split(name string, words []string) []string {
	start := 0
	flush := func(end int) {
		if end > start && len(words) < cap(words) {
			words = append(words, strings.ToLower(name[start:end]))
		}
		start = end
	}
	for i := range len(name) {
		switch c := name[i]; {
		case !isLetter(c):
			flush(i)
			start = i + 1
		case isUpper(c) && i > start && (isLower(name[i-1]) || i+1 < len(name) && isLower(name[i+1])):
			flush(i)
		}
	}
	flush(len(name))
	return words
}
