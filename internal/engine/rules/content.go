package rules

import (
	"regexp"

	"github.com/grapnel-hooks/grapnel/internal/base/redact"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/problem"
)

// secret is the word for the built-in detectors.
const secret = "secret"

// content is a condition on what is written or what came back: a regular
// expression, or without one the detectors of secrets.
type content struct{ expression *regexp.Regexp }

func compileContent(pattern string) (content, error) {
	if pattern == secret {
		return content{}, nil
	}
	expression, ok := cutSlashes(pattern)
	if !ok {
		return content{}, problem.At(0, "content is %s or a regular expression between slashes; write /%s/ if you mean that", secret, pattern)
	}
	compiled, err := compileRegexp(expression)
	return content{compiled}, err
}

// finding is a place in a text, and what is there.
type finding struct {
	what       string
	start, end int
}

// find returns what the condition finds in a text, from left to right.
func (c content) find(text string) []finding {
	var list []finding
	if c.expression == nil {
		for _, f := range redact.Find(text) {
			list = append(list, finding{f.What, f.Start, f.End})
		}
		return list
	}
	for _, at := range c.expression.FindAllStringIndex(text, -1) {
		if at[1] > at[0] {
			list = append(list, finding{shorten(text[at[0]:at[1]]), at[0], at[1]})
		}
	}
	return list
}

// first returns what the condition finds first.
func (c content) first(text string) (what string, ok bool) {
	if c.expression == nil {
		if found := redact.Find(text); len(found) > 0 {
			return found[0].What, true
		}
		return "", false
	}
	at := c.expression.FindStringIndex(text)
	if at == nil {
		return "", false
	}
	return shorten(text[at[0]:at[1]]), true
}

// maxQuote is how many bytes of a text messages quote.
const maxQuote = 60

func shorten(text string) string {
	if len(text) <= maxQuote {
		return text
	}
	end := maxQuote
	for end > 0 && text[end]&0xC0 == 0x80 { // not in the middle of a character
		end--
	}
	return text[:end] + "…"
}
