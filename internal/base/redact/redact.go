// Package redact finds secrets and removes them from what is kept or shown. It
// is the one rule set for the journal, logs, records and rules about content.
//
// Two kinds of things are secrets: texts with the shape of a known credential
// (a prefix of its issuer, a private key, a password in a URL), and values that
// are given to a name such as DB_PASSWORD, in whatever notation.
//
// The shapes are public facts; gitleaks has the best collection of them. Its
// code is not used: it brings some 60 modules along, compiles 222 regular
// expressions on start, and looks for leaks in repositories, where a miss is
// cheap. Here every hook's output passes through, so the rules are written
// out: one pass from left to right that stops only at the few characters a
// secret cannot do without. No rule looks back or ahead over more than a fixed
// number of bytes unless what it looks at becomes part of a finding, so the
// time is linear in the length of any text.
package redact

import "strings"

// mark stands where a secret was.
const mark = "[REDACTED]"

// WereRemoved reports whether a text looks as if secrets were removed from it.
func WereRemoved(text string) bool { return strings.Contains(text, mark) }

// Finding is a secret in a text, at text[Start:End].
type Finding struct {
	What       string // for people: "a GitHub token"
	Start, End int
}

// Find returns the secrets in a text that are beyond reasonable doubt, from
// left to right: those with the shape of a credential, and values of names like
// password that do not look like a word of a program or a sentence.
func Find(text string) []Finding {
	var list []Finding
	for _, f := range scan(text) {
		if f.certain {
			list = append(list, f.Finding)
		}
	}
	return list
}

// Secrets returns the text with everything that may be a secret replaced by
// [REDACTED]. It errs on the side of removing: what is lost is a word in a log.
// Doing it twice changes nothing more.
func Secrets(text string) string {
	found := scan(text)
	if len(found) == 0 {
		return text
	}
	var out strings.Builder
	out.Grow(len(text))
	done := 0
	for _, f := range found {
		out.WriteString(text[done:f.Start])
		out.WriteString(f.quote + mark + f.quote)
		done = f.End
	}
	out.WriteString(text[done:])
	return out.String()
}
