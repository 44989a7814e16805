// Package pattern compares simple shell commands with patterns such as
// "rm -rf **" or "git push --force **".
package pattern

import (
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
)

// Result says whether a command is one that a pattern describes.
type Result uint8

// The results, from the weakest to the strongest.
const (
	No        Result = iota
	Undecided        // it depends on what is only known at run time
	Yes
)

// String returns the result as a word.
func (r Result) String() string {
	return [...]string{"no", "undecided", "yes"}[r]
}

// Pattern describes simple commands.
type Pattern struct {
	// Warnings are what is probably a mistake in the pattern.
	Warnings []Problem

	text         string
	alternatives []alternative // one for each way to resolve its braces
}

// Problem is something wrong with the text of a pattern.
type Problem struct {
	// Offset is where it is in the text, in bytes.
	Offset int
	// Message says what is wrong and what to write instead.
	Message string
}

// Error returns the message, so that a Problem can be an error.
func (p *Problem) Error() string { return p.Message }

// String returns the pattern as it was written.
func (p *Pattern) String() string { return p.text }

// Match compares a command with the pattern.
func (p *Pattern) Match(c *shell.Command) Result {
	return p.match(newSubject(c))
}

// MatchScript compares all commands of a script with the pattern. It returns
// the best result and the index of the command that gave it, or -1 if that is
// the script as a whole.
func (p *Pattern) MatchScript(s *shell.Script) (result Result, command int) {
	command = -1
	if s.Undecided != "" {
		result = Undecided
	}
	for i := range s.Commands {
		if r := p.Match(&s.Commands[i]); r > result {
			result, command = r, i
		}
	}
	return result, command
}

func (p *Pattern) match(s *subject) Result {
	result := No
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
	spelling glob // compared with the whole word instead of name
	value    glob
	hasValue bool
}

// operand is a word of a pattern that is not an option.
type operand struct {
	glob
	many bool // it is **
}

// match compares a command with the alternative.
func (a *alternative) match(s *subject) Result {
	if s.command.Program == "" {
		return Undecided
	}
	if !a.program.matches(s.command.Program) {
		return No
	}
	return a.matchArguments(s)
}

// matchArguments compares the arguments of a command whose program matches.
func (a *alternative) matchArguments(s *subject) Result {
	result := Yes
	for i := range a.options {
		if result = min(result, a.options[i].match(s)); result == No {
			return No
		}
	}
	return min(result, a.matchOperands(s))
}

// match tells whether a command has the option.
func (o *option) match(s *subject) Result {
	result, certain := No, Yes
	for i := range s.arguments {
		arg := &s.arguments[i]
		switch arg.Kind {
		case shell.Uncertain:
			// It may be the option, or something that makes others after it
			// operands or values.
			result, certain = max(result, Undecided), Undecided
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
func (o *option) matchArgument(arg *shell.Argument) Result {
	if o.name == "" {
		return matchWord(o.spelling, arg.Word)
	}
	switch {
	case arg.Ambiguous:
		return Undecided
	case arg.Name != o.name:
		return No
	case !o.hasValue:
		return Yes
	case arg.HasValue:
		return matchWord(o.value, arg.Value)
	case !arg.Listed: // the next word may be its value
		return Undecided
	}
	return No
}

// matchWord compares a word that may be unknown in part with a glob.
func matchWord(g glob, word shell.Word) Result {
	t := newTerm(word)
	if g.matches(t.text) && !t.several {
		return Yes
	}
	if t.shape != "" && g.mayMatch(t.shape) {
		return Undecided
	}
	return No
}
