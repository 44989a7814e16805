package cli

import (
	"encoding/json"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/trace"
)

// print shows one replay: first what has changed, then how it is now.
func (r replayed) print(p printer) {
	switch {
	case r.Redacted:
		p.linef("%s %s: secrets were removed from its payload, and hooks now saw [REDACTED].", r.ID, p.paint(yellow, "cannot be compared"))
	case !r.Compared:
		p.linef("There is nothing to compare this payload with.")
	case len(r.Changes) == 0:
		p.linef("%s: the outcome is %s.", r.ID, p.paint(green, "the same"))
	default:
		p.linef("%s: the outcome %s in %s.", r.ID, p.paint(yellow, "differs"), fieldNames(r.Changes))
	}
	p.changes(r.Changes)
	p.linef("%s", p.paint(dim, "Now:"))
	p.outcome(*r.Outcome)
}

func (p printer) changes(list []trace.Change) {
	for _, c := range list {
		p.linef("  %s", p.paint(bold, c.Field))
		p.linef("    %s %s", p.paint(red, "-"), indent(shownValue(c.Before)))
		p.linef("    %s %s", p.paint(green, "+"), indent(shownValue(c.After)))
	}
}

// print shows many replays.
func (h *history) print(p printer) {
	for _, r := range h.Changed {
		p.linef("%s  %s  %s %s", r.Time.Local().Format(time.DateTime), r.ID, p.paint(bold, r.Event), r.Tool)
		p.changes(r.Changes)
	}
	for _, f := range h.Failed {
		p.linef("%s %s", p.paint(red, "error:"), indent(f.Error))
	}
	p.linef("replayed: %d, decided differently: %d, different in other ways: %d, failed: %d, recorded without payload: %d",
		h.Replayed, h.deciding(), len(h.Changed)-h.deciding(), len(h.Failed), h.NotRecorded)
	if h.Redacted > 0 {
		p.linef("cannot be compared, because secrets were removed: %d", h.Redacted)
	}
}

func fieldNames(list []trace.Change) string {
	var names []string
	for _, c := range list {
		names = append(names, c.Field)
	}
	return strings.Join(names, ", ")
}

// shownValue is a value of an outcome for people.
func shownValue(raw json.RawMessage) string {
	switch string(raw) {
	case "null", `""`, "[]":
		return "none"
	}
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(raw)
}
