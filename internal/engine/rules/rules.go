// Package rules decides, without starting anything, which definitions an event
// is for and what rules say about it.
//
// A [Set] holds the definitions of one plan: those for one event and one tool.
// Their conditions are compiled once, and commands are looked up by program, so
// that the number of rules hardly matters.
package rules

import (
	"sync"
	"sync/atomic"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/pattern"
)

// Set is definitions whose conditions are compiled. It may be used by several
// goroutines at the same time.
type Set struct {
	definitions []hook.Definition
	compiled    []compiled // for each definition
	commands    *pattern.Index
	paths       []string // the patterns of all definitions
	hasCommands bool     // a condition on commands, so that what cannot be parsed counts

	place        atomic.Pointer[place]
	vocabularies sync.Map // from agent to []tools.Vocabulary; the tool is always the same
}

// compiled is a definition ready to be compared with events.
type compiled struct {
	*conditions         // nil if there are none
	own, exception span // of its command patterns
	paths, except  span // of its path patterns
	permits        bool // it must hold for all commands and paths, not for one
}

// span is a part of a list.
type span struct{ from, to int }

func (s span) isEmpty() bool { return s.from == s.to }

// New compiles definitions.
func New(definitions []hook.Definition) *Set {
	s := &Set{definitions: definitions, compiled: make([]compiled, len(definitions))}
	var commands []*pattern.Pattern
	known := map[*hook.Conditions]*conditions{}
	for i, def := range definitions {
		if def.Conditions == nil {
			continue
		}
		to := &s.compiled[i]
		to.permits = def.Rule != nil && def.Rule.Effect == hook.EffectAllow
		if to.conditions = known[def.Conditions]; to.conditions == nil {
			var c compiler
			to.conditions = c.compile(def.Conditions)
			to.broken = hasErrors(c.diagnostics)
			known[def.Conditions] = to.conditions
		}
		to.own, commands = appendTo(commands, to.commands)
		to.paths, s.paths = appendTo(s.paths, to.conditions.paths)
		if to.unless != nil {
			to.exception, commands = appendTo(commands, to.unless.commands)
			to.except, s.paths = appendTo(s.paths, to.unless.paths)
		}
	}
	s.commands, s.hasCommands = pattern.NewIndex(commands), len(commands) > 0
	return s
}

func hasErrors(diagnostics []hook.Diagnostic) bool {
	for _, d := range diagnostics {
		if d.Level == hook.LevelError {
			return true
		}
	}
	return false
}

func appendTo[T any](list, more []T) (span, []T) {
	from := len(list)
	return span{from, from + len(more)}, append(list, more...)
}

// IsEmpty reports whether no definition has conditions.
func (s *Set) IsEmpty() bool {
	for i := range s.compiled {
		if s.compiled[i].conditions != nil {
			return false
		}
	}
	return true
}

// knowing returns the vocabularies that know the tool of an event.
func (s *Set) knowing(ev *Event) []tools.Vocabulary {
	if known, ok := s.vocabularies.Load(ev.Agent); ok {
		return known.([]tools.Vocabulary)
	}
	found := tools.Knowing(ev.Agent, ev.Tool)
	if len(ev.Agent) <= maxAgentName {
		s.vocabularies.Store(ev.Agent, found)
	}
	return found
}

// maxAgentName keeps names that come from outside from filling the memory.
const maxAgentName = 32
