package wave

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// modelEvents are events of other agents that Wave has nothing like.
var modelEvents = []string{"BeforeModel", "AfterModel", "BeforeToolSelection"}

// laterEvents came with later versions of Wave and are not spoken here.
var laterEvents = []string{"PostCompact", "CwdChanged", "WorktreeCreate", "WorktreeRemove"}

// UnknownEvent explains an event name that Wave does not have.
func (Dialect) UnknownEvent(name string) hook.Diagnostic {
	switch {
	case slices.Contains(modelEvents, name):
		return kit.NoSuchEvent(events, "%s is not an event here: Wave has none around model calls", name)
	case slices.Contains(laterEvents, name):
		return kit.NoSuchEvent(events, "%s is an event of later versions of Wave and not supported", name)
	}
	return kit.UnknownEvent(name, "Wave", events)
}
