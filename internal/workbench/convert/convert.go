// Package convert translates hook configuration from one dialect to another and
// says what is lost on the way. It translates configuration; the programs of
// hooks stay as they are, and what they would have to do differently is part of
// the report.
package convert

import (
	"errors"
	"fmt"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
	"github.com/grapnel-hooks/grapnel/internal/workbench/check"
	"github.com/grapnel-hooks/grapnel/internal/workbench/compare"
)

// Request says what to convert.
type Request struct {
	From, To Dialect
	File     string
	Agent    string // which agent's hooks, in configurations with several
	Dir      string // the project directory
	// Widen keeps hooks that the target cannot restrict to what they are for.
	// Without it they are left out: a guard that blocks everything is worse than
	// one that somebody has to write anew.
	Widen bool
}

// Result is a configuration for the other dialect, and what it does not say.
type Result struct {
	Text   []byte
	Hooks  int // how many it has
	Losses []hook.Diagnostic
	// Programs is what the programs of hooks have to do differently.
	Programs []Difference
}

// Run converts a file.
func Run(r Request) (Result, error) {
	if r.From.Name() == r.To.Name() {
		return Result{}, fmt.Errorf("%s is already written for %s; there is nothing to convert", r.File, r.To.Name())
	}
	c := &converter{from: newSide(r.From), to: newSide(r.To), dir: r.Dir, widen: r.Widen}
	set, err := c.read(r)
	if err != nil {
		return Result{}, err
	}
	draft := dialect.Draft{Comment: c.comments.header(), Enabled: c.switchOf(set)}
	for _, def := range c.withoutDuplicates(set.Definitions) {
		if h, ok := c.hook(def); ok {
			draft.Hooks = append(draft.Hooks, h)
		}
	}
	c.order(draft.Hooks)
	c.reportRest()

	result := Result{Hooks: len(draft.Hooks), Losses: c.losses}
	if result.Hooks > 0 && !c.to.form.Speaks {
		result.Programs = c.differences()
	}
	doc := r.To.WriteConfig(draft)
	switch c.to.form.Format {
	case dialect.YAML:
		result.Text = doc.YAML()
	default:
		result.Text = doc.JSON(c.to.form.Format == dialect.JSON)
	}
	if err := c.verify(result.Text, len(draft.Hooks)); err != nil {
		return result, err
	}
	c.reportUnheard(r, result.Text, draft.Hooks)
	result.Losses = c.losses
	return result, nil
}

// Dialect is what converting needs of a dialect.
type Dialect interface {
	compare.Dialect
	check.Dialect
	ConfigSchema() schema.Schema
	CommandLine(def hook.Definition, dir string) (command string, ok bool)
}

// side is a dialect with what it says about itself.
type side struct {
	Dialect
	rules   dialect.Rules
	form    dialect.Form
	product string
}

func newSide(d Dialect) side {
	about := d.Describe()
	return side{d, d.Rules(), about.Form, about.Product}
}

type converter struct {
	from, to side
	dir      string
	widen    bool
	file     string
	doc      *document.Value
	comments *comments
	losses   []hook.Diagnostic
}

// lost reports something that the result does not say.
func (c *converter) lost(at hook.Position, code, format string, args ...any) {
	c.losses = append(c.losses, diag.Warnf(code, format, args...).At(at))
}

// note reports something that is said in another way.
func (c *converter) note(at hook.Position, code, format string, args ...any) {
	c.losses = append(c.losses, diag.Infof(code, format, args...).At(at))
}

// read reads the configuration as its own dialect does. What that has to say
// about it is the beginning of the report.
func (c *converter) read(r Request) (config.Set, error) {
	env := dialect.Environment{Project: r.Dir, Files: []string{r.File}, Agent: r.Agent, Getenv: func(string) string { return "" }}
	set := config.LoadWith(r.From, env, func(from dialect.Location, text []byte, doc *document.Value) {
		c.file, c.doc = from.Path, doc
		c.comments = readComments(from, text, doc)
	})
	switch {
	case set.Err != nil:
		return set, set.Err
	case set.IsDisabled():
		return set, errors.New(set.Diagnostics[0].String())
	}
	if c.comments == nil {
		c.comments = &comments{}
	}
	c.losses = append(c.losses, set.Diagnostics...)
	for _, out := range set.Skipped {
		c.lost(out.Definition.Origin, "left-out", "the hook %q is left out: %s", out.Definition.DisplayName(), out.Why)
	}
	return set, nil
}
