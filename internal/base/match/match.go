// Package match compiles the patterns with which hooks choose their tools.
//
// Patterns and names come from outside, so matching is bounded in time. A
// pattern that runs out of time counts as matching: a guard that runs once too
// often is a nuisance, one that silently does not run is a hole.
package match

import (
	"strings"
	"time"

	"github.com/dlclark/regexp2"
)

// Limits on matching time. The engine's clock ticks every 100 ms, so a single
// pattern may take about twice its limit; the two together keep one event
// below a second.
const (
	patternLimit = 100 * time.Millisecond
	eventLimit   = 700 * time.Millisecond
)

// Budget is the matching time of one event. The zero value is a full budget.
type Budget struct {
	deadline  time.Time
	exhausted bool
}

// Exhausted reports whether some pattern ran out of time, so that a match may
// be only assumed.
func (b *Budget) Exhausted() bool { return b.exhausted }

// spent starts the clock at the first use: plain patterns never ask for it.
func (b *Budget) spent() bool {
	now := time.Now()
	if b.deadline.IsZero() {
		b.deadline = now.Add(eventLimit)
	}
	return now.After(b.deadline)
}

// Matcher decides whether a hook is meant for a name.
type Matcher interface {
	Match(name string, budget *Budget) bool
}

// All matches every name.
type All struct{}

// Match reports true.
func (All) Match(string, *Budget) bool { return true }

// Exact matches one name.
type Exact string

// Match reports whether name is exactly e.
func (e Exact) Match(name string, _ *Budget) bool { return name == string(e) }

// contains matches names that contain one of its words. It stands for the
// regular expressions people write most, such as `write_file|replace`.
type contains []string

func (c contains) Match(name string, _ *Budget) bool {
	for _, word := range c {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// Regexp compiles a JavaScript regular expression, to be searched for anywhere
// in a name.
func Regexp(pattern string) (Matcher, error) {
	if isAlternatives(pattern) {
		return contains(strings.Split(pattern, "|")), nil
	}
	if err := rejectForeignSyntax(pattern); err != nil {
		return nil, err
	}
	re, err := regexp2.Compile(plainLetters(pattern), regexp2.ECMAScript)
	if err != nil {
		return nil, err
	}
	re.MatchTimeout = patternLimit
	return expression{re}, nil
}

// isAlternatives reports whether the pattern is words joined by |, which need
// no regular expression engine.
func isAlternatives(pattern string) bool {
	for _, r := range pattern {
		letter := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
		if !letter && !('0' <= r && r <= '9') && r != '_' && r != '|' {
			return false
		}
	}
	return true
}

// expression is a compiled regular expression.
type expression struct{ re *regexp2.Regexp }

func (e expression) Match(name string, budget *Budget) bool {
	if budget.spent() {
		budget.exhausted = true
		return true
	}
	matched, err := e.re.MatchString(name)
	if err != nil { // the only error is running out of time
		budget.exhausted = true
		return true
	}
	return matched
}
