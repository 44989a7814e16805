package rules

import (
	"regexp"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/engine/rules/problem"
)

// compileText compiles a pattern over a whole text: a regular expression between
// slashes, which is searched for, or a glob. Regular expressions are those of
// Go, whose time grows with the text alone.
func compileText(pattern string) (*regexp.Regexp, error) {
	if expression, ok := cutSlashes(pattern); ok {
		return compileRegexp(expression)
	}
	return compileRegexp(globExpression(pattern))
}

func compileRegexp(expression string) (*regexp.Regexp, error) {
	compiled, err := regexp.Compile(expression)
	if err != nil {
		return nil, problem.At(0, "the regular expression cannot be read (%v); look-arounds and back-references do not exist here", err)
	}
	return compiled, nil
}

// cutSlashes returns what is between the slashes of a regular expression.
func cutSlashes(pattern string) (expression string, ok bool) {
	if len(pattern) < 3 || pattern[0] != '/' || pattern[len(pattern)-1] != '/' {
		return "", false
	}
	return pattern[1 : len(pattern)-1], true
}

// globExpression is a glob as a regular expression: * is any text, ? one
// character, and a backslash takes the meaning of the next one.
func globExpression(glob string) string {
	var b strings.Builder
	b.WriteString(`(?s)\A`)
	for i := 0; i < len(glob); i++ {
		switch c := glob[i]; {
		case c == '*':
			b.WriteString(".*")
		case c == '?':
			b.WriteByte('.')
		case c == '\\' && i+1 < len(glob):
			i++
			b.WriteString(regexp.QuoteMeta(glob[i : i+1]))
		case c < 0x80:
			b.WriteString(regexp.QuoteMeta(glob[i : i+1]))
		default:
			b.WriteByte(c)
		}
	}
	b.WriteString(`\z`)
	return b.String()
}
