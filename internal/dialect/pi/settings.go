package pi

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/claude"
	"github.com/grapnel-hooks/grapnel/internal/dialect/family"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// claudeSettings is Claude Code's contract as pi reads its files: matchers and
// default timeouts are pi's.
func claudeSettings() family.Dialect {
	contract := *claude.Dialect.Contract
	contract.CheckMatcher = checkPattern
	contract.Timeouts = kit.Timeouts{Unit: time.Second, Default: defaultTimeout, Max: maxTimeout}
	return family.Dialect{Contract: &contract}
}

// readClaude reads the hooks of a .claude/settings.json. Those for events that
// pi does not have are left out, and so are those that no shell can run. A hook
// in pi's own form may be in the place of a group.
func (r *reader) readClaude(doc *document.Value) error {
	settings := claudeSettings()
	groups := settings.NewReader(r.From)
	groups.DuplicatesWarn = true
	var mistake error
	var other []string
	err := groups.Groups(settings, doc, func(event string, group *document.Value) {
		switch {
		case slices.Contains(other, event):
		case !dialect.HasEvent(Dialect{}, event):
			other = append(other, event)
			groups.Report(group.Pos, diag.Infof("other-event", "pi has no event %s; its hooks are left out", event).Fixf("remove them, if nobody else reads this file"))
		case group.Get("hooks") == nil && group.Get("command") != nil:
			native := &reader{groups.Reader}
			mistake = cmp.Or(mistake, native.readHook(event, "hooks."+event, group))
			groups.Reader = native.Reader
		default:
			groups.ReadGroup(event, group)
		}
	})
	r.Config = groups.Config
	return cmp.Or(err, mistake, firstMistake(r.Config.Diagnostics))
}

// firstMistake returns the first error among diagnostics. Hooks that only other
// agents can run are not a mistake.
func firstMistake(diagnostics []hook.Diagnostic) error {
	for i, d := range diagnostics {
		switch {
		case d.Level != hook.LevelError:
		case d.Code == "bad-type" || d.Code == "unknown-event":
			diagnostics[i].Level = hook.LevelWarn
		default:
			return document.Errorf(d.Position, "%s", d.Problem).Fixf("%s", d.Fix)
		}
	}
	return nil
}

// checkPattern notices matchers that look like regular expressions, which pi
// does not read: such a guard would never run.
func checkPattern(pattern string) (problem hook.Diagnostic, ok bool) {
	for _, a := range alternatives(pattern) {
		if a.Tool != "*" && strings.ContainsAny(a.Tool, "*+?[](){}^$\\") {
			return diag.Warnf("bad-matcher", "%q is compared with names of tools as it is; patterns are only read as Tool(pattern), for commands", a.Tool).
				Fixf("write the names, such as Edit|Write"), false
		}
	}
	return problem, true
}
