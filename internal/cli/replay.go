package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/trace"
)

// exitDiffers is the exit code of a replay that does not end as the recorded
// event did.
const exitDiffers = 3

type replayFlags struct {
	filterFlags
	dialect, cwd string
	config       []string
	all, json    bool
}

func newReplay() *cobra.Command {
	var f replayFlags
	cmd := &cobra.Command{
		Use:   "replay ID|FILE",
		Short: "Fire recorded events again and show what changed",
		Long: `Replay fires an event of the journal again, against the hooks as they are now, and
shows what is different about its outcome. The event must have been recorded with
its payload: "grapnel fire --record", or GRAPNEL_JOURNAL=record.

Instead of an ID it takes a file: records as "grapnel trace --json" prints them, or
a payload as "grapnel fire" reads it, which then has nothing to be compared with.
"-" is standard input. The filters select from the records of a file; --event and
--session say what a payload is.

With --all it replays all events that the filters select, the safe way to change a
guard: it lists every one that would now end differently.

Hooks really run, with everything they do besides answering. Replays are not
recorded. Secrets were removed from recorded payloads; hooks see [REDACTED]. What
ends differently then cannot be compared, which is said and counts for nothing.

The exit code is 0 if nothing is different, 3 if something is, and 1 if a replay
was not possible.`,
		Example: `  grapnel replay 1k090pmfb29axr
  grapnel replay --since 1d --all
  grapnel replay --all --tool write_file --config new-settings.json
  grapnel trace 1k090pmfb29axr --json > event.json && grapnel replay event.json`,
		Args: f.checkArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, stop := untilSignal()
			defer stop()
			// Hooks that fire events themselves do not record them either.
			if err := os.Setenv(journalVariable, "off"); err != nil {
				return err
			}
			again := newReplayer(f)
			defer again.close()
			if f.all {
				return f.runAll(ctx, cmd, again)
			}
			return f.run(ctx, cmd, again, args[0])
		},
	}
	f.register(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&f.all, "all", false, "replay all recorded events that the other flags select")
	flags.StringVar(&f.dialect, "dialect", "", "contract the hooks are written for, if not the recorded one")
	completeFlag(cmd, "dialect", all.Names)
	flags.StringArrayVar(&f.config, "config", nil, "read exactly this `file` and not the present configuration; may be repeated")
	flags.StringVar(&f.cwd, "cwd", "", "project `directory`, if not the recorded one")
	flags.BoolVar(&f.json, "json", false, "print one JSON object")
	return cmd
}

func (f *replayFlags) checkArgs(_ *cobra.Command, args []string) error {
	switch {
	case f.all && len(args) > 0:
		return fmt.Errorf("--all takes no ID; select events with flags such as --since and --event")
	case !f.all && len(args) == 0:
		return errors.New("which event? Try: grapnel trace; grapnel replay ID, or grapnel replay --since 1d --all")
	case len(args) > 1:
		return fmt.Errorf("one event at a time, not %q; --all replays many", args)
	case !f.all && trace.IsID(args[0]):
		return f.alone()
	}
	return nil
}

// run replays one event, or those of a file.
func (f *replayFlags) run(ctx context.Context, cmd *cobra.Command, again *replayer, what string) error {
	records, err := f.find(cmd, what)
	if err != nil {
		return err
	}
	if len(records) > 1 {
		return f.report(ctx, cmd, again.history(ctx, slices.Values(records)))
	}
	r, err := again.replay(ctx, records[0])
	if err != nil {
		return err
	}
	if err := printEither(cmd, f.json, r, r.print); err != nil {
		return err
	}
	return differs(r.differs())
}

// runAll replays what the journal has.
func (f *replayFlags) runAll(ctx context.Context, cmd *cobra.Command, again *replayer) error {
	j, reader, err := f.read()
	if err != nil {
		return err
	}
	bar := newProgressBar(cmd, "replaying")
	reader.Progress = bar.update
	h := again.history(ctx, reader.OldestFirst())
	bar.clear()
	if err := reader.Err(); err != nil {
		return err
	}
	reportSkipped(cmd, reader.Skipped())
	if h.Replayed == 0 && len(h.Failed) == 0 && ctx.Err() == nil {
		return fmt.Errorf("nothing to replay: %d events in %s, none with its payload; record some with `grapnel fire --record` or %s=record", h.NotRecorded, j.Dir(), journalVariable)
	}
	return f.report(ctx, cmd, h)
}

// report shows the results of many replays.
func (f *replayFlags) report(ctx context.Context, cmd *cobra.Command, h *history) error {
	if err := printEither(cmd, f.json, h, h.print); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx) // it was not all of them
	}
	if len(h.Changed) == 0 && len(h.Failed) > 0 {
		return exitStatus(exitFailed)
	}
	return differs(len(h.Changed) > 0)
}

func differs(yes bool) error {
	if yes {
		return exitStatus(exitDiffers)
	}
	return nil
}

// find returns the records that an argument means.
func (f *replayFlags) find(cmd *cobra.Command, what string) ([]trace.Record, error) {
	if trace.IsID(what) {
		j, err := openJournal()
		if err != nil {
			return nil, err
		}
		r, err := findRecord(j, what)
		return []trace.Record{r}, err
	}
	return f.readRecords(cmd.InOrStdin(), what)
}
