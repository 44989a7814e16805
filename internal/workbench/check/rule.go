package check

import (
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/base/lazyregexp"
)

// ruleForm is the form of Claude Code's permission rules: a tool, and in
// parentheses what it is used for.
var ruleForm = lazyregexp.New(`^([A-Za-z_]+)\((.*)\)$`)

// permissionRules notices matchers that are written like permission rules. They
// are for names of tools, so that such a hook never runs; an advice about the
// pattern in the parentheses would be about the wrong thing.
func permissionRules(c *Config) []Finding {
	var found []Finding
	box := newToolbox(c.Dialect.Rules().Tools)
	for _, def := range c.toolHooks() {
		at := c.atMatcher(def)
		parts := ruleForm().FindStringSubmatch(strings.TrimSpace(def.Matcher))
		if parts == nil || c.diagnosed[at] || c.matchesTool(def, def.Matcher) {
			continue
		}
		tool := parts[1]
		if !slices.Contains(box.names, tool) {
			if tool = box.meant(tool); tool == "" {
				continue
			}
		}
		c.diagnosed[at] = true
		found = append(found, warnf(at, "%q never matches: matchers are for names of tools, not for what they are used for", cut(def.Matcher)).
			fixf("write %q, and let the hook look at the input of the tool", tool))
	}
	return found
}
