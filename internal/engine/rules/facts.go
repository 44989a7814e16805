package rules

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
)

// The fields under which hooks find facts about a tool call.
const (
	fieldRole     = "role"
	fieldCommands = "commands"
	fieldPaths    = "paths"
)

// Facts returns what is known about a tool call beside its input, as fields of
// the event: the role of the tool, the simple commands that a shell tool runs,
// and the paths that the call is about.
func (s *Set) Facts(ev Event) hook.Object {
	fields := hook.Object{}
	if ev.Tool == "" {
		return fields
	}
	e := &evaluation{set: s, ev: &ev}
	c := e.toolCall()
	if len(c.roles) > 0 {
		fields.Set(fieldRole, string(c.roles[0]))
	}
	if c.parse(); slices.Contains(c.roles, tools.Shell) {
		fields.Set(fieldCommands, c.words())
	}
	paths := []string{}
	for _, t := range e.targets() {
		if !slices.Contains(paths, t.Path) {
			paths = append(paths, t.Path)
		}
	}
	if len(paths) > 0 {
		fields.Set(fieldPaths, paths)
	}
	return fields
}

// words returns the commands as lists of words.
func (c *call) words() [][]string {
	list := make([][]string, 0, len(c.commands))
	for _, command := range c.commands {
		words := make([]string, len(command.Words))
		for i, word := range command.Words {
			words[i] = word.String()
		}
		list = append(list, words)
	}
	return list
}
