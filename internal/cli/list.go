package cli

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

type listFlags struct {
	configFlags
	outputFlags
}

func newList() *cobra.Command {
	var f listFlags
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the hooks in force, with where each comes from and what it runs",
		Long: `List shows the hooks that are configured here, of every dialect, unless --dialect or
--config names one. It runs nothing.`,
		Example: `  grapnel list
  grapnel list --config settings.json --json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd)
		},
	}
	f.configFlags.register(cmd)
	f.outputFlags.register(cmd, formatJSON, formatText)
	return cmd
}

func (f *listFlags) run(cmd *cobra.Command) error {
	format, err := f.format(cmd)
	if err != nil {
		return err
	}
	env, err := f.environment()
	if err != nil {
		return err
	}
	chosen, err := f.choose(env, "")
	if err != nil {
		return err
	}
	l, err := f.list(cmd.Context(), chosen.Dialect, env)
	if err != nil {
		return err
	}
	l.Diagnostics = append(l.Diagnostics, configuredAbove(env)...)
	if err := f.addOthers(cmd.Context(), &l, env); err != nil {
		return err
	}
	return printEither(cmd, format == formatJSON, l, l.print)
}

// list lists the hooks of one dialect.
func (f *listFlags) list(ctx context.Context, d dialect.Dialect, env dialect.Environment) (listing, error) {
	set := loadInstalled(ctx, d, env)
	set.Diagnostics = append(set.Diagnostics, engine.NewRegistry(d, set.Definitions).Diagnostics()...)
	return newListing(d, set), set.Err
}

// addOthers adds the hooks of the other dialects that are configured here: which
// of them fire runs depends on the event.
func (f *listFlags) addOthers(ctx context.Context, l *listing, env dialect.Environment) error {
	if name, _ := f.named(); name != "" || len(env.Files) > 0 {
		return nil
	}
	found := config.Configured(all.Dialects(), env)
	for _, c := range found {
		if c.Dialect.Name() == l.Dialect || !c.HasHooks() {
			continue
		}
		other, err := f.list(ctx, c.Dialect, env)
		if err != nil {
			return err
		}
		l.Others = append(l.Others, other)
	}
	if len(l.Others) > 0 {
		l.Diagnostics = append(l.Diagnostics, l.passedOver(found)...)
	}
	return nil
}

// passedOver says which of the hooks that are listed do not run because those of
// another dialect do.
func (l *listing) passedOver(found []config.Candidate[dialect.Dialect]) []hook.Diagnostic {
	var diagnostics []hook.Diagnostic
	asked := map[string]bool{}
	for _, part := range append([]listing{*l}, l.Others...) {
		for _, h := range part.Hooks {
			if !asked[h.Event] {
				asked[h.Event] = true
				diagnostics = append(diagnostics, passedOver(config.Choose(found, h.Event), "hooks for "+h.Event)...)
			}
		}
	}
	return diagnostics
}

// loadInstalled reads the configuration of a dialect, without the hooks that
// fire skips because what they require is not installed.
func loadInstalled(ctx context.Context, d dialect.Dialect, env dialect.Environment) config.Set {
	set := config.Load(d, env)
	installed, missing := engine.Installed(ctx, d, set.Definitions, env.Project)
	set.Definitions, set.Diagnostics = installed, append(set.Diagnostics, missing...)
	return set
}

// listing is the JSON form of `grapnel list`.
type listing struct {
	Dialect     string            `json:"dialect"`
	Enabled     bool              `json:"enabled"`
	Files       []string          `json:"files"`
	Hooks       []listedHook      `json:"hooks"`
	Diagnostics []hook.Diagnostic `json:"diagnostics"`
	Others      []listing         `json:"others,omitempty"` // of other dialects
	broken      bool
	off         string // why none of them runs
}

type listedHook struct {
	Event      string      `json:"event"`
	Name       string      `json:"name"`
	Type       string      `json:"type"`
	Command    string      `json:"command"`
	Matcher    string      `json:"matcher"`
	If         string      `json:"if,omitempty"`
	Effect     string      `json:"effect,omitempty"` // of a rule, which runs nothing
	Sequential bool        `json:"sequential"`
	TimeoutMs  float64     `json:"timeoutMs"`
	Source     hook.Source `json:"source"`
	Origin     string      `json:"origin"`
}

func newListing(d dialect.Dialect, set config.Set) listing {
	l := listing{
		Dialect: d.Name(), Enabled: set.Enabled,
		Files: append([]string{}, set.Files...), Hooks: []listedHook{},
		Diagnostics: append([]hook.Diagnostic{}, set.Diagnostics...),
		broken:      set.IsDisabled(),
		off:         set.WhyOff(d.Describe().Form.SwitchKey),
	}
	for _, event := range d.Events() { // in the order of an agent's life
		for _, def := range set.Definitions {
			if def.Event == event.Name {
				l.Hooks = append(l.Hooks, listed(def))
			}
		}
	}
	return l
}

func listed(def hook.Definition) listedHook {
	h := listedHook{
		Event: def.Event, Name: def.Name, Type: def.Type, Command: def.Command, Matcher: def.Matcher, If: def.If,
		Sequential: def.Sequential, TimeoutMs: float64(def.Timeout.Microseconds()) / 1000,
		Source: def.Source, Origin: def.Origin.String(),
	}
	if def.Rule != nil {
		h.Effect = def.Rule.String()
	}
	return h
}

// does is all that people want to know about what a hook runs or a rule does.
func (h listedHook) does() string { return cmp.Or(h.Effect, h.Command) }

// limit is the time that a hook has; a rule takes none.
func (h listedHook) limit() string {
	if h.Effect != "" {
		return "-"
	}
	return fmt.Sprintf("%gms", h.TimeoutMs)
}

func (l listing) print(p printer) {
	if len(l.Others) > 0 {
		p.linef("%s", p.paint(bold, l.Dialect))
	}
	l.printHooks(p)
	for _, other := range l.Others {
		p.linef("\n%s", p.paint(bold, other.Dialect))
		other.printHooks(p)
	}
}

func (l listing) printHooks(p printer) {
	switch {
	case l.broken: // which the diagnostics say
	case len(l.Files) == 0:
		p.linef("No configuration file found.")
	case len(l.Hooks) == 0:
		p.linef("No hooks in %s.", strings.Join(l.Files, ", "))
	case !l.Enabled:
		p.linef("%s to run these.", p.paint(yellow, l.off))
	}
	if len(l.Hooks) > 0 {
		l.table(p)
	}
	for _, d := range l.Diagnostics {
		p.diagnostic("", d)
	}
}

// table has a row for each hook, and below it all that the hook runs.
func (l listing) table(p printer) {
	rows := [][]string{{"EVENT", "MATCHER", "HOOK", "TIMEOUT", "SOURCE", "ORIGIN"}}
	for _, h := range l.Hooks {
		name := orDash(h.Name)
		if h.Sequential {
			name += " (sequential)"
		}
		rows = append(rows, []string{h.Event, orDash(h.Matcher), name, h.limit(), string(h.Source), h.Origin})
	}
	for i, row := range tabulate(0, rows) {
		p.linef("%s", row)
		if i > 0 {
			p.linef("    %s", p.paint(dim, indent(l.Hooks[i-1].does())))
		}
	}
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
