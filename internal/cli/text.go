package cli

import (
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
)

// outcome shows an outcome: first what it means for the agent, then what each
// hook did, then diagnostics.
func (p printer) outcome(out hook.Outcome) {
	p.linef("%s  %s  %s", p.paint(bold, out.Event), p.verdicts(out), p.paint(dim, shownDuration(out.DurationMs)))
	p.field("reason", out.Reason)
	p.field("stop reason", out.StopReason)
	p.field("tool input", string(out.ToolInput))
	p.field("llm request", string(out.LLMRequest))
	p.field("llm response", string(out.LLMResponse))
	if c := out.ToolConfig; c != nil {
		p.field("tools", toolsText(c))
	}
	for _, c := range out.Context {
		p.field("context ("+string(c.Placement)+")", c.Text)
	}
	for _, m := range out.Messages {
		p.field(fmt.Sprintf("to the %s (%s)", m.To, m.Kind), m.Text)
	}
	for i, r := range out.Hooks {
		p.result(i, r)
	}
	for _, d := range out.Diagnostics {
		p.diagnostic("  ", d)
	}
}

// verdicts says all that an outcome means for the agent.
func (p printer) verdicts(out hook.Outcome) painted {
	word, colour := verdict(out.Blocked, out.Stop, out.Decision)
	words := p.paint(colour, word)
	if out.Blocked && out.Stop {
		words += ", " + p.paint(red, "stopped")
	}
	if out.SuppressOutput {
		words += ", " + p.paint(dim, "output hidden from the user")
	}
	return words
}

// verdict is the outcome of an event in one word: the same for an outcome and
// for its record.
func verdict(blocked, stop bool, decision hook.Decision) (word, colour string) {
	switch {
	case blocked:
		return "blocked", red
	case stop:
		return "stopped", red
	case decision == hook.NoDecision:
		return "proceed", green
	case decision == hook.Ask:
		return "ask", yellow
	case decision == hook.Deny:
		return "deny", yellow // but the event cannot be blocked
	}
	return string(decision), green
}

// diagnostic shows a diagnostic, which may quote a configuration.
func (p printer) diagnostic(margin string, d hook.Diagnostic) {
	p.textf(len(margin)+2, "%s%s %s", margin, p.paint(levelColour(d.Level), string(d.Level)+":"), indent(d.String()))
}

func toolsText(c *hook.ToolConfig) string {
	if c.AllowedFunctionNames == nil {
		return "mode " + c.Mode
	}
	if len(c.AllowedFunctionNames) == 0 {
		return "mode " + c.Mode + ", none allowed"
	}
	return "mode " + c.Mode + ", only " + strings.Join(c.AllowedFunctionNames, ", ")
}

func (p printer) field(name, text string) {
	if text != "" {
		p.textf(4, "  %s %s", p.paint(dim, name+":"), indent(text))
	}
}

func (p printer) result(i int, r hook.Result) {
	p.textf(6, "  hook %d  %s  %s  %s  %s", i, p.paint(statusColour(r.Status), string(r.Status)),
		p.paint(dim, shownDuration(r.DurationMs)), indent(r.Name), p.paint(dim, r.Origin))
	if r.Error != "" {
		p.linef("    %s", indent(r.Error))
	}
}

func statusColour(s hook.Status) string {
	switch s {
	case hook.StatusOK:
		return green
	case hook.StatusSkipped:
		return dim
	case hook.StatusBlocked:
		return red
	}
	return yellow
}

func levelColour(l hook.Level) string {
	switch l {
	case hook.LevelError:
		return red
	case hook.LevelWarn:
		return yellow
	}
	return dim
}
