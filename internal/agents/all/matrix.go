package all

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
)

// Row is what all agents make of one effect at one moment.
type Row struct {
	Kind   hook.Kind
	Effect agents.Effect
	Cells  []Cell // one for each agent, in the order of Agents
}

// Cell is what one agent makes of it. Fires is false if the agent does not call
// hooks at that moment at all.
type Cell struct {
	Agent string
	Fires bool
	Level agents.Level
	How   string
}

// Mark is what a table shows of the cell.
func (c Cell) Mark() string {
	switch {
	case !c.Fires:
		return ""
	case c.Level == agents.Exact:
		return "yes"
	case c.Level == agents.Degraded:
		return "other"
	}
	return "no"
}

// Matrix returns what agents can do: events by effects by agents.
func Matrix() []Row {
	list := Agents()
	var rows []Row
	for _, kind := range hook.AllKinds() {
		for _, effect := range agents.AllEffects() {
			if !agents.Possible(kind, effect) {
				continue
			}
			row := Row{Kind: kind, Effect: effect}
			for _, a := range list {
				ability := a.Can(kind, effect)
				row.Cells = append(row.Cells, Cell{a.Name, a.Fires(kind), ability.Level, ability.How})
			}
			rows = append(rows, row)
		}
	}
	return rows
}
