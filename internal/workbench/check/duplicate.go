package check

import (
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/engine"
)

// duplicateHooks notices hooks that are for nothing that an earlier one with
// the same command is not for.
func duplicateHooks(c *Config) []Finding {
	var found []Finding
	registry := engine.NewRegistry(c.Dialect, c.Set.Definitions)
	for _, event := range c.Dialect.Events() {
		earlier := map[use]hook.Definition{}
		for _, def := range registry.Hooks(event.Name) {
			if def.Command == "" {
				continue
			}
			own := c.use(event, def)
			for _, covering := range []use{{identity: own.identity, all: true}, own} {
				if first, twice := earlier[covering]; twice {
					found = append(found, c.duplicate(first, def))
					break
				}
			}
			if _, twice := earlier[own]; !twice {
				earlier[own] = def
			}
		}
	}
	return found
}

// use is what a hook runs and what for.
type use struct {
	identity, matcher string
	all               bool // it is for everything
}

func (c *Config) use(event hook.EventType, def hook.Definition) use {
	m, _ := c.Dialect.Matcher(event, def)
	if _, all := m.(match.All); all {
		return use{identity: def.Identity(), all: true}
	}
	return use{identity: def.Identity(), matcher: strings.TrimSpace(def.Matcher)}
}

func (c *Config) duplicate(first, def hook.Definition) Finding {
	at := c.atCommand(def)
	if c.Dialect.Rules().Dedup {
		return warnf(at, "this hook never runs: it has the command of the one at %s, and the same command runs once per event", c.shortPosition(first.Origin)).
			fixf("remove one of the two")
	}
	return warnf(at, "the hook at %s has the same command for the same event, which runs twice", c.shortPosition(first.Origin)).
		fixf("remove one of the two")
}
