package check

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// Dialect is what checking needs of a dialect.
type Dialect interface {
	engine.Contract
	config.Source
	Describe() dialect.Description
}

// Config is a configuration to check: all that a dialect reads at a place.
type Config struct {
	Dialect Dialect
	Env     dialect.Environment
	Set     config.Set

	form   dialect.Form
	files  []string            // in the order in which they were read
	texts  map[string][][]byte // their lines, and those of scripts
	roots  []*document.Value
	nodes  map[hook.Position]node // the objects, by where they begin
	usage  map[string]usage       // what commands start
	found  []*script              // what hooks run; nil until it is looked for
	byPath map[string]*script     // the same
	shell  shellParser
	inPath programs // which names are
	// atLogin are the programs that login shells do not know; nil until they
	// are asked.
	atLogin map[string]bool
	// diagnosed are the places that reading has a diagnostic for.
	diagnosed map[hook.Position]bool
}

// node is an object of a document and the one that it is in.
type node struct{ value, parent *document.Value }

// Load reads the configuration of a dialect at a place. Hooks that are skipped
// because what they require is not installed are not checked.
func Load(ctx context.Context, d Dialect, env dialect.Environment) *Config {
	c := &Config{
		Dialect: d, Env: env, form: d.Describe().Form,
		texts: map[string][][]byte{}, nodes: map[hook.Position]node{}, diagnosed: map[hook.Position]bool{},
		usage: map[string]usage{}, shell: newShellParser(), inPath: programs{},
	}
	c.Set = config.LoadWith(d, env, func(from dialect.Location, text []byte, doc *document.Value) {
		c.files = append(c.files, from.Path)
		c.texts[from.Path] = bytes.Split(text, []byte("\n"))
		if doc != nil {
			c.roots = append(c.roots, doc)
			c.index(doc, nil)
		}
	})
	var missing []hook.Diagnostic
	c.Set.Definitions, missing = engine.Installed(ctx, d, c.Set.Definitions, env.Project)
	c.Set.Diagnostics = append(c.Set.Diagnostics, missing...)
	for _, d := range c.Set.Diagnostics {
		c.diagnosed[d.Position] = true
	}
	return c
}

// Files are the files that there are, also those that cannot be used.
func (c *Config) Files() []string { return c.files }

// Hooks is the number of hooks that are configured.
func (c *Config) Hooks() int { return len(c.Set.Definitions) + len(c.Set.Skipped) }

func (c *Config) index(v, parent *document.Value) {
	if v.Kind == document.Object {
		c.nodes[v.Pos] = node{v, parent}
		parent = v
	}
	for _, m := range v.Members {
		c.index(m.Value, parent)
	}
	for _, item := range v.Items {
		c.index(item, parent)
	}
}

// value returns what a hook's definition, or a group that it is in, has under a
// key; nil if there is nothing.
func (c *Config) value(def hook.Definition, key string) *document.Value {
	for n := c.nodes[def.Origin]; n.value != nil; n = c.nodes[n.parent.Pos] {
		if v := n.value.Get(key); v != nil {
			return v
		}
		if n.parent == nil {
			break
		}
	}
	return nil
}

// at is where the value of a key is, or else the definition.
func (c *Config) at(def hook.Definition, key string) hook.Position {
	if v := c.value(def, key); v != nil {
		return v.Pos
	}
	return def.Origin
}

// atCommand is where a hook has what it runs.
func (c *Config) atCommand(def hook.Definition) hook.Position { return c.at(def, c.form.CommandKey) }

// atMatcher is where a hook, or its group, says which tools it is for.
func (c *Config) atMatcher(def hook.Definition) hook.Position { return c.at(def, "matcher") }

// definitions are all hooks, also those that do not run at this place: a
// mistake in another agent's hooks is a mistake. Rules run nothing, and reading
// them has shown what is wrong with them.
func (c *Config) definitions() []hook.Definition {
	list := slices.Clone(c.Set.Definitions)
	for _, out := range c.Set.Skipped {
		list = append(list, out.Definition)
	}
	return slices.DeleteFunc(list, func(def hook.Definition) bool { return def.Rule != nil })
}

func (c *Config) event(name string) hook.EventType {
	e, _ := dialect.Event(c.Dialect, name) // definitions only have events that there are
	return e
}

// rank puts findings about configuration before those about scripts.
func (c *Config) rank(file string) int {
	if i := slices.Index(c.files, file); i >= 0 {
		return i
	}
	return len(c.files)
}

// short is how messages call a file: as the project knows it.
func (c *Config) short(path string) string {
	if rel, err := filepath.Rel(c.Env.Project, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// shortPosition is short for the place of a hook.
func (c *Config) shortPosition(p hook.Position) string {
	p.File = c.short(p.File)
	return p.String()
}

// cut keeps messages readable that quote a command.
func cut(text string) string {
	line, _, more := strings.Cut(text, "\n")
	if runes := []rune(line); len(runes) > 60 {
		return string(runes[:60]) + "…"
	}
	if more {
		return line + " …"
	}
	return line
}
