package cli

import (
	"cmp"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
)

func newDialects() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "dialects",
		Short: "Show the contracts that hooks can be written for",
		Long: `Dialects shows the contracts that Grapnel speaks: whose each is, where its hooks are
configured, and how matchers and timeouts are written. "grapnel events DIALECT"
shows what can be hooked.`,
		Example: `  grapnel dialects
  grapnel dialects --json | jq '.[].name'`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var list []describedDialect
			for _, d := range all.Dialects() {
				list = append(list, describeDialect(d))
			}
			return printEither(cmd, asJSON, list, func(p printer) { p.dialects(list) })
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON list")
	return cmd
}

// describedDialect is the JSON form of one of `grapnel dialects`.
type describedDialect struct {
	Name     string           `json:"name"`
	Product  string           `json:"product"`
	Files    []string         `json:"files"`
	Format   string           `json:"format"`
	Matchers string           `json:"matchers"`
	Timeout  describedTimeout `json:"timeout"`
	Switch   string           `json:"switch,omitempty"` // the key that switches hooks on or off
	Events   []string         `json:"events"`
	Flags    []describedFlag  `json:"flags"`
}

type describedTimeout struct {
	Key       string  `json:"key"`
	Unit      string  `json:"unit"`
	DefaultMs float64 `json:"defaultMs"`
}

type describedFlag struct {
	Name string `json:"name"`
	Help string `json:"help"`
}

func describeDialect(d dialect.Dialect) describedDialect {
	about := d.Describe()
	one := describedDialect{
		Name: d.Name(), Product: about.Product, Files: append([]string{}, about.Files...),
		Format: formatName(about.Form.Format), Matchers: matcherForm(d.Rules().Patterns, about.Form.Matcher), Switch: about.Form.SwitchKey,
		Timeout: describedTimeout{about.Form.TimeoutKey, unitName(about.Form.TimeoutUnit), milliseconds(about.Form.DefaultTimeout)},
		Events:  []string{}, Flags: []describedFlag{},
	}
	for _, e := range d.Events() {
		one.Events = append(one.Events, e.Name)
	}
	for _, f := range about.Flags {
		one.Flags = append(one.Flags, describedFlag{"--" + f.Name, strings.ReplaceAll(f.Help, "`", "")})
	}
	return one
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

func unitName(unit time.Duration) string {
	if unit == time.Second {
		return "seconds"
	}
	return "milliseconds"
}

func formatName(f dialect.Format) string {
	switch f {
	case dialect.YAML:
		return "YAML"
	case dialect.StrictJSON:
		return "JSON without comments"
	}
	return "JSON with comments"
}

// matcherForm says how matchers for tools are written.
func matcherForm(patterns dialect.Patterns, form dialect.MatcherForm) string {
	words := "regular expressions, searched for in the name"
	switch patterns {
	case dialect.Globs:
		words = "globs for the whole name, such as write_*"
	case dialect.Names:
		words = "exact names"
	case dialect.NamesOrRegexps:
		words = "exact names, or regular expressions if they have special characters"
	}
	if form.FoldCase {
		words += "; upper and lower case are the same"
	}
	return words
}

func (p printer) dialects(list []describedDialect) {
	for i, d := range list {
		if i > 0 {
			p.linef("")
		}
		p.linef("%s  %s", p.paint(bold, d.Name), d.Product)
		p.textf(12, "  files     %s", cmp.Or(strings.Join(d.Files, ", "), "only those named with --config"))
		p.textf(12, "  format    %s", d.Format)
		p.textf(12, "  matchers  %s", d.Matchers)
		p.textf(12, "  timeouts  %q, in %s; %s if there is none", d.Timeout.Key, d.Timeout.Unit, shownDuration(d.Timeout.DefaultMs))
		if d.Switch != "" {
			p.textf(12, "  switch    %q", d.Switch)
		}
		p.textf(12, "  events    %s", strings.Join(d.Events, ", "))
		for _, f := range d.Flags {
			p.textf(12, "  flag      %s: %s", f.Name, f.Help)
		}
	}
}
