package llm

import (
	"fmt"
	"slices"
)

// maxNotes bounds what one answer can make us report: a hook that gets a
// thousand messages wrong got one thing wrong.
const maxNotes = 20

// notes collects what was odd about a hook's answer, for people to read.
type notes struct {
	texts   []string
	dropped int
}

func (n *notes) addf(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	switch {
	case slices.Contains(n.texts, text):
	case len(n.texts) == maxNotes:
		n.dropped++
	default:
		n.texts = append(n.texts, text)
	}
}

func (n *notes) list() []string {
	if n.dropped == 0 {
		return n.texts
	}
	return append(slices.Clone(n.texts), fmt.Sprintf("and %d more", n.dropped))
}
