// Package grapnel is Grapnel's own contract: the file grapnel.yaml.
//
// It has rules, which are decided in process, and hooks, which are programs.
// Events have the neutral names of their kinds, so that one file holds for every
// agent. A hook answers with its exit code or one JSON object; whatever else it
// does is a failure, and a policy says what that means.
package grapnel

import (
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
)

// Name is the dialect's name on the command line.
const Name = "grapnel"

// The types of definitions.
const (
	typeRule    = "rule"
	typeCommand = "command"
)

// Dialect implements dialect.Dialect.
type Dialect struct{}

// Name returns "grapnel".
func (Dialect) Name() string { return Name }

// Events returns an event for every kind, called like the kind.
func (Dialect) Events() []hook.EventType {
	events := make([]hook.EventType, 0, hook.Kinds)
	for _, kind := range kinds() {
		events = append(events, eventType(kind))
	}
	return events
}

// kinds are the moments that have an event.
func kinds() []hook.Kind {
	return slices.DeleteFunc(hook.AllKinds(), func(k hook.Kind) bool { return k == hook.Other })
}

func eventType(kind hook.Kind) hook.EventType {
	e := hook.EventType{Name: kind.String(), Kind: kind}
	if isAboutTool(kind) {
		e.Subject = fieldTool
	}
	return e
}

func isAboutTool(kind hook.Kind) bool {
	return kind == hook.ToolBefore || kind == hook.ToolAfter || kind == hook.ToolFailure
}

// isGuarded reports whether hooks of a kind can keep something from happening.
func isGuarded(kind hook.Kind) bool {
	return kind == hook.ToolBefore || kind == hook.PromptSubmit || kind == hook.ModelBefore
}

// UnknownEvent explains an event name that does not exist.
func (d Dialect) UnknownEvent(name string) hook.Diagnostic {
	return kit.UnknownEvent(name, "Grapnel", d.Events())
}

// Rules returns the choices of the native contract.
func (Dialect) Rules() dialect.Rules {
	return dialect.Rules{
		OnByDefault:  true,
		StopAtBlock:  []hook.Kind{hook.ToolBefore, hook.PromptSubmit, hook.ModelBefore},
		Awaited:      []hook.Kind{hook.PromptSubmit, hook.AgentStop, hook.SessionStart, hook.CompactBefore},
		AskNeedsUser: true,
		Facts:        true,
		Patterns:     dialect.Globs,
		Roles:        true,
		Tools:        knownTools(),
		Policy: dialect.Policy{
			OnFailure: hook.OnFailure{
				hook.FailedSpawn: hook.Deny, hook.FailedTimeout: hook.Deny, hook.FailedCrash: hook.Deny,
				hook.FailedExit: hook.Allow, hook.FailedOutput: hook.Deny,
			},
			Unparsed: hook.Ask,
		},
	}
}

// knownTools are the roles, which stand for tools of every agent, and the tools
// that agents are known to have.
func knownTools() []dialect.Tool {
	var list []dialect.Tool
	for _, role := range tools.Roles() {
		list = append(list, dialect.Tool{Name: string(role), Role: string(role)})
	}
	for _, agent := range tools.Names() {
		for _, t := range tools.Of(agent).Tools {
			list = append(list, dialect.Tool{Name: t.Name})
		}
	}
	return list
}

// Matcher chooses tools by their names, as far as these tell: which agent's tool
// it is, and what the call is about, the conditions ask later.
func (Dialect) Matcher(e hook.EventType, def hook.Definition) (match.Matcher, error) {
	c := def.Conditions
	switch {
	case !isAboutTool(e.Kind):
	case def.Matcher != "":
		return toolMatcher{tools.Select(strings.Split(def.Matcher, "|")...)}, nil
	case c != nil && len(c.Command) > 0:
		return toolMatcher{tools.Select(string(tools.Shell))}, nil
	}
	return match.All{}, nil
}

// toolMatcher matches the names of tools that a selection may choose.
type toolMatcher struct{ tools.Selection }

// Match reports whether some agent's tool of this name is chosen. A shell writes
// files, too.
func (m toolMatcher) Match(name string, _ *match.Budget) bool {
	roles := tools.RolesOf(tools.Knowing("", name), name)
	return m.Takes(name, roles) || m.HasRole(tools.Write) && slices.Contains(roles, tools.Shell)
}

// MatchesContent reports true: conditions look at the content.
func (Dialect) MatchesContent(hook.Event, hook.Definition) bool { return true }
