package cli

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/config"
	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
)

func newList() *cobra.Command {
	var name, cwd, agent, output string
	var files []string
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the hooks in force, with where each comes from",
		Example: `  grapnel list
  grapnel list --config settings.json --output json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			format, err := chooseFormat(output, cmd.OutOrStdout(), formatJSON, formatText)
			if err != nil {
				return err
			}
			options := grapnel.Options{Dir: cwd, ConfigFiles: files, Agent: agent}
			d, err := chooseDialect(name, options)
			if err != nil {
				return err
			}
			options.Dialect = d.Name()
			system := grapnel.New(options)
			if err := system.Initialize(); err != nil {
				return err
			}
			set := system.Configuration()
			if registry, err := system.Registry(); err == nil {
				set.Diagnostics = append(set.Diagnostics, registry.Remarks()...)
			}
			return printList(cmd, d, set, format)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&name, "dialect", "", "contract the hooks are written for")
	flags.StringArrayVar(&files, "config", nil, "read exactly this `file`; may be repeated")
	flags.StringVar(&agent, "agent", "", "`ID` of the agent, for dialects with hooks per agent")
	flags.StringVar(&cwd, "cwd", "", "project `directory` (default: the current one)")
	flags.StringVar(&output, "output", "", "json or text (text on a terminal, else json)")
	return cmd
}

// listing is the JSON form of `grapnel list`.
type listing struct {
	Dialect     string            `json:"dialect"`
	Enabled     bool              `json:"enabled"`
	Files       []string          `json:"files"`
	Hooks       []listedHook      `json:"hooks"`
	Diagnostics []hook.Diagnostic `json:"diagnostics"`
	broken      bool
}

type listedHook struct {
	Event      string      `json:"event"`
	Name       string      `json:"name"`
	Type       string      `json:"type"`
	Command    string      `json:"command"`
	Matcher    string      `json:"matcher"`
	Sequential bool        `json:"sequential"`
	TimeoutMs  float64     `json:"timeoutMs"`
	Source     hook.Source `json:"source"`
	Origin     string      `json:"origin"`
}

func printList(cmd *cobra.Command, d dialect.Dialect, set config.Set, format string) error {
	l := listing{
		Dialect: d.Name(), Enabled: set.Enabled,
		Files: append([]string{}, set.Files...), Hooks: []listedHook{},
		Diagnostics: append([]hook.Diagnostic{}, set.Diagnostics...),
		broken:      set.IsDisabled(),
	}
	for _, event := range d.Events() { // in the order of an agent's life
		for _, def := range set.Definitions {
			if def.Event == event.Name {
				l.Hooks = append(l.Hooks, listed(def))
			}
		}
	}
	if format == formatText {
		l.print(cmd)
		return nil
	}
	text, err := hook.Marshal(l)
	if err != nil {
		return fmt.Errorf("encode the list: %w", err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s\n", text)
	return nil
}

func listed(def hook.Definition) listedHook {
	return listedHook{
		Event: def.Event, Name: def.Name, Type: def.Type, Command: def.Command, Matcher: def.Matcher,
		Sequential: def.Sequential, TimeoutMs: float64(def.Timeout.Microseconds()) / 1000,
		Source: def.Source, Origin: def.Origin.String(),
	}
}

func (l listing) print(cmd *cobra.Command) {
	p := newPrinter(cmd.OutOrStdout())
	switch {
	case l.broken: // which the diagnostics say
	case len(l.Files) == 0:
		p.linef("No configuration file found.")
	case !l.Enabled:
		p.linef("Hooks are %s; set \"enableHooks\": true to run these.", p.paint(yellow, "off"))
	}
	if len(l.Hooks) > 0 {
		table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "EVENT\tMATCHER\tHOOK\tTIMEOUT\tSOURCE\tORIGIN")
		for _, h := range l.Hooks {
			fmt.Fprintf(table, "%s\t%s\t%s\t%gms\t%s\t%s\n", h.Event, orDash(h.Matcher), oneLine(h), h.TimeoutMs, h.Source, h.Origin)
		}
		table.Flush()
	} else if len(l.Files) > 0 {
		p.linef("No hooks in %v.", l.Files)
	}
	for _, d := range l.Diagnostics {
		p.linef("%s %s", p.paint(levelColour(d.Level), string(d.Level)+":"), d.Message)
	}
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// oneLine is what a row shows of a hook.
func oneLine(h listedHook) string {
	text := h.Name
	if text == "" {
		text = h.Command
	}
	if h.Sequential {
		text += " (sequential)"
	}
	return fmt.Sprintf("%.60s", indent(text))
}
