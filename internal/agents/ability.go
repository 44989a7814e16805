package agents

import "github.com/grapnel-hooks/grapnel/hook"

// Effect is something that hooks and rules can want of an agent.
type Effect string

// The effects.
const (
	Deny     Effect = "deny"     // the operation does not happen, and the model reads why
	Ask      Effect = "ask"      // the user decides
	Allow    Effect = "allow"    // the agent's own question is spared
	Rewrite  Effect = "rewrite"  // the tool gets another input
	Context  Effect = "context"  // the model reads a text
	Message  Effect = "message"  // the user reads a text
	Stop     Effect = "stop"     // the agent ends its work
	Continue Effect = "continue" // the agent, about to end, goes on with a text
	Request  Effect = "request"  // the model gets another request
	Response Effect = "response" // the agent gets another answer than the model's
	Select   Effect = "select"   // the model may call only some tools
)

// AllEffects returns all effects, in the order of the matrix.
func AllEffects() []Effect {
	return []Effect{Deny, Ask, Allow, Rewrite, Context, Message, Stop, Continue, Request, Response, Select}
}

// Level is how well an agent can do something.
type Level string

// The levels.
const (
	Exact      Level = "exact"
	Degraded   Level = "degraded" // in another way, which the ability names
	Impossible Level = "impossible"
)

// Ability says how well an agent can do something at a moment, and how if that
// is not exact or has a condition.
type Ability struct {
	Kind   hook.Kind
	Effect Effect
	Level  Level
	How    string
}

// Can returns what the agent can do. What is not listed is impossible.
func (a Agent) Can(kind hook.Kind, effect Effect) Ability {
	for _, ability := range a.Abilities {
		if ability.Kind == kind && ability.Effect == effect {
			return ability
		}
	}
	return Ability{kind, effect, Impossible, ""}
}

// Fires reports whether the agent calls hooks at a moment.
func (a Agent) Fires(kind hook.Kind) bool {
	for _, e := range a.Events {
		if e.Kind == kind {
			return true
		}
	}
	return false
}

// Possible reports whether it makes sense to want an effect at a moment, of any
// agent.
func Possible(kind hook.Kind, effect Effect) bool {
	switch effect {
	case Deny:
		return kind.PrecedesOperation()
	case Ask, Allow, Rewrite:
		return kind == hook.ToolBefore
	case Context:
		return kind != hook.AgentStop && kind != hook.SessionEnd && kind != hook.ModelAfter
	case Continue:
		return kind == hook.AgentStop
	case Request:
		return kind == hook.ModelBefore
	case Response:
		return kind == hook.ModelBefore || kind == hook.ModelAfter
	case Select:
		return kind == hook.ToolSelection
	}
	return true
}

// Exactly returns the abilities to do all of these exactly.
func Exactly(kind hook.Kind, effects ...Effect) []Ability {
	list := make([]Ability, len(effects))
	for i, effect := range effects {
		list[i] = Ability{kind, effect, Exact, ""}
	}
	return list
}
