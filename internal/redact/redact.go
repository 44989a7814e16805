// Package redact removes secrets from texts that are kept or shown.
package redact

import (
	"regexp"
	"strings"
	"sync"
)

// Mark stands where a secret was.
const Mark = "[REDACTED]"

// rule finds one kind of secret. Most texts have none of them, so that a rule
// first looks for a word without which it cannot match.
type rule struct {
	words   []string // in lower case
	pattern string
	replace string
	once    sync.Once
	re      *regexp.Regexp
}

// rules are applied in this order.
var rules = []*rule{
	{words: []string{"sk-"}, pattern: `\bsk-[A-Za-z0-9_-]{16,}\b`, replace: Mark},
	{words: []string{"ghp_", "gho_", "ghu_", "ghs_", "ghr_"}, pattern: `\bgh[pousr]_[A-Za-z0-9]{20,}\b`, replace: Mark},
	{words: []string{"aiza"}, pattern: `\bAIza[A-Za-z0-9_-]{20,}`, replace: Mark},
	{words: []string{"xox"}, pattern: `\bxox[baprs]-[A-Za-z0-9-]{10,}`, replace: Mark},
	{words: []string{"bearer"}, pattern: `(?i)\b(Bearer\s+)[A-Za-z0-9._~-]{10,}`, replace: "${1}" + Mark},
	{
		words:   []string{"token", "api_key", "secret", "password"},
		pattern: `(?i)\b([A-Za-z0-9_]*(?:TOKEN|API_KEY|SECRET|PASSWORD)[A-Za-z0-9_]*\s*[=:]\s*)[^\s"']+`,
		replace: "${1}" + Mark,
	},
}

// Secrets returns the text with what looks like a secret replaced by Mark.
func Secrets(text string) string {
	lower := strings.ToLower(text)
	for _, r := range rules {
		if r.mayMatch(lower) {
			r.once.Do(func() { r.re = regexp.MustCompile(r.pattern) })
			text = r.re.ReplaceAllString(text, r.replace)
		}
	}
	return text
}

func (r *rule) mayMatch(lower string) bool {
	for _, word := range r.words {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}
