package convert

import (
	"fmt"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// verify makes sure that the target dialect can read the result.
func (c *converter) verify(text []byte, hooks int) error {
	env := dialect.Environment{Project: c.dir, Files: []string{"the result"}, Getenv: func(string) string { return "" }}
	set := config.Load(inMemory{c.to.Dialect, text}, env)
	if set.Err != nil {
		return fmt.Errorf("it cannot be read as %s: %w", c.to.Name(), set.Err)
	}
	for _, d := range set.Diagnostics {
		if d.Level == hook.LevelError {
			return fmt.Errorf("it cannot be used as %s: %s", c.to.Name(), d.String())
		}
	}
	if len(set.Definitions) != hooks {
		return fmt.Errorf("the result has %d hooks in place of %d", len(set.Definitions), hooks)
	}
	return nil
}

// inMemory is a source whose configuration is a text instead of a file.
type inMemory struct {
	config.Source
	text []byte
}

func (m inMemory) Locations(env dialect.Environment) ([]dialect.Location, []hook.Diagnostic) {
	locations, diagnostics := m.Source.Locations(env)
	for i := range locations {
		locations[i].Text = m.text
	}
	return locations, diagnostics
}
