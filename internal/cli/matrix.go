package cli

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/internal/agents/all"
)

func newMatrix() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "matrix",
		Short: "Show what hooks can do in which agent",
		Long: `Matrix shows for each event and each effect what becomes of it in each agent:
exact, degraded (in another way), impossible, or that the agent has no such event.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			rows := all.Matrix()
			return printEither(cmd, asJSON, matrixDocument(rows), func(p printer) { p.matrix(rows) })
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// matrixRow is a row as JSON.
type matrixRow struct {
	Event  string       `json:"event"`
	Effect string       `json:"effect"`
	Agents []matrixCell `json:"agents"`
}

type matrixCell struct {
	Agent string `json:"agent"`
	Fires bool   `json:"fires"`
	Level string `json:"level"`
	How   string `json:"how"`
}

func matrixDocument(rows []all.Row) []matrixRow {
	var list []matrixRow
	for _, row := range rows {
		out := matrixRow{Event: row.Kind.String(), Effect: string(row.Effect)}
		for _, c := range row.Cells {
			out.Agents = append(out.Agents, matrixCell{c.Agent, c.Fires, string(c.Level), c.How})
		}
		list = append(list, out)
	}
	return list
}

func (p printer) matrix(rows []all.Row) {
	head := fmt.Sprintf("%-15s %-9s", "event", "effect")
	for _, name := range all.Names() {
		head += fmt.Sprintf(" %-8s", name)
	}
	p.linef("%s", p.paint(bold, strings.TrimRight(head, " ")))
	for _, row := range rows {
		line := fmt.Sprintf("%-15s %-9s", row.Kind, row.Effect)
		for _, c := range row.Cells {
			line += fmt.Sprintf(" %-8s", c.Mark())
		}
		p.linef("%s", strings.TrimRight(line, " "))
	}
	p.linef("\nyes: exactly; other: in another way; no: impossible; empty: the agent has no such event.")
	p.linef("How is in grapnel matrix --json.")
}
