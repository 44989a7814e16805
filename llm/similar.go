package llm

// pairEdits pairs the unmatched messages of a gap as edits: as many as possible
// of the same role without crossing and, where there is a choice, the most
// similar ones.
func (a *alignment) pairEdits(g gap) {
	sent, returned := a.unmatched(g)
	if a.sameRoles(sent, returned) {
		for i := range sent {
			a.pair(sent[i], returned[i])
		}
		return
	}
	e := newEditPairing(a, sent, returned)
	if len(sent)*len(returned) > maxTable {
		e.trim()
	}
	if len(e.sent)*len(e.returned) > maxTable {
		e.pairByRole()
		return
	}
	e.pairBest()
}

// unmatched returns the messages of a gap that are in no pair.
func (a *alignment) unmatched(g gap) (sent, returned []int) {
	for s := g.sentFrom; s < g.sentTo; s++ {
		if !a.used[s] {
			sent = append(sent, s)
		}
	}
	for r := g.returnedFrom; r < g.returnedTo; r++ {
		if a.source[r] == inserted {
			returned = append(returned, r)
		}
	}
	return sent, returned
}

// sameRoles reports whether the two lists have the same roles one by one.
func (a *alignment) sameRoles(sent, returned []int) bool {
	if len(sent) != len(returned) {
		return false
	}
	for i := range sent {
		if a.sent[sent[i]].Role != a.returned[returned[i]].Role {
			return false
		}
	}
	return true
}

// unpaired is a message that may be one side of an edit.
type unpaired struct {
	index int
	role  string
	text  profile
}

func listUnpaired(messages []Message, indexes []int) []unpaired {
	out := make([]unpaired, len(indexes))
	for i, index := range indexes {
		msg := messages[index]
		out[i] = unpaired{index, msg.Role, newProfile(msg.Content)}
	}
	return out
}

// editPairing chooses the edits of one gap.
type editPairing struct {
	*alignment
	sent, returned []unpaired
}

func newEditPairing(a *alignment, sent, returned []int) *editPairing {
	return &editPairing{
		alignment: a,
		sent:      listUnpaired(a.sent, sent),
		returned:  listUnpaired(a.returned, returned),
	}
}

// trim pairs similar messages at both ends, so that one message inserted into a
// long history of edited ones does not need a table of all against all.
func (e *editPairing) trim() {
	alike := func(s, r *unpaired) bool {
		return s.role == r.role && s.text.similarity(&r.text) >= fullSimilarity/2
	}
	for len(e.sent) > 0 && len(e.returned) > 0 && alike(&e.sent[0], &e.returned[0]) {
		e.pair(e.sent[0].index, e.returned[0].index)
		e.sent, e.returned = e.sent[1:], e.returned[1:]
	}
	s, r := len(e.sent), len(e.returned)
	for s > 0 && r > 0 && alike(&e.sent[s-1], &e.returned[r-1]) {
		s, r = s-1, r-1
		e.pair(e.sent[s].index, e.returned[r].index)
	}
	e.sent, e.returned = e.sent[:s], e.returned[:r]
}

// pairByRole pairs each returned message with the next sent one of its role.
func (e *editPairing) pairByRole() {
	sent := e.sent
	for _, r := range e.returned {
		for i := range sent {
			if sent[i].role == r.role {
				e.pair(sent[i].index, r.index)
				sent = sent[i+1:]
				break
			}
		}
	}
}

// onePair outweighs any sum of similarities: a message that can be paired is
// an edit, however much it was changed.
const onePair = 1 << 32

// worth is what pairing two messages adds to the score, 0 if they must not be.
func (e *editPairing) worth(s, r int) int64 {
	sent, returned := &e.sent[s], &e.returned[r]
	if sent.role != returned.role {
		return 0
	}
	return onePair + sent.text.similarity(&returned.text)
}

// pairBest finds the pairing with the highest score.
func (e *editPairing) pairBest() {
	width := len(e.returned) + 1
	score := make([]int64, (len(e.sent)+1)*width) // of what follows (s, r)
	for s := len(e.sent) - 1; s >= 0; s-- {
		for r := len(e.returned) - 1; r >= 0; r-- {
			at := s*width + r
			score[at] = max(score[at+width], score[at+1])
			if worth := e.worth(s, r); worth > 0 {
				score[at] = max(score[at], worth+score[at+width+1])
			}
		}
	}
	for s, r := 0, 0; s < len(e.sent) && r < len(e.returned); {
		at := s*width + r
		worth := e.worth(s, r)
		switch {
		case worth > 0 && score[at] == worth+score[at+width+1]:
			e.pair(e.sent[s].index, e.returned[r].index)
			s, r = s+1, r+1
		case score[at] == score[at+width]:
			s++
		default:
			r++
		}
	}
}
