package check

import (
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/lazyregexp"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// toolHooks are the hooks with a matcher for names of tools.
func (c *Config) toolHooks() []hook.Definition {
	var list []hook.Definition
	for _, def := range c.definitions() {
		if def.Matcher != "" && c.event(def.Event).Subject == "tool_name" {
			list = append(list, def)
		}
	}
	return list
}

// badMatchers notices patterns that are not what they look like.
func badMatchers(c *Config) []Finding {
	var found []Finding
	for _, def := range c.toolHooks() {
		if c.diagnosed[c.atMatcher(def)] {
			continue
		}
		if _, err := c.Dialect.Matcher(c.event(def.Event), def); err != nil {
			found = append(found, warnf(c.atMatcher(def), "%v", err).
				fixf("%s", regexpFix(def.Matcher)))
		}
	}
	return found
}

// regexpFix is what to write in place of a broken regular expression.
func regexpFix(pattern string) string {
	better := globStar().ReplaceAllString(pattern, "$1.*")
	if better == pattern {
		return "correct the pattern, or put a backslash before characters that stand for themselves"
	}
	return "write " + better + " if * is to stand for any text"
}

// globStar is a star that stands where only a glob has one: at the beginning of
// a name, or behind a letter.
var globStar = lazyregexp.New(`(^|[|(]|[A-Za-z0-9_-])\*`)

// foreign are signs that a pattern was written for another kind of matcher.
var foreign = map[dialect.Patterns]struct {
	sign      lazyregexp.Regexp
	what, fix string
}{
	dialect.Regexps: {
		lazyregexp.New(`(^|[^\\])[A-Za-z0-9_-]\*`),
		"matchers are regular expressions here, in which * repeats the character before it and does not stand for any text",
		"write .* in place of *",
	},
	dialect.NamesOrRegexps: {
		lazyregexp.New(`(^|[^\\])[A-Za-z0-9_-]\*`),
		"a matcher with * is a regular expression here, in which * repeats the character before it and does not stand for any text",
		"write .* in place of *",
	},
	dialect.Globs: {
		lazyregexp.New(`\.[*+]|\\|^\^|\$$`),
		"matchers are globs here, and this one is written like a regular expression: dots, ^, $ and backslashes stand for themselves",
		"write * for any text; a glob is for the whole name",
	},
	dialect.Names: {
		lazyregexp.New(`[*?^$\\]|\.\+`),
		"names of tools are compared as they are here, and this one looks like a pattern",
		"write the names of the tools",
	},
}

// matcherKinds notices globs where regular expressions count, and the reverse.
func matcherKinds(c *Config) []Finding {
	var found []Finding
	style := c.Dialect.Rules().Patterns
	for _, def := range c.toolHooks() {
		pattern := strings.TrimSpace(def.Matcher)
		if pattern == "*" || c.diagnosed[c.atMatcher(def)] || style == dialect.Names && def.Tools == nil {
			continue
		}
		if _, err := c.Dialect.Matcher(c.event(def.Event), def); err != nil {
			continue // which badMatchers says
		}
		if f := foreign[style]; f.sign().MatchString(pattern) {
			found = append(found, warnf(c.atMatcher(def), "%q: %s", cut(pattern), f.what).fixf("%s", f.fix))
		}
	}
	return found
}
