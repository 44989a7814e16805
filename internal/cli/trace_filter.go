package cli

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/trace"
)

// filterFlags select records of the journal: of this project, unless they say
// something else.
type filterFlags struct {
	conditions
	cwd         string
	allProjects bool
}

// conditions are what the flags say about single events.
type conditions struct {
	event, tool, decision, hook, session, since, until string

	failed bool
	slow   time.Duration
}

func (f *filterFlags) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.event, "event", "", "only this `event`, such as BeforeTool")
	flags.StringVar(&f.tool, "tool", "", "only events about this `tool`")
	flags.StringVar(&f.decision, "decision", "", "only this `decision`: allow, deny, ask or none; or blocked, stopped")
	flags.StringVar(&f.hook, "hook", "", "only events with a hook whose name has this `text` in it")
	flags.StringVar(&f.session, "session", "", "only the session whose `ID` begins like this")
	flags.StringVar(&f.since, "since", "", "only since that `time`: 30m, 2h, 1d, 2w ago, 2026-07-31, \"2026-07-31 14:00\"")
	flags.StringVar(&f.until, "until", "", "only before that `time`")
	flags.BoolVar(&f.failed, "failed", false, "only events with a hook that failed, or that no hook could be run for")
	flags.DurationVar(&f.slow, "slow", 0, "only events that took at least this `duration`, such as 500ms or 2s")
	flags.BoolVar(&f.allProjects, "all-projects", false, "events of all projects, not only of this one")
	f.completeFilters(cmd)
}

// registerDir registers --cwd for commands that use it for nothing else.
func (f *filterFlags) registerDir(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.cwd, "cwd", "", "`directory` of the project (default: the current one)")
}

// filter selects what all the flags say.
func (f *filterFlags) filter(now time.Time) (trace.Filter, error) {
	filter, err := f.conditions.filter(now)
	if err == nil && !f.allProjects {
		filter.Dirs, err = projectNames(f.cwd)
	}
	return filter, err
}

func (c *conditions) filter(now time.Time) (trace.Filter, error) {
	filter := trace.Filter{Event: c.event, Tool: c.tool, Hook: c.hook, Session: c.session, Failed: c.failed, Slow: c.slow}
	var err error
	if filter.Verdict, err = trace.ParseVerdict(c.decision); err != nil {
		return filter, fmt.Errorf("--decision: %w", err)
	}
	if filter.Since, err = parseWhen(c.since, now); err != nil {
		return filter, fmt.Errorf("--since: %w", err)
	}
	if filter.Until, err = parseWhen(c.until, now); err != nil {
		return filter, fmt.Errorf("--until: %w", err)
	}
	return filter, nil
}

// lastEvent is what people write for the ID of the newest event.
const lastEvent = "last"

// alone reports an error if there are filters beside an ID.
func (f *filterFlags) alone(id string) error {
	if id == lastEvent || f.conditions == (conditions{}) {
		return nil
	}
	return errors.New("an ID is a single event: flags that select events cannot be used with it")
}

// find returns the record with an ID, whatever its project, or the last one that
// the flags select.
func (f *filterFlags) find(j *trace.Journal, id string) (trace.Record, error) {
	if id != lastEvent {
		r, found, err := j.Find(id)
		if err == nil && !found {
			err = fmt.Errorf("no record %s in %s; `grapnel trace` lists the latest", id, j.Dir())
		}
		return r, err
	}
	filter, err := f.filter(time.Now())
	if err != nil {
		return trace.Record{}, err
	}
	reader := j.Read(filter)
	for r := range reader.NewestFirst() {
		return r, nil
	}
	if err := reader.Err(); err != nil {
		return trace.Record{}, err
	}
	return trace.Record{}, fmt.Errorf("no events%s in %s.%s", f.matching(), j.Dir(), f.others(filter))
}

// read returns the user's journal and what the flags select from it.
func (f *filterFlags) read() (*trace.Journal, *trace.Reader, error) {
	filter, err := f.filter(time.Now())
	if err != nil {
		return nil, nil, err
	}
	j, err := openJournal()
	if err != nil {
		return nil, nil, err
	}
	return j, j.Read(filter), nil
}

// matching says that not all events were wanted.
func (f *filterFlags) matching() string {
	if f.conditions == (conditions{}) {
		return ""
	}
	return " like that"
}

// others says where other events may be, after a sentence that none was found.
func (f *filterFlags) others(filter trace.Filter) string {
	if len(filter.Dirs) == 0 {
		return ""
	}
	return fmt.Sprintf(" Only those of %s were looked at; --all-projects shows the others.", filter.Dirs[0])
}

// openJournal returns the user's journal.
func openJournal() (*trace.Journal, error) {
	dir, err := trace.DefaultDir()
	if err != nil {
		return nil, fmt.Errorf("find the journal: %w", err)
	}
	return trace.Open(dir, trace.Options{}), nil
}
