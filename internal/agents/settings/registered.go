package settings

import (
	"encoding/json"
	"path/filepath"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

// Registered returns how Grapnel is registered with an agent in a scope: the
// command lines by event, as they are in the agent's files. There are none if
// it is not.
func Registered(a agents.Agent, scope Scope, place agents.Place) (map[string]string, error) {
	files, err := places(a, scope, place)
	if err != nil {
		return nil, err
	}
	lines := map[string]string{}
	for _, file := range files {
		c, err := open(file)
		if err != nil {
			return nil, err
		}
		if err := linesOf(a, c, lines); err != nil {
			return nil, err
		}
	}
	return lines, nil
}

// linesOf adds the command lines that are in one file.
func linesOf(a agents.Agent, c Change, lines map[string]string) error {
	if a.Settings.Own != nil {
		if c.Before != nil && isOwn(a, c.Before) {
			for event, line := range a.Settings.Lines(filepath.Base(c.File), string(c.Before)) {
				lines[event] = line
			}
		}
		return nil
	}
	entries, err := present(a, c)
	for _, entry := range entries {
		var group struct{ Hooks []struct{ Command string } }
		if json.Unmarshal(entry.Group, &group) == nil && len(group.Hooks) > 0 {
			lines[entry.Event] = group.Hooks[0].Command
		}
	}
	return err
}

// SwitchedOff returns where an agent's settings switch its hooks off; the zero
// position if they do not.
func SwitchedOff(a agents.Agent, scope Scope, place agents.Place) hook.Position {
	for _, doc := range documents(a, scope, place) {
		for _, off := range a.Settings.Groups.Off {
			if v := at(doc, off.Keys); v != nil {
				if value, ok := v.Bool(); ok && value == off.Value {
					return v.Pos
				}
			}
		}
	}
	return hook.Position{}
}

// Shadowed returns where the project has hooks for an event, if those replace
// the user's registration; the zero position otherwise.
func Shadowed(a agents.Agent, event string, place agents.Place) hook.Position {
	if !a.Settings.Groups.ProjectReplaces {
		return hook.Position{}
	}
	for _, doc := range documents(a, Project, place) {
		if v := at(doc, []string{"hooks", event}); v != nil && len(v.Items) > 0 {
			return v.Pos
		}
	}
	return hook.Position{}
}

// documents returns the settings of an agent that are JSON and can be read.
func documents(a agents.Agent, scope Scope, place agents.Place) []*document.Value {
	files, err := places(a, scope, place)
	if err != nil || a.Settings.Own != nil {
		return nil
	}
	var list []*document.Value
	for _, file := range files {
		if c, err := open(file); err == nil && c.Before != nil && !isTOML(file) {
			if doc, err := document.ParseJSON(c.File, c.Before); err == nil {
				list = append(list, doc)
			}
		}
	}
	return list
}

// at returns the value that keys lead to, or nil.
func at(doc *document.Value, keys []string) *document.Value {
	for _, key := range keys {
		if doc = doc.Get(key); doc == nil {
			return nil
		}
	}
	return doc
}
