package pattern

import (
	"math/bits"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/ternary"
)

// subject is a command, prepared to be compared with many patterns.
type subject struct {
	command    *shell.Command
	subcommand string
	arguments  []shell.Argument
	terms      []term // all arguments but options
	uncertain  bool   // some of them are only known at run time
}

// term is an operand of a command, or a word that may be one.
type term struct {
	text     string
	shape    string // what it may look like at run time, if that is not text
	several  bool   // it may be any number of words
	optional bool   // it may be an option, or the value of one
}

func newSubject(c *shell.Command) *subject {
	s := &subject{command: c}
	if c.Program == "" {
		return s
	}
	s.arguments = c.Arguments()
	s.terms = make([]term, 0, len(s.arguments))
	uncertain := false // whether the last word may be an option
	for i := range s.arguments {
		arg := &s.arguments[i]
		if arg.Kind == shell.Option {
			uncertain = false
			continue
		}
		t := newTerm(arg.Word)
		t.optional = uncertain || arg.Kind == shell.Uncertain
		uncertain = arg.Kind == shell.Uncertain
		s.uncertain = s.uncertain || t.optional || t.several || t.shape != ""
		if len(s.terms) == 0 {
			s.subcommand = t.text
		}
		s.terms = append(s.terms, t)
	}
	return s
}

func newTerm(word shell.Word) term {
	t := term{text: word.Text, several: word.Multi}
	if word.Tilde { // the directory is not known, but that it is absolute is
		t.shape = "/" + shell.Unknown
		if slash := strings.IndexByte(word.Text, '/'); slash >= 0 {
			t.shape += word.Text[slash:]
		}
	}
	if !word.Known() {
		t.shape = word.Text
	}
	return t
}

// places is a set of places in the operands of a pattern; bit i is the place
// before operand i.
type places uint64

// maxOperands is how many operands a pattern may have, so that places has a bit
// for each.
const maxOperands = 60

// matchOperands compares the operands of a command with those of a pattern,
// which must cover all of them.
func (a *alternative) matchOperands(s *subject) ternary.Value {
	if a.reachesEnd(s, true) {
		return ternary.Yes
	}
	if s.uncertain && a.reachesEnd(s, false) {
		return ternary.Undecided
	}
	return ternary.No
}

// reachesEnd reports whether the operands cover those of the command: whatever
// happens at run time, or else in some case.
func (a *alternative) reachesEnd(s *subject, certainly bool) bool {
	at := a.skipMany(1)
	for i := range s.terms {
		t := &s.terms[i]
		next := a.step(at, s, i, certainly)
		if !certainly && (t.optional || t.several) {
			next |= at
		}
		if !certainly && t.several {
			next = a.repeat(next, s, i)
		}
		if at = a.skipMany(next); at == 0 {
			return false
		}
	}
	return at&(1<<len(a.operands)) != 0
}

// repeat follows a term that may be any number of words until there are no new
// places.
func (a *alternative) repeat(at places, s *subject, term int) places {
	for {
		next := at | a.step(a.skipMany(at), s, term, false)
		if next == at {
			return at
		}
		at = next
	}
}

// step returns the places after one more term of the command.
func (a *alternative) step(at places, s *subject, index int, certainly bool) places {
	var next places
	t := &s.terms[index]
	for rest := at; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(uint64(rest))
		switch {
		case i == len(a.operands):
		case a.operands[i].many:
			next |= 1 << i
		case certainly && (t.several || t.optional):
		case a.takes(i, s, index, certainly):
			next |= 1 << (i + 1)
		}
	}
	return next
}

// takes reports whether one operand of the pattern takes one of the command.
func (a *alternative) takes(i int, s *subject, index int, certainly bool) bool {
	own, t := &a.operands[i], &s.terms[index]
	if own.matches(t.text) || index == 0 && sameOperand(s.command.Program, own.glob, t.text) {
		return true
	}
	return !certainly && t.shape != "" && own.mayMatch(t.shape)
}

// skipMany adds the places that are reached because ** may stand for no word.
func (a *alternative) skipMany(at places) places {
	for i := range a.operands {
		if a.operands[i].many && at&(1<<i) != 0 {
			at |= 1 << (i + 1)
		}
	}
	return at
}
