package pattern

import (
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/ternary"
)

// Index finds which of many patterns a script matches without trying them all.
// It may be used by several goroutines at the same time.
type Index struct {
	byProgram  map[string][]candidate
	anyProgram []candidate // whose program is a glob
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
	ix := &Index{byProgram: map[string][]candidate{}}
	for i, p := range patterns {
		for j := range p.alternatives {
			c := candidate{i, &p.alternatives[j]}
			if program := c.alternative.program; program.literal {
				ix.byProgram[program.text] = append(ix.byProgram[program.text], c)
			} else {
				ix.anyProgram = append(ix.anyProgram, c)
			}
		}
	}
	return ix
}

// Match calls found for each pattern and command that match or may match; the
// alternatives of a pattern are reported one by one. The reason that it returns
// is not empty if the script may run commands that are not known: every pattern
// is then at least undecided.
func (ix *Index) Match(s *shell.Script, found func(Match)) (undecided string) {
	undecided = s.Undecided
	for i := range s.Commands {
		c := &s.Commands[i]
		if c.Program == "" {
			if undecided == "" {
				undecided = c.Undecided
			}
			continue
		}
		ix.matchCommand(c, i, found)
	}
	return undecided
}

func (ix *Index) matchCommand(c *shell.Command, command int, found func(Match)) {
	var s *subject // made when the first pattern needs it
	try := func(list []candidate) {
		for _, candidate := range list {
			if !candidate.alternative.program.matches(c.Program) {
				continue
			}
			if s == nil {
				s = newSubject(c)
			}
			if result := candidate.alternative.matchArguments(s); result != ternary.No {
				found(Match{candidate.pattern, command, result})
			}
		}
	}
	try(ix.byProgram[c.Program])
	try(ix.anyProgram)
}
