package convert

import (
	"slices"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
)

// What a variable tells hooks. Others are kept as they are.
const (
	roleDir   = "/the/project"
	roleEvent = "event"
)

// variables are those that a dialect sets for hooks, its own before those that
// it sets for the sake of others, each with what it tells.
type variables []variable

type variable struct{ name, role string }

func (list variables) role(name string) (role string, ok bool) {
	for _, v := range list {
		if v.name == name {
			return v.role, true
		}
	}
	return "", false
}

func (list variables) named(role string) []string {
	var names []string
	for _, v := range list {
		if v.role == role {
			names = append(names, v.name)
		}
	}
	return names
}

// variablesOf finds them by looking at what a hook gets for an event whose
// parts can be told from each other.
func variablesOf(s side) variables {
	const tool, session, agent = "the-tool", "the-session", "the-agent"
	ev := hook.Event{Time: time.Unix(0, 0), Session: hook.Session{ID: session, Agent: agent, Dir: roleDir}}
	for _, e := range slices.Backward(s.Events()) {
		if e.Kind == hook.ToolBefore {
			ev.Type = e
		}
	}
	ev.Fields = s.Fields(hook.ToolBefore, hook.Data{Tool: tool})
	_, env := s.Input(ev)
	var list variables
	for _, pair := range env {
		name, value, _ := strings.Cut(pair, "=")
		role := ""
		switch value {
		case roleDir, tool, session, agent:
			role = value
		case ev.Type.Name:
			role = roleEvent
		}
		list = append(list, variable{name, role})
	}
	return list
}
