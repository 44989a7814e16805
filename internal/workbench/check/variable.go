package check

import (
	"slices"
	"strings"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
)

// foreignVariables notices commands and scripts with the project variable of
// another agent: it is empty here, so that the path begins at the root and the
// guard is not found.
func foreignVariables(c *Config) []Finding {
	ours := projectVariables(c.Dialect)
	theirs := slices.DeleteFunc(everyProjectVariable(), func(name string) bool {
		return slices.Contains(ours, name) || c.Env.Getenv(name) != ""
	})
	instead := "PWD" // where hooks start
	if len(ours) > 0 {
		instead = ours[0]
	}
	var found []Finding
	for _, def := range c.definitions() {
		for _, use := range c.shell.variables(c.uses(def).text, theirs) {
			f := c.foreignVariable(c.atCommand(def), use.name, instead)
			f.Edit = c.editBehind(f.Position, use.name, instead)
			found = append(found, f)
		}
	}
	for _, s := range c.scripts() {
		if s.shell == "" {
			continue
		}
		for _, use := range c.shell.variables(string(s.text), theirs) {
			f := c.foreignVariable(hook.Position{File: s.path, Line: use.line, Column: use.column}, use.name, instead)
			f.Edit = Edit{f.Position, use.name, instead}
			found = append(found, f)
		}
	}
	return found
}

func (c *Config) foreignVariable(at hook.Position, name, instead string) Finding {
	return errorf(at, "%s does not set $%s, so it is empty here", c.Dialect.Describe().Product, name).fixf("write $%s", instead)
}

// variableUse is where a text uses a variable.
type variableUse struct {
	name         string
	line, column int
}

// variables returns where a shell text uses one of these variables without
// providing for its being empty.
func (p shellParser) variables(text string, names []string) []variableUse {
	if !slices.ContainsFunc(names, func(name string) bool { return strings.Contains(text, name) }) {
		return nil
	}
	file, err := p.parse(text)
	if err != nil {
		return nil
	}
	var uses []variableUse
	set := map[string]bool{}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Assign:
			if n.Name != nil {
				set[n.Name.Value] = true
			}
		case *syntax.ParamExp:
			if n.Param != nil && n.Exp == nil && slices.Contains(names, n.Param.Value) && !set[n.Param.Value] {
				uses = append(uses, variableUse{n.Param.Value, int(n.Param.Pos().Line()), int(n.Param.Pos().Col())})
			}
		}
		return true
	})
	return uses
}

// everyProjectVariable are the names under which agents tell hooks where the
// project is.
func everyProjectVariable() []string {
	list := []string{"GEMINI_PROJECT_DIR", "FACTORY_PROJECT_DIR", "CURSOR_PROJECT_DIR", "QWEN_PROJECT_DIR"}
	for _, d := range all.Dialects() {
		list = append(list, projectVariables(d)...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// projectVariables are those of a dialect, its own first. They are found by
// looking at what a hook gets.
func projectVariables(d interface {
	Events() []hook.EventType
	Input(hook.Event) ([]byte, []string)
},
) []string {
	const dir = "/the/project"
	var names []string
	event := d.Events()[0]
	_, env := d.Input(hook.Event{Type: event, Time: time.Unix(0, 0), Session: hook.Session{Dir: dir}, Fields: hook.Object{}})
	for _, pair := range env {
		if name, value, _ := strings.Cut(pair, "="); value == dir {
			names = append(names, name)
		}
	}
	return names
}
