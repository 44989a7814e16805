package rules

import (
	"errors"
	"regexp"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/paths"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/pattern"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/problem"
)

// conditions are the compiled form of hook.Conditions.
type conditions struct {
	hasTool  bool
	tool     tools.Selection
	commands []*pattern.Pattern
	paths    []string // they are compiled for a place, not for a rule
	content  []content
	prompt   []*regexp.Regexp
	agent    []*regexp.Regexp
	input    []inputCondition
	when     *expression
	unless   *conditions
	broken   bool // a pattern cannot be compiled, so that it cannot be decided
}

type inputCondition struct {
	key      string
	patterns []*regexp.Regexp
}

// Check reports what is wrong with the conditions of definitions, and what is
// probably not meant. Errors are definitions that cannot be used.
func Check(definitions []hook.Definition) []hook.Diagnostic {
	var c compiler
	seen := map[*hook.Conditions]bool{} // definitions for several events share theirs
	for _, def := range definitions {
		if def.Conditions != nil && !seen[def.Conditions] {
			seen[def.Conditions] = true
			c.compile(def.Conditions)
		}
	}
	return c.diagnostics
}

// compiler compiles conditions and collects what is wrong with them.
type compiler struct{ diagnostics []hook.Diagnostic }

func (c *compiler) compile(from *hook.Conditions) *conditions {
	to := &conditions{
		hasTool: len(from.Tool) > 0,
		tool:    tools.Select(texts(from.Tool)...),
		prompt:  c.texts(from.Prompt),
		agent:   c.texts(from.Agent),
	}
	for _, p := range from.Command {
		compiled, err := pattern.Compile(p.Text)
		if c.failed(p, err) {
			continue
		}
		for _, warning := range compiled.Warnings {
			c.diagnostics = append(c.diagnostics, diag.Warnf("suspicious-pattern", "%s", warning.Message).At(within(p, warning.Offset)))
		}
		to.commands = append(to.commands, compiled)
	}
	for _, p := range from.Path {
		if !c.failed(p, paths.Check(p.Text)) {
			to.paths = append(to.paths, p.Text)
		}
	}
	for _, p := range from.Content {
		if compiled, err := compileContent(p.Text); !c.failed(p, err) {
			to.content = append(to.content, compiled)
		}
	}
	for _, in := range from.Input {
		to.input = append(to.input, inputCondition{in.Key, c.texts(in.Patterns)})
	}
	if from.When != nil {
		var err error
		to.when, err = compileExpression(from.When.Text)
		c.failed(*from.When, err)
	}
	if from.Unless != nil {
		to.unless = c.compile(from.Unless)
	}
	return to
}

func (c *compiler) texts(patterns []hook.Pattern) []*regexp.Regexp {
	var list []*regexp.Regexp
	for _, p := range patterns {
		if compiled, err := compileText(p.Text); !c.failed(p, err) {
			list = append(list, compiled)
		}
	}
	return list
}

// failed notes an error in a pattern.
func (c *compiler) failed(p hook.Pattern, err error) bool {
	if err == nil {
		return false
	}
	offset := 0
	var located *problem.Problem
	if errors.As(err, &located) {
		offset = located.Offset
	}
	c.diagnostics = append(c.diagnostics, diag.Errorf("bad-pattern", "%v", err).At(within(p, offset)))
	return true
}

// within is a place in a pattern, as far as that can be told: YAML may have
// quoted or folded it.
func within(p hook.Pattern, offset int) hook.Position {
	at := p.At
	if at.Line > 0 {
		at.Column += offset
	}
	return at
}

func texts(patterns []hook.Pattern) []string {
	list := make([]string, len(patterns))
	for i, p := range patterns {
		list[i] = p.Text
	}
	return list
}
