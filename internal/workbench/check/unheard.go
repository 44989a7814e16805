package check

import (
	"github.com/grapnel-hooks/grapnel/internal/base/lazyregexp"
	"github.com/grapnel-hooks/grapnel/internal/engine"
)

// forModel is how hooks tell the model something.
var forModel = lazyregexp.New(`\b(additionalContext|systemMessage)\b`)

// unheardContext notices hooks that tell the model something at an event whose
// hooks agents do not wait for.
func unheardContext(c *Config) []Finding {
	var found []Finding
	inScripts := map[string]bool{}
	for _, s := range c.scripts() {
		inScripts[s.path] = forModel().Match(s.text)
	}
	for _, def := range c.definitions() {
		if !engine.IsUnheard(c.Dialect.Rules(), c.event(def.Event).Kind) {
			continue
		}
		says := forModel().MatchString(def.Command)
		for _, r := range c.scriptsOf(def) {
			says = says || inScripts[r.path]
		}
		if says {
			found = append(found, warnf(c.atCommand(def), "agents do not wait for the hooks of %s: what they add does not reach the model", def.Event).
				fixf("use an event before the model is called or after a tool"))
		}
	}
	return found
}
