package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/trace"
)

// print shows one replay: first what has changed, then how it is now.
func (r replayed) print(p printer) {
	switch {
	case !r.Compared:
		p.linef("There is nothing to compare this payload with.")
	case len(r.Changes) == 0:
		p.linef("%s %s: the outcome is the same.", r.ID, p.paint(green, "same"))
	case r.SecretsRemoved:
		p.linef("%s %s: secrets were removed from its payload, and hooks saw [REDACTED] instead.", r.ID, p.paint(yellow, "cannot be compared"))
	default:
		p.linef("%s %s in: %s", r.ID, p.paint(yellow, "differs"), fieldNames(r.Changes))
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
	for _, r := range h.Incomparable {
		p.linef("%s  %s  %s %s %s", r.Time.Local().Format(time.DateTime), r.ID, p.paint(bold, r.Event), r.Tool,
			p.paint(dim, "cannot be compared: secrets were removed"))
	}
	for _, f := range h.Failed {
		p.linef("%s %s", p.paint(red, "error:"), indent(f.Error))
	}
	incomparable := ""
	if n := len(h.Incomparable); n > 0 {
		incomparable = fmt.Sprintf(", cannot be compared: %d", n)
	}
	p.linef("replayed: %d, decided differently: %d, different in other ways: %d%s, failed: %d, recorded without payload: %d",
		h.Replayed, h.deciding(), len(h.Changed)-h.deciding(), incomparable, len(h.Failed), h.NotRecorded)
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
