package match

import (
	"fmt"
	"slices"
	"strings"
)

// Names matches a few names.
type Names []string

// Match reports whether name is one of n.
func (n Names) Match(name string, _ *Budget) bool { return slices.Contains(n, name) }

// NamesOrRegexp compiles a list of exact names or, if the pattern has characters
// that no such list has, a JavaScript regular expression that is searched for in
// names. With an error the matcher that is returned matches nothing.
func NamesOrRegexp(pattern string) (Matcher, error) {
	switch {
	case pattern == "*":
		return All{}, nil
	case IsNameList(pattern):
		return Names(NameList(pattern)), nil
	}
	m, err := Regexp(pattern)
	if err != nil {
		return Names{}, fmt.Errorf("the matcher %q is not a valid regular expression and matches nothing: %w", pattern, err)
	}
	return m, nil
}

// IsNameList reports whether a pattern is a list of names: it has nothing but
// letters, digits, underscores, dashes, space and separators.
func IsNameList(pattern string) bool {
	return strings.IndexFunc(pattern, func(r rune) bool {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
		return !letter && !strings.ContainsRune("_- ,|", r)
	}) < 0
}

// NameList returns the names in a list that is separated by | or commas.
func NameList(pattern string) []string {
	names := strings.FieldsFunc(pattern, func(r rune) bool { return r == '|' || r == ',' })
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
	}
	return names
}
