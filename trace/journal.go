// Package trace keeps the journal: one record for every event that was fired,
// with what each hook did and what came of it.
//
// A journal is a directory of segments, files of JSON lines. Many processes
// write to it at the same time without knowing of each other, and any of them
// may die at any moment: a line that is not a whole record is skipped by
// readers, and counted.
package trace

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Options configure a Journal.
type Options struct {
	// Payloads says that records keep the data of their events, so that they
	// can be replayed. Secrets are removed from it as from everything else.
	Payloads bool
	// Logger gets one warning if the journal cannot be written. nil means no
	// logging.
	Logger *slog.Logger
}

// Journal is a journal in a directory. It holds no open files between calls
// and is safe for concurrent use.
type Journal struct {
	dir     string
	options Options
	limits  limits
	warned  sync.Once
	last    atomic.Pointer[segment] // the last one written to
}

// Open returns the journal in a directory, which need not exist. It touches no
// files.
func Open(dir string, o Options) *Journal {
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return &Journal{dir: dir, options: o, limits: defaultLimits}
}

// Dir returns the directory of the journal.
func (j *Journal) Dir() string { return j.dir }

// Observe appends a record of an event. As grapnel.Options.Observe it records
// everything that the hooks of a System do. A journal that cannot be written
// gets one warning and changes nothing else.
func (j *Journal) Observe(ctx context.Context, ev hook.Event, out hook.Outcome) {
	r := NewRecord(ev, out)
	if j.options.Payloads {
		r.KeepPayload(ev, out)
	}
	if err := j.Append(r); err != nil {
		j.warned.Do(func() {
			j.options.Logger.WarnContext(ctx, "the journal of hooks cannot be written", "error", err)
		})
	}
}
