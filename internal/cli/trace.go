package cli

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/trace"
)

type traceFlags struct {
	filterFlags
	limit        int
	follow, json bool
	picture      pictureFlags
}

func newTrace() *cobra.Command {
	var f traceFlags
	cmd := &cobra.Command{
		Use:   "trace [ID|last]",
		Short: "Show what hooks did",
		Long: `Trace reads the journal, in which "grapnel fire" records every event, and shows
the latest ones of this project, the newest last. With an ID, or as much of its
beginning as no other has, it shows one event in full; "last" is the latest one.

A project is what is in one repository, or below one directory with hooks; it is
that of --cwd or of the current directory. --all-projects shows the others, too.

The journal is in $XDG_STATE_HOME/grapnel/journal or ~/.local/state/grapnel/journal;
GRAPNEL_STATE_DIR names another place for "grapnel". Records are kept for 30 days,
as far as they fit in 512 MiB. GRAPNEL_JOURNAL=off switches the journal off,
GRAPNEL_JOURNAL=record keeps the payloads of events too. With --json every line is
one record.

With --html all events that are selected go into one page for a browser, which
needs no network: the timeline, hooks as bars, decisions in colour, what was
rewritten, and the time that each hook took. With --perfetto they become a trace
for ui.perfetto.dev and chrome://tracing.`,
		Example: `  grapnel trace
  grapnel trace last
  grapnel trace --decision blocked --since 1d
  grapnel trace --failed --all-projects
  grapnel trace --slow 500ms
  grapnel trace --tool write_file --json | jq .reason
  grapnel trace --follow
  grapnel trace --since 1d --html trace.html
  grapnel trace 1k090pmfb29axr`,
		Args:              f.checkArgs,
		ValidArgsFunction: f.completeID,
		RunE: func(cmd *cobra.Command, args []string) error {
			j, err := openJournal()
			if err != nil {
				return err
			}
			switch {
			case len(args) == 1:
				return f.one(cmd, j, args[0])
			case f.picture.wanted():
				return f.draw(cmd, j)
			}
			return f.run(cmd, j)
		},
	}
	f.register(cmd)
	f.registerDir(cmd)
	cmd.Flags().IntVar(&f.limit, "limit", 20, "show at most this `number` of events; 0 means all")
	cmd.Flags().BoolVar(&f.follow, "follow", false, "go on and show events as they happen, until Ctrl-C")
	cmd.Flags().BoolVar(&f.json, "json", false, "print records as JSON, one per line")
	f.picture.register(cmd)
	cmd.AddCommand(newTraceStats())
	return cmd
}

func (f *traceFlags) checkArgs(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) > 1:
		return fmt.Errorf("one event at a time, not %q", args)
	case f.picture.wanted() && (len(args) == 1 || f.follow || f.json):
		return errors.New("--html and --perfetto draw many events into a file: an ID, --follow and --json do not go with them")
	case len(args) == 1 && (f.follow || cmd.Flags().Changed("limit")):
		return errors.New("an ID is a single event: --follow and --limit cannot be used with it")
	case len(args) == 1:
		return f.alone(args[0])
	}
	return nil
}

// one shows one record.
func (f *traceFlags) one(cmd *cobra.Command, j *trace.Journal, id string) error {
	r, err := f.find(j, id)
	if err != nil {
		return err
	}
	if f.json {
		return write(exactJSON(cmd.OutOrStdout()), r.Line())
	}
	return printText(cmd, func(p printer) { p.record(r) })
}

// run shows the latest records.
func (f *traceFlags) run(cmd *cobra.Command, j *trace.Journal) error {
	filter, err := f.filter(time.Now())
	if err != nil {
		return err
	}
	if f.limit < 0 {
		return fmt.Errorf("--limit %d: a number of events cannot be negative", f.limit)
	}
	tail, err := j.Tail() // before the others are read, to miss none
	if err != nil {
		return err
	}
	rows := newRows(cmd, f.json, f.allProjects)
	reader := j.Read(filter)
	for r := range latest(reader, f.limit) {
		if rows.show(r); rows.err != nil {
			break
		}
	}
	if err := cmp.Or(rows.err, reader.Err()); err != nil {
		return err
	}
	reportSkipped(cmd, reader.Skipped())
	if !f.follow {
		if rows.shown == 0 {
			stderrPrinter(cmd).linef("No events%s in %s.%s", f.matching(), j.Dir(), f.others(filter))
		}
		return nil
	}
	ctx, stop := untilSignal()
	defer stop()
	err = tail.Follow(ctx, filter, func(r trace.Record) {
		if rows.show(r); rows.err != nil {
			stop()
		}
	})
	reportSkipped(cmd, tail.Skipped())
	return cmp.Or(rows.err, err)
}

// latest yields the newest records, the oldest of them first.
func latest(r *trace.Reader, limit int) func(yield func(trace.Record) bool) {
	if limit == 0 {
		return r.OldestFirst()
	}
	var list []trace.Record
	for record := range r.NewestFirst() {
		if list = append(list, record); len(list) == limit {
			break
		}
	}
	slices.Reverse(list)
	return slices.Values(list)
}

func reportSkipped(cmd *cobra.Command, lines int) {
	if lines > 0 {
		stderrPrinter(cmd).complain(fmt.Sprint("damaged lines of the journal that were skipped: ", lines))
	}
}
