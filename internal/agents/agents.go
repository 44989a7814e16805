// Package agents knows the real agents that call Grapnel as their hook: how
// each says what happens, which answers it obeys, what it cannot do, and where
// its settings are. Each is a package below this one; package all lists them.
package agents

import (
	"path/filepath"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Agent is one real agent. All that is particular to it is here.
type Agent struct {
	Name    string // as in `grapnel hook --host NAME`
	Product string
	// Measured is the version that the facts below were found out with.
	Measured string
	// Events are the moments at which it calls hooks.
	Events []EventName
	// Signs tell its payloads from those of other agents.
	Signs Signs
	// Fields, if set, turns a payload into one with the usual names. It returns
	// the event's name if the payload has one.
	Fields func(payload hook.Object) (fields hook.Object, event string)
	// Again, if set, reports whether an event is one that the agent fires anew
	// although nothing new happened.
	Again func(Event) bool
	// Abilities are what it can be told; what is not listed is impossible.
	Abilities []Ability
	// Say writes an answer that this agent obeys. The verdict has only what it
	// can do at the event.
	Say func(Event, Verdict) Answer
	// Runs is the contract whose hooks it runs itself, wherever they are
	// configured, so that Grapnel must not, or they would run twice; "" if it
	// has none that Grapnel speaks.
	Runs string
	// Reads are other files with hooks that it runs itself: below the project,
	// or below the home directory if they begin with ~. They are patterns of
	// package path/filepath.
	Reads    []string
	Settings Settings
	// Sample is an event before a tool as the agent sent it once.
	Sample string
}

// Tools is what the agent calls its tools.
func (a Agent) Tools() tools.Vocabulary { return tools.Of(a.Name) }

// ReadsItself reports whether the agent runs the hooks of a file itself.
func (a Agent) ReadsItself(file string, at Place) bool {
	for _, pattern := range a.Reads {
		dir := at.Project
		if rest, ok := strings.CutPrefix(pattern, "~/"); ok {
			dir, pattern = at.Home, rest
		}
		// The directory's name is not a pattern.
		rel, err := filepath.Rel(dir, file)
		if err != nil {
			continue
		}
		if match, _ := filepath.Match(filepath.FromSlash(pattern), rel); match { // the patterns are valid
			return true
		}
	}
	return false
}

// EventName is one of an agent's events.
type EventName struct {
	Name string
	Kind hook.Kind
}

// Kind returns the kind of one of the agent's events.
func (a Agent) Kind(event string) (kind hook.Kind, ok bool) {
	for _, e := range a.Events {
		if e.Name == event {
			return e.Kind, true
		}
	}
	return 0, false
}

// EventsFor returns the agent's names for moments, in the order of its events.
func (a Agent) EventsFor(wanted []hook.Kind) []EventName {
	var list []EventName
	for _, e := range a.Events {
		for _, kind := range wanted {
			if e.Kind == kind {
				list = append(list, e)
				break
			}
		}
	}
	return list
}

// Answer is what the hook process leaves behind.
type Answer struct {
	Stdout   string
	Stderr   string
	ExitCode int
}

// JSON answers with one object on stdout, or with nothing if it is empty.
func JSON(object hook.Object) Answer {
	if len(object) == 0 {
		return Answer{}
	}
	return Answer{Stdout: string(jsonx.AppendCompact(nil, object.Raw())) + "\n"}
}
