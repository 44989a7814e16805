package cli

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/trace"
)

func newTraceStats() *cobra.Command {
	var f filterFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Count what hooks did and how long they took",
		Long: `Stats counts calls, blocks and failures of every hook in the journal, as far as
this project is concerned (--all-projects for the rest), and how long it took: half, 90 % and 99 % of its calls, and all together. The hook that
took the most time comes first. Percentiles are correct to 3 %.`,
		Example: `  grapnel trace stats
  grapnel trace stats --since 1w --event BeforeTool
  grapnel trace stats --json | jq '.hooks[0]'`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, reader, err := f.read()
			if err != nil {
				return err
			}
			bar := newProgressBar(cmd, "reading the journal")
			reader.Progress = bar.update
			stats, err := reader.Stats()
			bar.clear()
			if err != nil {
				return err
			}
			if err := printEither(cmd, asJSON, stats, func(p printer) { p.stats(stats) }); err != nil || asJSON {
				return err
			}
			reportSkipped(cmd, stats.Skipped)
			return nil
		},
	}
	f.register(cmd)
	f.registerDir(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

func (p printer) stats(s trace.Stats) {
	p.linef("events: %d, blocked: %d, stopped: %d", s.Events, s.Blocked, s.Stopped)
	if len(s.Hooks) == 0 {
		return
	}
	rows := [][]string{{"CALLS", "BLOCKS", "FAILURES", "P50", "P90", "P99", "TOTAL", "HOOK"}}
	for _, h := range s.Hooks {
		rows = append(rows, []string{
			strconv.Itoa(h.Calls), strconv.Itoa(h.Blocks), strconv.Itoa(h.Failures),
			shownDuration(h.P50Ms), shownDuration(h.P90Ms), shownDuration(h.P99Ms), shownDuration(h.TotalMs), hookLabel(h),
		})
	}
	for _, row := range tabulate(rows, p.columns, padLeft) {
		p.linef("%s", row)
	}
}

// hookLabel is a hook's name and file, short enough for a row.
func hookLabel(h trace.HookStats) string {
	label := abridge(h.Name, 50)
	if h.File == "" {
		return label
	}
	return label + " (" + fromHome(relative(h.File)) + ")"
}
