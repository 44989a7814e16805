package hooktest

import (
	"regexp"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

// pattern is a text that must be there: itself, or one that a regular
// expression between slashes is found in.
type pattern struct {
	source string
	re     *regexp.Regexp // nil for plain text
}

func (r *reader) pattern(v *document.Value, what string) pattern {
	p := pattern{source: r.textOf(v, what)}
	if !isRegexp(p.source) {
		return p
	}
	var err error
	if p.re, err = regexp.Compile(p.source[1 : len(p.source)-1]); err != nil {
		r.errorf(v.Pos, "%s: %v", what, err)
	}
	return p
}

func isRegexp(text string) bool {
	return len(text) > 2 && text[0] == '/' && text[len(text)-1] == '/'
}

// matches compares texts without the newlines at their ends, which neither echo
// nor a YAML block can do without.
func (p pattern) matches(text string) bool {
	if p.re != nil {
		return p.re.MatchString(text)
	}
	return trimEnd(p.source) == trimEnd(text)
}

// String is how a failure shows what was wanted.
func (p pattern) String() string {
	if p.re != nil {
		return "(a text that matches) " + p.source
	}
	return trimEnd(p.source)
}

// literal is how to write a pattern that matches just this text.
func literal(text string) string {
	text = trimEnd(text)
	if isRegexp(text) {
		return "/^" + regexp.QuoteMeta(text) + "$/"
	}
	return text
}

func trimEnd(text string) string { return strings.TrimRight(text, "\r\n") }
