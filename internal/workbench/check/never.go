package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/lazyregexp"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// unusedMatchers notices matchers for events that are about nothing that could
// be matched: the hooks run every time.
func unusedMatchers(c *Config) []Finding {
	var found []Finding
	for _, def := range c.definitions() {
		at := c.atMatcher(def)
		if pattern := strings.TrimSpace(def.Matcher); pattern != "" && pattern != "*" && c.event(def.Event).Subject == "" && !c.diagnosed[at] {
			found = append(found, warnf(at, "the matcher has no effect: %s has nothing to match, so its hooks always run", def.Event).fixf("remove it"))
		}
	}
	return found
}

// neverMatching notices matchers that nothing can match. There may be tools of
// any name that nobody told us of, but not with every character in it.
func neverMatching(c *Config) []Finding {
	var found []Finding
	for _, def := range c.definitions() {
		at, event := c.atMatcher(def), c.event(def.Event)
		switch {
		case strings.TrimSpace(def.Matcher) == "" || c.diagnosed[at]:
		case event.Subject == "tool_name":
			style := c.style(def)
			for _, part := range alternatives(style, def) {
				if why, fix := impossible(style, part); why != "" && !c.matchesTool(def, part) {
					found = append(found, warnf(at, "%q matches no tool: %s", cut(part), why).fixf("%s", fix))
				}
			}
		default:
			found = append(found, c.unknownSubject(at, event, def)...)
		}
	}
	return found
}

// style is how the matcher of a hook is written.
func (c *Config) style(def hook.Definition) dialect.Patterns {
	style := c.Dialect.Rules().Patterns
	switch {
	case style != dialect.NamesOrRegexps:
		return style
	case match.IsNameList(def.Matcher):
		return dialect.Names
	}
	return dialect.Regexps
}

// unknownSubject notices a word that an event is never about.
func (c *Config) unknownSubject(at hook.Position, event hook.EventType, def hook.Definition) []Finding {
	var words []string
	if known := c.Dialect.Rules().Subjects; known != nil {
		words = known(event.Kind)
	}
	m, err := c.Dialect.Matcher(event, def)
	matches := func(word string) bool { return m.Match(word, new(match.Budget)) }
	if err != nil || len(words) == 0 || slices.ContainsFunc(words, matches) {
		return nil
	}
	f := warnf(at, "%s never has %s %q that we know of", event.Name, event.Subject, cut(def.Matcher)).
		fixf("write one of %s; %s", strings.Join(words, ", "), severalWords(c.Dialect.Rules().Patterns))
	if near := suggest.Nearest(strings.TrimSpace(def.Matcher), words); near != "" {
		f = f.fixf("did you mean %q?", near)
	}
	return []Finding{f}
}

// severalWords says how a hook is for more than one subject.
func severalWords(style dialect.Patterns) string {
	if style == dialect.NamesOrRegexps {
		return "or several, joined with |"
	}
	return "a hook for several of them needs a group for each"
}

// matchesTool reports whether a part of a hook's matcher matches a known tool.
func (c *Config) matchesTool(def hook.Definition, part string) bool {
	alone := hook.Definition{Event: def.Event, Matcher: part}
	switch {
	case def.Tools != nil:
		alone.Tools = []string{part}
	case c.style(def) == dialect.Regexps:
		alone.Matcher = "(?:" + part + ")" // space at its ends counts only within a pattern
	}
	m, err := c.Dialect.Matcher(c.event(def.Event), alone)
	return err != nil || slices.ContainsFunc(c.Dialect.Rules().Tools, func(tool dialect.Tool) bool {
		return m.Match(tool.Name, new(match.Budget))
	})
}

// alternatives are the parts of a matcher, one of which has to match.
func alternatives(style dialect.Patterns, def hook.Definition) []string {
	if def.Tools != nil {
		return def.Tools
	}
	if style == dialect.Names && match.IsNameList(def.Matcher) {
		return match.NameList(def.Matcher)
	}
	list := split(strings.TrimSpace(def.Matcher))
	for i, part := range list {
		if style == dialect.Names { // what is in parentheses is not about the name
			part, _, _ = strings.Cut(part, "(")
		}
		if style != dialect.Regexps { // in which space counts
			list[i] = strings.TrimSpace(part)
		}
	}
	return list
}

// split takes a pattern apart at each | that is not in brackets.
func split(pattern string) []string {
	var list []string
	depth, set, start := 0, false, 0
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; {
		case c == '\\':
			i++
		case set:
			set = c != ']'
		case c == '[':
			set = true
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == '|' && depth == 0:
			list = append(list, pattern[start:i])
			start = i + 1
		}
	}
	list = append(list, pattern[start:])
	if inner, grouped := strings.CutPrefix(list[0], "("); grouped && len(list) == 1 && !strings.ContainsAny(inner[:len(inner)-1], "()?") {
		return split(strings.TrimSuffix(inner, ")"))
	}
	return list
}

// besideNames are the parts of patterns that are no text: sets, groups and
// escapes, which may match anything, and what follows them or makes the
// character before them optional.
var besideNames = map[dialect.Patterns]lazyregexp.Regexp{
	dialect.Regexps: lazyregexp.New(`\\.|\[[^\]]*\]|\(.*\)|.\?|.\*|.?\{\d+,?\d*\}`),
	dialect.Globs:   lazyregexp.New(`\[[^\]]*\]`),
	dialect.Names:   lazyregexp.New(`^\*$`),
}

// impossible says why no name of a tool can be what a part of a matcher says,
// and what to write in its place; "" if one may.
func impossible(style dialect.Patterns, part string) (why, fix string) {
	text := besideNames[style]().ReplaceAllString(part, "x")
	switch inner := strings.Trim(part, "/"); {
	case style == dialect.Regexps && part == "^$":
		return "it matches only an empty name", "remove the matcher to match every tool"
	case len(part) == len(inner)+2 && part[0] == '/' && inner != "":
		return "slashes around it are a part of it here", "write " + inner
	}
	if i := strings.IndexAny(text, " \t,{}!\"'"); i >= 0 {
		why = fmt.Sprintf("no tool has %q in its name", text[i])
		names := strings.FieldsFunc(part, func(r rune) bool { return strings.ContainsRune(" \t,{}\"'", r) })
		switch {
		case text[i] == '!' && style == dialect.Regexps:
			return why, "write ^(?!name$) for every tool but one"
		case text[i] == '!':
			return why, "there is no way to say not; write the tools that are meant"
		case style == dialect.Names:
			return why, "write each name by itself"
		}
		return why, "write " + strings.Join(names, "|")
	}
	if style == dialect.Regexps && (strings.LastIndexByte(text, '^') > 0 || strings.Contains(strings.TrimSuffix(text, "$"), "$")) {
		return "^ is where a name begins, and $ is where it ends", "leave them out, or separate what is meant with |"
	}
	return "", ""
}
