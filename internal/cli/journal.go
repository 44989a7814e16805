package cli

import (
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/trace"
)

// journalVariable switches the journal: off, on, or record to keep payloads.
const journalVariable = "GRAPNEL_JOURNAL"

// fireFailed is the code of the diagnostic that says why an event has no
// outcome. A record with it is neither an approval nor a block.
const fireFailed = "fire-failed"

// journal records what was fired. If that is not possible it says so, and
// nothing else: hooks have run, and their answer counts.
func (f *fireFlags) journal(ev hook.Event, out hook.Outcome, files []string) []hook.Diagnostic {
	return journal(f.record, func(payload bool) trace.Record { return f.newRecord(ev, out, files, payload) })
}

// journal appends a record to the journal, with the payload if that is wanted
// here or by the user's environment.
func journal(payload bool, record func(payload bool) trace.Record) []hook.Diagnostic {
	var diagnostics []hook.Diagnostic
	switch mode := os.Getenv(journalVariable); mode {
	case "off":
		return nil
	case "record":
		payload = true
	case "", "on":
	default:
		diagnostics = append(diagnostics, diag.Warnf("journal-mode", "%s is %q; it can be off, on or record", journalVariable, mode))
	}
	dir, err := trace.DefaultDir()
	if err == nil {
		err = trace.Open(dir, trace.Options{}).Append(record(payload))
	}
	if err != nil {
		diagnostics = append(diagnostics, diag.Warnf("journal-failed", "this event is not in the journal: %v", err))
	}
	return diagnostics
}

// newRecord returns the record of an event, with what it takes to fire it again
// in the same way.
func (f *fireFlags) newRecord(ev hook.Event, out hook.Outcome, files []string, payload bool) trace.Record {
	r := trace.NewRecord(ev, out)
	if payload {
		r.KeepPayload(ev, out)
	}
	r.Config, r.ExplicitConfig = slices.Clone(files), len(f.files()) > 0
	if r.ExplicitConfig {
		// They are named as seen from here; a reader may be somewhere else.
		for i := range r.Config {
			r.Config[i] = fromHere(r.Config[i])
		}
		for i := range r.Hooks {
			r.Hooks[i].Origin = fromHere(r.Hooks[i].Origin)
		}
	}
	r.Switches = slices.Sorted(maps.Keys(f.switches()))
	return r
}

// fromHere returns a path that means the same file wherever it is read.
func fromHere(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
