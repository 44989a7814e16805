package picture

import (
	"cmp"
	"encoding/json"
	"io"
	"iter"

	"github.com/grapnel-hooks/grapnel/trace"
)

// traceEvent is an entry of the Trace Event Format: "X" is a span, "M" names a
// process or thread. Times are microseconds.
type traceEvent struct {
	Name     string            `json:"name"`
	Category string            `json:"cat,omitempty"`
	Phase    string            `json:"ph"`
	At       int64             `json:"ts"`
	Duration int64             `json:"dur,omitempty"`
	Process  int               `json:"pid"`
	Thread   int               `json:"tid"`
	Args     map[string]string `json:"args,omitempty"`
}

// WritePerfetto writes records, oldest first, as a trace with a process for
// every session: events on its first thread, and each hook of an event on a
// thread of its own, so that hooks that ran at the same time are seen side by
// side.
func WritePerfetto(w io.Writer, records iter.Seq[trace.Record]) error {
	entries := []traceEvent{}
	sessions := map[string]int{}
	for r := range records {
		pid, known := sessions[r.Session]
		if !known {
			pid = len(sessions) + 1
			sessions[r.Session] = pid
			name := map[string]string{"name": "session " + r.Session}
			entries = append(entries, traceEvent{Name: "process_name", Phase: "M", Process: pid, Args: name})
		}
		entries = append(entries, spans(r, pid)...)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(map[string]any{"displayTimeUnit": "ms", "traceEvents": entries})
}

// spans returns the event of a record and its hooks.
func spans(r trace.Record, pid int) []traceEvent {
	name := r.Event
	if r.Tool != "" {
		name += " " + r.Tool
	}
	start := r.Time.UnixMicro()
	list := []traceEvent{{
		Name: name, Category: verdict(r), Phase: "X", At: start, Duration: micros(r.DurationMs), Process: pid, Thread: 1,
		Args: map[string]string{"id": r.ID, "verdict": verdict(r), "reason": cut(cmp.Or(r.Reason, r.StopReason)), "directory": r.Dir},
	}}
	for i, h := range r.Hooks {
		list = append(list, traceEvent{
			Name: h.Name, Category: string(h.Status), Phase: "X", At: start + micros(h.StartMs), Duration: micros(h.DurationMs),
			Process: pid, Thread: i + 2, Args: map[string]string{"status": string(h.Status), "origin": h.Origin},
		})
	}
	return list
}

func micros(ms float64) int64 { return int64(ms * 1000) }
