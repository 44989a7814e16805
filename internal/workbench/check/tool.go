package check

import (
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/lazyregexp"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/base/suggest"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
)

// unknownTools notices names in matchers that look like those of known tools
// but match none. There may be tools that nobody told us of, so a name that
// looks like nothing known is left alone.
func unknownTools(c *Config) []Finding {
	box := newToolbox(c.Dialect.Rules().Tools)
	var found []Finding
	meant := map[string]string{} // by name, for matchers often have the same
	for _, def := range c.toolHooks() {
		if c.diagnosed[c.atMatcher(def)] {
			continue
		}
		for _, name := range names(def) {
			tool, known := meant[name]
			if !known {
				tool = c.probablyMeant(def, name, box)
				meant[name] = tool
			}
			if tool != "" {
				found = append(found, warnf(c.atMatcher(def), "%s has no tool called %q that we know of", c.Dialect.Name(), name).
					fixf("did you mean %q?", tool))
			}
		}
	}
	return found
}

// plainName is a name without anything that is special in patterns.
var plainName = lazyregexp.New(`^[A-Za-z0-9_-]+$`)

// names are the alternatives of a matcher that are names.
func names(def hook.Definition) []string {
	list := def.Tools
	if list == nil {
		pattern := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(def.Matcher), "^"), "$")
		pattern = strings.TrimSuffix(strings.TrimPrefix(pattern, "("), ")")
		list = strings.Split(pattern, "|")
		if match.IsNameList(pattern) {
			list = match.NameList(pattern)
		}
	}
	var plain []string
	for _, name := range list {
		name = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(name), "^"), "$")
		if plainName().MatchString(name) {
			plain = append(plain, name)
		}
	}
	return plain
}

// probablyMeant returns the tool that a name stands for that matches none; ""
// if it matches one, or looks like none.
func (c *Config) probablyMeant(def hook.Definition, name string, box toolbox) string {
	meant := box.meant(name)
	if meant == "" || strings.HasPrefix(name, "mcp_") {
		return ""
	}
	alone := hook.Definition{Event: def.Event, Matcher: name}
	if def.Tools != nil {
		alone.Tools = []string{name}
	}
	m, err := c.Dialect.Matcher(c.event(def.Event), alone)
	if err != nil {
		return ""
	}
	for _, tool := range box.names {
		if m.Match(tool, new(match.Budget)) {
			return ""
		}
	}
	return meant
}

// toolbox knows by which names people call tools.
type toolbox struct {
	names     []string
	bare      map[string]string // by what is left of a name without what people get wrong
	elsewhere map[string]string // by what other dialects call a tool that does the same
}

func newToolbox(tools []dialect.Tool) toolbox {
	box := toolbox{bare: map[string]string{}, elsewhere: map[string]string{}}
	roles := map[string]string{}
	for _, tool := range tools {
		box.names = append(box.names, tool.Name)
		box.bare[bare(tool.Name)] = tool.Name
		if tool.Role != "" {
			roles[tool.Role] = tool.Name
		}
	}
	for _, other := range all.Dialects() {
		for _, theirs := range other.Rules().Tools {
			if ours := roles[theirs.Role]; ours != "" {
				box.elsewhere[theirs.Name] = ours
			}
		}
	}
	return box
}

// shortName is how long names are that differ in a letter without being the
// same.
const shortName = 5

// meant returns the tool that a name may stand for, or "".
func (b toolbox) meant(name string) string {
	if tool := b.elsewhere[name]; tool != "" {
		return tool
	}
	if tool := b.bare[bare(name)]; tool != "" {
		return tool
	}
	if len(name) <= shortName {
		return ""
	}
	return suggest.Nearest(name, slices.DeleteFunc(slices.Clone(b.names), func(tool string) bool {
		difference := len(tool) - len(name)
		return max(difference, -difference) > len(name)/3 // too far to be worth comparing
	}))
}

var unimportant = strings.NewReplacer("_", "", "-", "")

// bare is a name without what people get wrong about names.
func bare(name string) string { return unimportant.Replace(strings.ToLower(name)) }
