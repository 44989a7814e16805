package cli

import (
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/trace"
)

// record shows one record in full.
func (p printer) record(r trace.Record) {
	word, colour := verdictWord(r)
	title := r.Event
	if r.Tool != "" {
		title += " " + r.Tool
	}
	p.linef("%s  %s  %s", p.paint(bold, title), p.paint(colour, word), p.paint(dim, shownDuration(r.DurationMs)))
	p.field("id", r.ID)
	p.field("time", r.Time.Local().Format("2006-01-02 15:04:05.000 -0700"))
	p.field("dialect", r.Dialect)
	p.field("session", r.Session)
	p.field("agent", r.Agent)
	p.field("directory", r.Dir)
	p.field("configuration", strings.Join(r.Config, ", "))
	p.field("decision", string(r.Decision))
	p.field("reason", r.Reason)
	p.field("stop reason", r.StopReason)
	p.field("rewritten", strings.Join(r.Rewrote, ", "))
	p.field("payload", string(r.Payload))
	p.field("tool input", string(r.ToolInput))
	p.field("llm request", string(r.LLMRequest))
	p.field("llm response", string(r.LLMResponse))
	if r.ToolConfig != nil {
		p.field("tools", toolsText(r.ToolConfig))
	}
	for _, c := range r.Context {
		p.field("context ("+string(c.Placement)+")", c.Text)
	}
	for _, m := range r.Messages {
		p.field(fmt.Sprintf("to the %s (%s)", m.To, m.Kind), m.Text)
	}
	p.timeline(r)
	for _, d := range r.Diagnostics {
		p.linef("  %s %s", p.paint(levelColour(d.Level), string(d.Level)+":"), indent(d.String()))
	}
	if r.Redacted {
		p.linef("  %s", p.paint(dim, "Secrets were removed from this record."))
	}
	p.field("too long to keep", strings.Join(r.Dropped, ", "))
}

// timeline shows the hooks in their order, each with a bar for when it ran in
// the time of all.
func (p printer) timeline(r trace.Record) {
	const width = 20
	whole := r.DurationMs
	for _, h := range r.Hooks {
		whole = max(whole, h.StartMs+h.DurationMs)
	}
	share := func(ms float64) int { // a journal may say anything
		return min(max(0, int(ms/max(whole, 1e-9)*width+0.5)), width)
	}
	for i, h := range r.Hooks {
		before := share(h.StartMs)
		filled := min(share(h.DurationMs), width-before)
		bar := strings.Repeat("·", before) + strings.Repeat("█", filled) + strings.Repeat("·", width-before-filled)
		p.textf(6, "  hook %-2d %s %9s  %s  %s  %s", i, p.paint(statusColour(h.Status), bar), shownDuration(h.DurationMs),
			p.paint(statusColour(h.Status), string(h.Status)), indent(h.Name), p.paint(dim, origin(h)))
		p.ending(h)
	}
}

func origin(h hook.Result) string {
	return strings.TrimSpace(string(h.Source) + " " + h.Origin)
}

// ending shows what a hook left behind.
func (p printer) ending(h hook.Result) {
	var facts []string
	if h.ExitCode > 0 {
		facts = append(facts, fmt.Sprintf("exit code %d", h.ExitCode))
	}
	if h.Signal != "" {
		facts = append(facts, h.Signal)
	}
	if h.Decision != hook.NoDecision {
		facts = append(facts, "decision "+string(h.Decision))
	}
	if len(facts) > 0 {
		p.linef("      %s", strings.Join(facts, ", "))
	}
	for _, part := range []struct{ name, text string }{
		{"command", h.Command}, {"reason", h.Reason}, {"stdout", h.Stdout}, {"stderr", h.Stderr}, {"error", h.Error},
	} {
		if part.text != "" {
			p.textf(8, "      %s %s", p.paint(dim, part.name+":"), strings.ReplaceAll(indent(part.text), "\n", "\n    "))
		}
	}
}
