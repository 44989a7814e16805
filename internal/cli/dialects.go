package cli

import (
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/workbench/compare"
)

func newDialects() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "dialects",
		Short: "Show the contracts that hooks can be written for",
		Long: `Dialects shows the contracts that Grapnel speaks: whose each is, where its hooks are
configured, how matchers and timeouts are written, and in which order hooks run.
"grapnel events DIALECT" shows what can be hooked. With --json there is also what
the programs of hooks must know.`,
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
	Name    string           `json:"name"`
	Product string           `json:"product"`
	Files   []string         `json:"files"`
	Timeout describedTimeout `json:"timeout"`
	Events  []string         `json:"events"`
	Flags   []describedFlag  `json:"flags"`
	Facts   []describedFact  `json:"facts"`
}

type describedTimeout struct {
	Key       string  `json:"key"`
	UnitMs    float64 `json:"unitMs"`
	DefaultMs float64 `json:"defaultMs"`
}

type describedFlag struct {
	Name string `json:"name"`
	Help string `json:"help"`
}

// describedFact is something that dialects do in their own way.
type describedFact struct {
	Topic string `json:"topic"`
	Text  string `json:"text"`
	// Program says that it is about the programs of hooks, and not about their
	// configuration.
	Program bool `json:"program"`
}

func describeDialect(d dialect.Dialect) describedDialect {
	about := d.Describe()
	one := describedDialect{
		Name: d.Name(), Product: about.Product, Files: append([]string{}, about.Files...),
		Timeout: describedTimeout{about.Form.TimeoutKey, milliseconds(about.Form.TimeoutUnit), milliseconds(about.Form.DefaultTimeout)},
		Events:  []string{}, Flags: []describedFlag{},
	}
	for _, e := range d.Events() {
		one.Events = append(one.Events, e.Name)
	}
	for _, f := range about.Flags {
		one.Flags = append(one.Flags, describedFlag{"--" + f.Name, plainText(f.Help)})
	}
	for _, f := range compare.Of(d) {
		one.Facts = append(one.Facts, describedFact{plainText(f.Topic), plainText(f.Text), f.Program})
	}
	return one
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// plainText is Markdown without the marks of code.
func plainText(markdown string) string { return strings.ReplaceAll(markdown, "`", "") }

// dialects shows what those who configure hooks must know.
func (p printer) dialects(list []describedDialect) {
	for i, d := range list {
		if i > 0 {
			p.linef("")
		}
		p.linef("%s", p.paint(bold, d.Name))
		fields := []describedField{}
		for _, f := range d.Facts {
			if !f.Program {
				fields = append(fields, describedField{Name: f.Topic, Meaning: f.Text})
			}
		}
		fields = append(fields, describedField{Name: "events", Meaning: strings.Join(d.Events, ", ")})
		for _, f := range d.Flags {
			fields = append(fields, describedField{Name: f.Name, Meaning: f.Help})
		}
		p.fields(fields)
	}
}
