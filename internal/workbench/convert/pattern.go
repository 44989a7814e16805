package convert

import (
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// pattern is one alternative of a matcher, whatever kind it was written in: a
// glob in which [*] stands for a star, and whether other text may stand before
// and behind it.
type pattern struct {
	glob          string
	before, after bool
}

// literal returns the name that a pattern stands for, if it is a name.
func (p pattern) literal() (name string, ok bool) {
	name = unescape(p.glob)
	return name, escape(name) == p.glob
}

// whole is the pattern as a glob for whole names. The names of MCP tools begin
// with mcp__, so that nothing can stand before that.
func (p pattern) whole() string {
	glob := p.glob
	if p.before && !strings.HasPrefix(glob, "mcp__") && !strings.HasPrefix(glob, "*") {
		glob = "*" + glob
	}
	if p.after && !strings.HasSuffix(glob, "*") {
		glob += "*"
	}
	return glob
}

func (p pattern) matches(name string, fold bool) bool {
	return match.Glob(p.whole(), match.GlobRules{FoldCase: fold}).Match(name, new(match.Budget))
}

// patterns takes a definition's matcher apart. ok is false if that is not
// possible: the matcher then says more than globs can.
func patterns(s side, def hook.Definition) (list []pattern, ok bool) {
	switch s.rules.Patterns {
	case dialect.Names:
		for _, name := range def.Tools {
			list = append(list, pattern{glob: escape(name)})
		}
		return list, true
	case dialect.Globs:
		for part := range strings.SplitSeq(def.Matcher, "|") {
			if part = strings.TrimSpace(part); part != "" {
				if s.form.Matcher.FoldCase { // which also means what a shell means by ^
					part = strings.ReplaceAll(part, "[^", "[!")
				}
				list = append(list, pattern{glob: part})
			}
		}
		return list, true
	}
	if s.rules.Patterns == dialect.NamesOrRegexps && match.IsNameList(def.Matcher) {
		for _, name := range match.NameList(def.Matcher) {
			list = append(list, pattern{glob: escape(name)})
		}
		return list, true
	}
	return regexpPatterns(strings.TrimSpace(def.Matcher))
}

// escape writes a name as a glob.
func escape(name string) string {
	return strings.NewReplacer("*", "[*]", "?", "[?]", "[", "[[]").Replace(name)
}

// unescape returns the name of which escape has made a glob.
func unescape(glob string) string {
	return strings.NewReplacer("[*]", "*", "[?]", "?", "[[]", "[").Replace(glob)
}
