package family

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// Events returns the events of the contract.
func (d Dialect) Events() []hook.EventType { return d.Contract.Events }

// UnknownEvent explains an event name that the contract does not have.
func (d Dialect) UnknownEvent(name string) hook.Diagnostic {
	for _, foreign := range d.Contract.Foreign {
		if slices.Contains(foreign.Names, name) {
			return kit.NoSuchEvent(d.Contract.Events, "%s %s", name, foreign.Why)
		}
	}
	return kit.UnknownEvent(name, d.Contract.Product, d.Contract.Events)
}
