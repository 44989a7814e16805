package match

import (
	"fmt"
	"strings"
)

// rejectForeignSyntax refuses group openings that our engine understands but
// JavaScript does not, such as (?i) or (?#…): there such a pattern is invalid.
func rejectForeignSyntax(pattern string) error {
	escaped, inClass := false, false
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case inClass:
			inClass = c != ']'
		case c == '[':
			inClass = true
		case c == '(' && strings.HasPrefix(pattern[i+1:], "?"):
			if !isScriptGroup(pattern[i+2:]) {
				return fmt.Errorf("invalid group at %q: JavaScript knows (?:…), (?=…), (?!…), (?<=…), (?<!…) and (?<name>…)", pattern[i:])
			}
		}
	}
	return nil
}

// isScriptGroup reports whether what follows "(?" opens a group that
// JavaScript knows.
func isScriptGroup(rest string) bool {
	if rest == "" {
		return false
	}
	switch rest[0] {
	case ':', '=', '!':
		return true
	case '<':
		if len(rest) < 2 {
			return false
		}
		c := rest[1]
		return c == '=' || c == '!' || c == '_' || c == '$' || c >= 0x80 ||
			'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	return false
}

// plainLetters writes letters that mean themselves behind a backslash in
// JavaScript, but something else to our engine, in a way that means the same to
// both.
func plainLetters(pattern string) string {
	const foreign = "AGZzaepP"
	var out strings.Builder
	for i := 0; i < len(pattern); i++ {
		if pattern[i] != '\\' || i+1 == len(pattern) {
			out.WriteByte(pattern[i])
			continue
		}
		i++
		if strings.IndexByte(foreign, pattern[i]) >= 0 {
			fmt.Fprintf(&out, `\x%02x`, pattern[i])
		} else {
			out.WriteByte('\\')
			out.WriteByte(pattern[i])
		}
	}
	return out.String()
}
