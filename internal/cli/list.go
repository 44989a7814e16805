package cli

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
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
	format, err := f.format(cmd.OutOrStdout())
	if err != nil {
		return err
	}
	env := f.environment()
	chosen, err := f.choose(env, "")
	if err != nil {
		return err
	}
	set := loadInstalled(cmd.Context(), chosen.Dialect, env)
	if set.Err != nil {
		return set.Err
	}
	set.Diagnostics = append(passedOver(chosen, "hooks"), set.Diagnostics...)
	set.Diagnostics = append(set.Diagnostics, engine.NewRegistry(chosen.Dialect, set.Definitions).Diagnostics()...)
	l := newListing(chosen.Dialect, set)
	return printEither(cmd, format == formatJSON, l, l.print)
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
	switch {
	case l.broken: // which the diagnostics say
	case len(l.Files) == 0:
		p.linef("No configuration file found.")
	case len(l.Hooks) == 0:
		p.linef("No hooks in %s.", visible(strings.Join(l.Files, ", ")))
	case !l.Enabled:
		p.linef("%s to run these.", p.paint(yellow, visible(l.off)))
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
	var rows strings.Builder
	w := tabwriter.NewWriter(&rows, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "EVENT\tMATCHER\tHOOK\tTIMEOUT\tSOURCE\tORIGIN")
	for _, h := range l.Hooks {
		name := orDash(h.Name)
		if h.Sequential {
			name += " (sequential)"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", cell(h.Event), cell(orDash(h.Matcher)), cell(name), h.limit(), h.Source, cell(h.Origin))
	}
	w.Flush()
	for i, row := range strings.Split(strings.TrimRight(rows.String(), "\n"), "\n") {
		p.linef("%s", row)
		if i > 0 {
			p.linef("    %s", p.paint(dim, indent(l.Hooks[i-1].does())))
		}
	}
}

// cell is a text that stays in its place in a table.
func cell(text string) string {
	return strings.NewReplacer("\n", " ", "\t", " ").Replace(visible(text))
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}
