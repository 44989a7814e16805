package cli

import (
	"fmt"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/engine"
)

// whyNothing says why no hook ran although some are configured, as the end of a
// sentence that begins so. Diagnostics say why none may be configured.
func whyNothing(system *grapnel.System, ev hook.Event) string {
	registry, err := system.Registry()
	if err != nil || registry.Total() == 0 {
		return "none is configured"
	}
	own := len(registry.Hooks(ev.Type.Name))
	if own == 0 {
		return fmt.Sprintf("of %s none is for %s", count(registry.Total(), "hook"), ev.Type.Name)
	}
	why, subject := "is for an event with this content", ""
	explain := "grapnel explain " + ev.Type.Name
	for _, skipped := range engine.Explain(registry, ev).Skipped {
		switch skipped.Reason {
		case engine.ByMatcher:
			subject, _ = ev.Subject()
			why = fmt.Sprintf("matches %q", subject)
		case engine.BySubject:
			why = fmt.Sprintf("runs without %s", ev.Type.Subject)
		}
	}
	if subject != "" && ev.Type.Subject == "tool_name" {
		explain += " --tool " + quoted([]string{subject})
	}
	return fmt.Sprintf("of %s for %s none %s (%s)", count(own, "hook"), ev.Type.Name, why, explain)
}

// nothing shows the outcome of an event that no hook ran for, and why.
func (p printer) nothing(out hook.Outcome, why string) {
	p.outcome(out)
	p.linef("  no hook ran: %s", visible(why))
}
