// Package pattern compares simple shell commands with patterns such as
// "rm -rf **" or "git push --force **".
package pattern

import (
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/problem"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/ternary"
)

// Pattern describes simple commands.
type Pattern struct {
	// Warnings are what is probably a mistake in the pattern.
	Warnings []*problem.Problem

	text         string
	alternatives []alternative // one for each way to resolve its braces
}

// String returns the pattern as it was written.
func (p *Pattern) String() string { return p.text }

// Match compares a command with the pattern.
func (p *Pattern) Match(c *shell.Command) ternary.Value {
	return p.match(newSubject(c))
}

// MatchScript compares all commands of a script with the pattern. It returns
// the best result and the index of the command that gave it, or -1 if that is
// the script as a whole.
func (p *Pattern) MatchScript(s *shell.Script) (result ternary.Value, command int) {
	command = -1
	if s.Undecided != "" {
		result = ternary.Undecided
	}
	for i := range s.Commands {
		if r := p.Match(&s.Commands[i]); r > result {
			result, command = r, i
		}
	}
	return result, command
}

func (p *Pattern) match(s *subject) ternary.Value {
	result := ternary.No
	for i := range p.alternatives {
		result = max(result, p.alternatives[i].match(s))
	}
	return result
}

// alternative is a pattern without braces.
type alternative struct {
	program  glob
	options  []option
	operands []operand
}

// option is a flag that a command must have.
type option struct {
	name     string
	spelling glob // compared with the whole word if there is no name
	anyName  bool // name may be any of an option's names, not just the first
	value    glob
	hasValue bool
}

// operand is a word of a pattern that is not an option.
type operand struct {
	glob
	many bool // it is **
}

// match compares a command with the alternative.
func (a *alternative) match(s *subject) ternary.Value {
	if s.command.Program == "" {
		return ternary.Undecided
	}
	if !a.program.matches(s.command.Program) {
		return ternary.No
	}
	return a.matchArguments(s)
}

// matchArguments compares the arguments of a command whose program matches.
func (a *alternative) matchArguments(s *subject) ternary.Value {
	result := ternary.Yes
	for i := range a.options {
		if result = min(result, a.options[i].match(s)); result == ternary.No {
			return ternary.No
		}
	}
	return min(result, a.matchOperands(s))
}

// match tells whether a command has the option.
func (o *option) match(s *subject) ternary.Value {
	result, certain := ternary.No, ternary.Yes
	for i := range s.arguments {
		arg := &s.arguments[i]
		switch arg.Kind {
		case shell.Uncertain:
			// It may be the option, or something that makes others after it
			// operands or values.
			result, certain = max(result, ternary.Undecided), ternary.Undecided
		case shell.Option:
			result = max(result, min(certain, o.matchArgument(arg)))
		case shell.Operand:
			if impliesOption(s.command.Program, s.subcommand, o.name, arg.Word.Text) {
				result = max(result, certain)
			}
		}
	}
	return result
}

// matchArgument tells whether an argument is the option.
func (o *option) matchArgument(arg *shell.Argument) ternary.Value {
	if o.name == "" {
		return matchWord(o.spelling, arg.Word)
	}
	switch {
	case arg.Ambiguous:
		return ternary.Undecided
	case arg.Name != o.name && !(o.anyName && arg.Is(o.name)):
		return ternary.No
	case !o.hasValue:
		return ternary.Yes
	case arg.HasValue:
		return matchWord(o.value, arg.Value)
	case !arg.Listed: // the next word may be its value
		return ternary.Undecided
	}
	return ternary.No
}

// matchWord compares a word that may be unknown in part with a glob.
func matchWord(g glob, word shell.Word) ternary.Value {
	t := newTerm(word)
	if g.matches(t.text) && !t.several {
		return ternary.Yes
	}
	if t.shape != "" && g.mayMatch(t.shape) {
		return ternary.Undecided
	}
	return ternary.No
}
