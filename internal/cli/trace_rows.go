package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/trace"
)

// rows shows records one below the other. The columns have fixed widths: there
// may be millions of rows, or ones that have not happened yet.
type rows struct {
	cmd   *cobra.Command
	err   error // why a row could not be written
	json  bool
	dirs  bool            // several projects are shown
	seen  map[string]bool // IDs, as long as a record might come twice
	last  trace.Record    // that was shown
	shown int
}

func newRows(cmd *cobra.Command, json, dirs bool) *rows {
	return &rows{cmd: cmd, json: json, dirs: dirs, seen: map[string]bool{}}
}

// maxSeen is how many IDs are remembered: more than can be written between the
// first look at the journal and the second.
const maxSeen = 10_000

func (w *rows) show(r trace.Record) {
	if w.seen[r.ID] {
		return
	}
	if len(w.seen) >= maxSeen {
		clear(w.seen)
	}
	w.seen[r.ID] = true
	if w.json {
		w.err = write(exactJSON(w.cmd.OutOrStdout()), r.Line())
	} else {
		w.err = printText(w.cmd, func(p printer) { p.row(r, w.last, w.dirs) })
	}
	w.last = r
	w.shown++
}

// A row has all of a record in one line if the screen is wide enough. On others
// the day is above the first of its rows, and what hooks said is below the row.
const (
	wideScreen = 110
	rowFormat  = "%s  %s  %s  %s  %s  %s"
)

// layout is the widths of the columns.
type layout struct {
	time               string // how it is written
	event, tool, place int
	wide               bool
}

func (p printer) layout() layout {
	if p.columns == 0 || p.columns >= wideScreen {
		return layout{time.DateTime, 16, 18, 24, true}
	}
	const others = 49 // cells that are not for the event and the tool
	room := max(p.columns-others, 16)
	return layout{time.TimeOnly, room / 2, room - room/2, p.columns / 3, false}
}

// row shows a record, and above the first one what the columns are. before is
// the record above it.
func (p printer) row(r, before trace.Record, dirs bool) {
	l := p.layout()
	if before.ID == "" {
		p.rowTitle(l, dirs)
	}
	if day := r.Time.Local().Format(time.DateOnly); !l.wide && day != before.Time.Local().Format(time.DateOnly) {
		p.linef("%s", p.paint(dim, day))
	}
	word, colour := verdictWord(r)
	line := paintedf(rowFormat, r.Time.Local().Format(l.time), pad(r.ID, 14), pad(r.Event, l.event), pad(orDash(r.Tool), l.tool),
		p.paint(colour, pad(word, 8)), padLeft(shownDuration(r.DurationMs), 9))
	about := hooksText(r)
	if dirs {
		about = pad(fromHome(r.Dir), l.place) + "  " + about
	}
	switch used := cells(string(line)) + 2; {
	case p.columns == 0:
		p.linef("%s  %s", line, about)
	case l.wide:
		p.linef("%s  %s", line, clippedEnd(about, p.columns-used))
	default:
		p.linef("%s", line)
		p.linef("  %s", p.paint(dim, clippedEnd(about, p.columns-2)))
	}
}

func (p printer) rowTitle(l layout, dirs bool) {
	title := fmt.Sprintf(rowFormat, pad("TIME", len(l.time)), pad("ID", 14), pad("EVENT", l.event), pad("TOOL", l.tool), pad("OUTCOME", 8), padLeft("TOOK", 9))
	switch {
	case l.wide && dirs:
		title += "  " + pad("DIRECTORY", l.place) + "  HOOKS"
	case l.wide:
		title += "  HOOKS"
	}
	p.linef("%s", p.paint(dim, title))
}

// firstLine is as much of a text as fits in a row.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return clippedEnd(strings.Join(strings.Fields(line), " "), 60)
}

// verdictWord is the outcome of an event in one word.
func verdictWord(r trace.Record) (word, colour string) {
	if slices.ContainsFunc(r.Diagnostics, func(d hook.Diagnostic) bool { return d.Code == fireFailed }) {
		return "error", red
	}
	return verdict(r.Blocked, r.Stop, r.Decision)
}

// hooksText says what is most worth knowing about the hooks of an event: who
// blocked it, who failed, or why none ran.
func hooksText(r trace.Record) string {
	var words []string
	fine := 0
	for _, h := range r.Hooks {
		switch {
		case h.Status == hook.StatusOK && h.Decision != hook.Deny:
			fine++
		case h.Status == hook.StatusSkipped:
		case h.Reason != "":
			words = append(words, fmt.Sprintf("%s %s: %s", firstLine(h.Name), h.Status, firstLine(h.Reason)))
		default:
			words = append(words, fmt.Sprintf("%s %s", firstLine(h.Name), h.Status))
		}
	}
	if fine > 0 {
		words = append(words, fmt.Sprintf("%d ok", fine))
	}
	if n := warnings(r); n > 0 {
		words = append(words, count(n, "warning"))
	}
	if len(words) > 0 {
		return strings.Join(words, ", ")
	}
	for _, d := range r.Diagnostics {
		return "none: " + firstLine(d.String())
	}
	return "none"
}

// warnings counts what is worth looking at in the full record, beside hooks that
// failed.
func warnings(r trace.Record) int {
	n := 0
	for _, d := range r.Diagnostics {
		if d.Level != hook.LevelInfo && 0 <= d.Hook && d.Hook < len(r.Hooks) && r.Hooks[d.Hook].Status == hook.StatusOK {
			n++
		}
	}
	return n
}
