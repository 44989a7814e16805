package wave

import (
	"fmt"
	"slices"

	"github.com/grapnel-hooks/grapnel/internal/settings"
)

// modelEvents are events of other agents that Wave has nothing like.
var modelEvents = []string{"BeforeModel", "AfterModel", "BeforeToolSelection"}

// laterEvents came with later versions of Wave and are not spoken here.
var laterEvents = []string{"PostCompact", "CwdChanged", "WorktreeCreate", "WorktreeRemove"}

// UnknownEvent explains an event name that Wave does not have.
func (Dialect) UnknownEvent(name string) string {
	switch {
	case slices.Contains(modelEvents, name):
		return fmt.Sprintf("%s is not an event here: Wave has none around model calls; %s", name, settings.EventList(events))
	case slices.Contains(laterEvents, name):
		return fmt.Sprintf("%s is an event of later versions of Wave and not supported; %s", name, settings.EventList(events))
	}
	return settings.UnknownEvent(name, "Wave", events)
}
