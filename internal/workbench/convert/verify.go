package convert

import (
	"context"
	"fmt"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
	"github.com/grapnel-hooks/grapnel/internal/workbench/check"
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

// reportUnheard reports hooks that say no in a way that the target does not
// understand, and that blocked before: their programs have to change.
func (c *converter) reportUnheard(r Request, text []byte, hooks []dialect.DraftHook) {
	type command struct{ event, text string }
	env := dialect.Environment{Project: c.dir, Files: []string{r.File}, Agent: r.Agent, Getenv: func(string) string { return "" }}
	before := map[hook.Position]bool{}
	for _, u := range check.Load(context.Background(), r.From, env).Unheard() {
		before[u.Hook.Origin] = true
	}
	drafts := map[command]dialect.DraftHook{}
	for _, h := range hooks {
		drafts[command{h.Event, h.Command}] = h
	}
	env.Files = []string{"the result"}
	for _, u := range check.Load(context.Background(), rewritten{r.To, text}, env).Unheard() {
		h, known := drafts[command{u.Hook.Event, u.Hook.Command}]
		if known && !before[h.Origin] {
			c.lost(h.Origin, "no-effect", "the hook %q says no with %s, which %s does not read: it will block nothing there; %s",
				h.DisplayName(), u.Says, c.to.product, u.Fix)
		}
	}
}

// rewritten is a dialect whose configuration is a text instead of a file.
type rewritten struct {
	check.Dialect
	text []byte
}

// Locations puts the text into all places.
func (d rewritten) Locations(env dialect.Environment) ([]dialect.Location, []hook.Diagnostic) {
	return inMemory{d.Dialect, d.text}.Locations(env)
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
