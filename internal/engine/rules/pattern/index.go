package pattern

import (
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/ternary"
)

// Index finds which of many patterns a script matches without trying them all.
// It may be used by several goroutines at the same time.
type Index struct {
	byProgram  map[string]*bucket
	anyProgram []candidate // whose program is a glob
}

// bucket has the candidates for one program.
type bucket struct {
	byOperand map[string][]candidate // whose first operand is that word
	others    []candidate
}

// candidate is an alternative of a pattern.
type candidate struct {
	pattern     int
	alternative *alternative
}

// Match is a command that a pattern matches, or may match.
type Match struct {
	Pattern int // the index of the pattern
	Command int // the index of the command in its script
	Result  ternary.Value
}

// NewIndex returns an index of patterns.
func NewIndex(patterns []*Pattern) *Index {
	ix := &Index{byProgram: map[string]*bucket{}}
	for i, p := range patterns {
		for j := range p.alternatives {
			ix.add(candidate{i, &p.alternatives[j]})
		}
	}
	return ix
}

func (ix *Index) add(c candidate) {
	program := c.alternative.program
	if !program.literal {
		ix.anyProgram = append(ix.anyProgram, c)
		return
	}
	b := ix.byProgram[program.text]
	if b == nil {
		b = &bucket{byOperand: map[string][]candidate{}}
		ix.byProgram[program.text] = b
	}
	if operands := c.alternative.operands; len(operands) > 0 && operands[0].literal && !hasSpellings(program.text) {
		b.byOperand[operands[0].text] = append(b.byOperand[operands[0].text], c)
	} else {
		b.others = append(b.others, c)
	}
}

// Match calls found for each pattern and command that match or may match, in no
// particular order; the alternatives of a pattern are reported one by one. The
// reason that it returns is not empty if the script may run commands that are
// not known: every pattern is then at least undecided.
func (ix *Index) Match(s *shell.Script, found func(Match)) (undecided string) {
	undecided = s.Undecided
	for i := range s.Commands {
		c := &s.Commands[i]
		if c.Program != "" {
			ix.matchCommand(c, i, found)
		} else if undecided == "" {
			undecided = c.Undecided
		}
	}
	return undecided
}

func (ix *Index) matchCommand(c *shell.Command, command int, found func(Match)) {
	b := ix.byProgram[c.Program]
	if b == nil && len(ix.anyProgram) == 0 {
		return
	}
	s := newSubject(c)
	try := func(list []candidate) {
		for _, candidate := range list {
			if !candidate.alternative.program.matches(c.Program) {
				continue
			}
			if result := candidate.alternative.matchArguments(s); result != ternary.No {
				found(Match{candidate.pattern, command, result})
			}
		}
	}
	if b != nil {
		b.each(s, try)
	}
	try(ix.anyProgram)
}

// each calls try with the candidates that a command may match.
func (b *bucket) each(s *subject, try func([]candidate)) {
	try(b.others)
	switch {
	case s.uncertain: // the first operand may be another one
		for _, list := range b.byOperand {
			try(list)
		}
	case len(s.terms) > 0:
		try(b.byOperand[s.terms[0].text])
	}
}
