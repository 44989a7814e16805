package cli

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

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
	seen  map[string]bool // IDs, as long as a record might come twice
	shown int
}

func newRows(cmd *cobra.Command, json bool) *rows {
	return &rows{cmd: cmd, json: json, seen: map[string]bool{}}
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
		w.err = printText(w.cmd, func(p printer) { p.row(r, w.shown == 0) })
	}
	w.shown++
}

// row shows a record, and above the first one what the columns are.
func (p printer) row(r trace.Record, first bool) {
	if first {
		p.linef("%s", p.paint(dim, fmt.Sprintf("%-19s  %-14s  %-16s  %-18s  %-8s  %9s  %s",
			"TIME", "ID", "EVENT", "TOOL", "OUTCOME", "TOOK", "HOOKS")))
	}
	word, colour := verdictWord(r)
	p.linef("%s  %s  %s  %s  %s  %9s  %s",
		r.Time.Local().Format(time.DateTime), pad(r.ID, 14), pad(r.Event, 16), pad(orDash(r.Tool), 18),
		p.paint(colour, pad(word, 8)), took(r.DurationMs), hooksText(r))
}

// pad brings a text to a width.
func pad(text string, width int) string {
	text = strings.Join(strings.Fields(text), " ")
	n := utf8.RuneCountInString(text)
	if n > width {
		return string([]rune(text)[:width-1]) + "…"
	}
	return text + strings.Repeat(" ", width-n)
}

// firstLine is as much of a text as fits in a row.
func firstLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return strings.TrimRight(pad(line, 60), " ")
}

// took shows milliseconds.
func took(ms float64) string {
	switch {
	case ms >= 60_000:
		return fmt.Sprintf("%.1f min", ms/60_000)
	case ms >= 1000:
		return fmt.Sprintf("%.1f s", ms/1000)
	}
	return fmt.Sprintf("%.1f ms", ms)
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
	if len(words) > 0 {
		return strings.Join(words, ", ")
	}
	for _, d := range r.Diagnostics {
		return "none: " + firstLine(d.String())
	}
	return "none"
}
