// Package lazyregexp has regular expressions that are compiled when they are
// first needed: most runs of the program need none, and start-up counts.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Regexp is an expression that may not be compiled yet.
type Regexp func() *regexp.Regexp

// New returns an expression. That it is valid shows when it is first used.
func New(expression string) Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
