package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/redact"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
	"github.com/grapnel-hooks/grapnel/trace"
)

// replayed is an event that was fired again.
type replayed struct {
	ID    string    `json:"id"`
	Time  time.Time `json:"time,omitzero"`
	Event string    `json:"event"`
	Tool  string    `json:"tool"`
	// Compared is false for a payload that was never fired before.
	Compared bool           `json:"compared"`
	Changes  []trace.Change `json:"changes"`
	// SecretsRemoved says that hooks saw [REDACTED] where the recorded event had
	// secrets. What they say then cannot be compared: a guard that looks for
	// secrets finds none.
	SecretsRemoved bool          `json:"secretsRemoved"`
	Outcome        *hook.Outcome `json:"outcome,omitempty"`
}

// differs reports whether hooks would now say something else to the same event.
func (r replayed) differs() bool { return len(r.Changes) > 0 && !r.SecretsRemoved }

// errNoPayload reports a record that cannot be replayed.
var errNoPayload = errors.New("it was recorded without its payload; record events with `grapnel fire --record` or " + journalVariable + "=record to replay them")

// replayer fires events again. It reads each configuration once.
type replayer struct {
	flags   replayFlags
	systems map[string]*present
}

// present is the hooks of one place as they are now.
type present struct {
	system  *grapnel.System
	dialect dialect.Dialect
	err     error
}

func newReplayer(f replayFlags) *replayer {
	return &replayer{flags: f, systems: map[string]*present{}}
}

func (r *replayer) close() {
	for _, p := range r.systems {
		p.system.Close()
	}
}

// replay fires the event of a record and compares.
func (r *replayer) replay(ctx context.Context, before trace.Record) (replayed, error) {
	result := replayed{
		ID: before.ID, Time: before.Time, Event: before.Event, Tool: before.Tool,
		Compared: before.ID != "", Changes: []trace.Change{}, SecretsRemoved: before.Redacted && redact.WereRemoved(string(before.Payload)),
	}
	if before.Payload == nil {
		if slices.Contains(before.Dropped, "payload") {
			return result, fmt.Errorf("cannot replay %s: its payload was too large to be recorded", before.ID)
		}
		return result, fmt.Errorf("cannot replay %s: %w", before.ID, errNoPayload)
	}
	p, ev, err := r.event(before)
	if err != nil {
		return result, fmt.Errorf("cannot replay %s: %w", orDash(before.ID), err)
	}
	out := p.system.Fire(ctx, ev)
	if ctx.Err() != nil {
		return result, context.Cause(ctx) // what hooks would have said is not known
	}
	out.Diagnostics = allDiagnostics(p.system, nil, out)
	result.Outcome = &out
	if result.Compared {
		after := trace.NewRecord(ev, out)
		after.KeepPayload(ev, out)
		result.Changes = append(result.Changes, trace.Changes(before, after)...)
	}
	return result, nil
}

// event returns the event of a record, and what to fire it at.
func (r *replayer) event(record trace.Record) (*present, hook.Event, error) {
	fields, _, err := jsonx.ParseObject(record.Payload)
	if err != nil {
		return nil, hook.Event{}, fmt.Errorf("its payload: %w", err)
	}
	if r.flags.cwd != "" {
		record.Dir = r.flags.cwd
	}
	if info, err := os.Stat(record.Dir); err != nil || !info.IsDir() {
		return nil, hook.Event{}, fmt.Errorf("the directory %s does not exist any more; name another with --cwd", record.Dir)
	}
	p, err := r.at(record)
	if err != nil {
		return nil, hook.Event{}, err
	}
	eventType, err := findEvent(p.dialect, record.Event)
	if err != nil {
		return nil, hook.Event{}, err
	}
	return p, hook.Event{
		Type: eventType, Time: time.Now(), Fields: fields,
		Session: hook.Session{
			ID: record.Session, Unnamed: record.UnnamedSession, Dir: record.Dir,
			TranscriptPath: record.TranscriptPath, Agent: record.Agent,
		},
	}, nil
}

// at returns the hooks that the event of a record would meet now.
func (r *replayer) at(record trace.Record) (*present, error) {
	files := r.flags.config
	if len(files) == 0 && record.ExplicitConfig {
		files = record.Config
	}
	env := config.Here(record.Dir)
	env.Files, env.Agent, env.Switches = files, record.Agent, map[string]bool{}
	for _, on := range record.Switches {
		env.Switches[on] = true
	}
	flags := configFlags{dialect: cmp.Or(r.flags.dialect, record.Dialect)}
	chosen, err := flags.choose(env, record.Event)
	if err != nil {
		return nil, err
	}
	key := strings.Join(slices.Concat([]string{chosen.Dialect.Name(), record.Dir, record.Agent}, files, []string{""}, record.Switches), "\x00")
	p := r.systems[key]
	if p == nil {
		p = &present{system: grapnel.New(optionsFor(chosen.Dialect, env)), dialect: chosen.Dialect}
		p.err = p.system.Report().Err
		r.systems[key] = p
	}
	return p, p.err
}

// history is the results of many replays.
type history struct {
	Replayed    int        `json:"replayed"`
	NotRecorded int        `json:"notRecorded"` // have no payload
	Changed     []replayed `json:"changed"`
	// Incomparable are those that ended differently, but without their secrets.
	Incomparable []replayed     `json:"incomparable"`
	Failed       []failedReplay `json:"failed"`
}

type failedReplay struct {
	ID    string `json:"id"`
	Error string `json:"error"`
}

// history replays events until the context ends.
func (r *replayer) history(ctx context.Context, records iter.Seq[trace.Record]) *history {
	h := &history{Changed: []replayed{}, Incomparable: []replayed{}, Failed: []failedReplay{}}
	for record := range records {
		again, err := r.replay(ctx, record)
		if ctx.Err() != nil {
			break
		}
		h.add(again, err)
	}
	return h
}

func (h *history) add(r replayed, err error) {
	switch {
	case errors.Is(err, errNoPayload):
		h.NotRecorded++
	case err != nil:
		h.Failed = append(h.Failed, failedReplay{ID: r.ID, Error: err.Error()})
	default:
		h.Replayed++
		r.Outcome = nil // there may be many
		switch {
		case r.differs():
			h.Changed = append(h.Changed, r)
		case len(r.Changes) > 0:
			h.Incomparable = append(h.Incomparable, r)
		}
	}
}

// deciding counts the events that would be decided differently.
func (h *history) deciding() int {
	n := 0
	for _, r := range h.Changed {
		if slices.ContainsFunc(r.Changes, trace.Change.Decides) {
			n++
		}
	}
	return n
}
