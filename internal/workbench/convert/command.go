package convert

import (
	"path/filepath"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/shellword"
	"github.com/grapnel-hooks/grapnel/internal/workbench/check"
)

// command returns the hook's command as the target has to say it.
func (c *converter) command(def hook.Definition) (command string, ok bool) {
	command, ok = c.from.CommandLine(def, c.dir)
	if !ok {
		c.lost(def.Origin, "no-command", "the hook %q is of type %q, which %s cannot run; it is left out: write a program that does the same", def.DisplayName(), def.Type, c.to.product)
		return "", false
	}
	if c.to.form.Speaks { // it runs as it always did
		return def.Command, true
	}
	ours, renamed := variablesOf(c.from), variablesOf(c.to)
	command = shellword.Quote(command, ours.named(roleDir))
	file, err := parse(command)
	if err != nil {
		c.lost(def.Origin, "no-shell", "the command of the hook %q cannot be understood (%v) and is kept as it is", def.DisplayName(), err)
		return command, true
	}
	var edits []edit
	syntax.Walk(file, func(n syntax.Node) bool {
		use, isVariable := n.(*syntax.ParamExp)
		if !isVariable || use.Param == nil {
			return true
		}
		role, known := ours.role(use.Param.Value)
		if _, set := renamed.role(use.Param.Value); !known || set {
			return true // not the agent's, or the target's too
		}
		name := c.variable(def, use.Param.Value, role, renamed)
		edits = append(edits, edit{int(use.Param.Pos().Offset()), int(use.Param.End().Offset()), name})
		return true
	})
	return c.inShell(def, apply(command, edits)), true
}

// variable returns what the target calls a variable.
func (c *converter) variable(def hook.Definition, name, role string, renamed variables) string {
	if names := renamed.named(role); role != "" && len(names) > 0 && role != roleEvent {
		return names[0]
	}
	if role == roleDir {
		c.note(def.Origin, "variable", "%s sets no variable for the project directory; $PWD, where hooks start, is written in place of $%s", c.to.product, name)
		return "PWD"
	}
	c.lost(def.Origin, "variable", "%s sets no variable like $%s, which the hook %q uses", c.to.product, name, def.DisplayName())
	return name
}

// inShell has bash run a command that the target's shell may not understand.
func (c *converter) inShell(def hook.Definition, command string) string {
	if shell(c.from) != "bash" || shell(c.to) == "bash" || !isBash(command) {
		return command
	}
	quoted, err := syntax.Quote(command, syntax.LangPOSIX)
	if err != nil {
		c.lost(def.Origin, "no-shell", "the command of the hook %q is for bash, and %s runs commands with sh", def.DisplayName(), c.to.product)
		return command
	}
	c.note(def.Origin, "bash", "the command of the hook %q is for bash, and %s runs commands with sh: it is started as bash -c", def.DisplayName(), c.to.product)
	return "bash -c " + quoted
}

// shell is the program that runs a dialect's commands.
func shell(s side) string {
	program, err := s.Program(hook.Definition{Type: "command", Command: "true"}, string(filepath.Separator))
	if err != nil || len(program.Argv) == 0 {
		return ""
	}
	return filepath.Base(program.Argv[0])
}

func parse(command string) (*syntax.File, error) {
	return syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(command), "")
}

// isBash reports whether a command uses what only bash has.
func isBash(command string) bool {
	if _, err := syntax.NewParser(syntax.Variant(syntax.LangPOSIX)).Parse(strings.NewReader(command), ""); err != nil {
		return true
	}
	return len(check.Bashisms(command)) > 0
}
