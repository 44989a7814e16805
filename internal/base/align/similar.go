package align

// pairEdits pairs the unmatched messages of a gap as edits: as many as possible
// of the same role without crossing and, where there is a choice, the most
// similar ones.
func (a *alignment) pairEdits(g gap) {
	e := newEditPairing(a, g)
	if e.sameRoles() {
		for i := range e.sent {
			e.pair(e.sent[i], e.returned[i])
		}
		return
	}
	if e.isLarge() {
		e.trim()
	}
	if e.isLarge() {
		e.pairByRole()
		return
	}
	e.pairBest()
}

// editPairing chooses the edits of one gap, among the messages that are in no
// pair yet.
type editPairing struct {
	*alignment
	sent, returned []int
}

func newEditPairing(a *alignment, g gap) *editPairing {
	e := &editPairing{alignment: a}
	for s := g.sentFrom; s < g.sentTo; s++ {
		if !a.used[s] {
			e.sent = append(e.sent, s)
		}
	}
	for r := g.returnedFrom; r < g.returnedTo; r++ {
		if a.source[r] == Inserted {
			e.returned = append(e.returned, r)
		}
	}
	return e
}

func (e *editPairing) isLarge() bool {
	return len(e.sent)*len(e.returned) > maxTable
}

// message returns the messages at two places of the lists.
func (e *editPairing) message(s, r int) (sent, returned Message) {
	return e.alignment.sent[e.sent[s]], e.alignment.returned[e.returned[r]]
}

func (e *editPairing) sameRole(s, r int) bool {
	sent, returned := e.message(s, r)
	return sent.Role == returned.Role
}

// sameRoles reports whether the two lists have the same roles one by one.
func (e *editPairing) sameRoles() bool {
	if len(e.sent) != len(e.returned) {
		return false
	}
	for i := range e.sent {
		if !e.sameRole(i, i) {
			return false
		}
	}
	return true
}

// trim pairs similar messages at both ends, so that one message Inserted into a
// long history of edited ones does not need a table of all against all.
func (e *editPairing) trim() {
	for len(e.sent) > 0 && len(e.returned) > 0 && e.alike(0, 0) {
		e.pair(e.sent[0], e.returned[0])
		e.sent, e.returned = e.sent[1:], e.returned[1:]
	}
	s, r := len(e.sent), len(e.returned)
	for s > 0 && r > 0 && e.alike(s-1, r-1) {
		s, r = s-1, r-1
		e.pair(e.sent[s], e.returned[r])
	}
	e.sent, e.returned = e.sent[:s], e.returned[:r]
}

// alike reports whether two messages are surely the same one: at least half of
// the longer text is unchanged at its start and end. Profiles would not do here,
// as those of any two long texts in a language are quite similar.
func (e *editPairing) alike(s, r int) bool {
	sent, returned := e.message(s, r)
	from, to := Changed(sent.Text, returned.Text)
	same := len(sent.Text) - (to - from)
	return sent.Role == returned.Role && 2*same >= max(len(sent.Text), len(returned.Text))
}

// pairByRole pairs each returned message with the next sent one of its role.
func (e *editPairing) pairByRole() {
	next := 0
	for r := range e.returned {
		for s := next; s < len(e.sent); s++ {
			if e.sameRole(s, r) {
				e.pair(e.sent[s], e.returned[r])
				next = s + 1
				break
			}
		}
	}
}

// step is what to do at a place in the table of pairBest.
type step uint8

const (
	skipSent step = iota
	skipReturned
	pairBoth
)

// onePair outweighs any sum of similarities: a message that can be paired is
// an edit, however much it was changed.
const onePair = 1 << 32

// pairBest finds the pairing with the highest score, from the end to the start,
// and then follows the steps that led to it.
func (e *editPairing) pairBest() {
	profiles := make([]*profile, len(e.sent))
	for i, s := range e.sent {
		profiles[i] = newProfile(e.alignment.sent[s].Text)
	}
	width := len(e.sent) + 1
	steps := make([]step, len(e.returned)*width)
	below := make([]int64, width) // best scores from the next returned message on
	for r := len(e.returned) - 1; r >= 0; r-- {
		below = e.fillRow(r, profiles, below, steps[r*width:(r+1)*width])
	}
	for s, r := 0, 0; s < len(e.sent) && r < len(e.returned); {
		switch steps[r*width+s] {
		case skipSent:
			s++
		case skipReturned:
			r++
		case pairBoth:
			e.pair(e.sent[s], e.returned[r])
			s, r = s+1, r+1
		}
	}
}

// fillRow finds the best step for a returned message at each sent one, and
// returns the scores.
func (e *editPairing) fillRow(r int, sent []*profile, below []int64, steps []step) []int64 {
	text := newProfile(e.alignment.returned[e.returned[r]].Text)
	row := make([]int64, len(below))
	for s := len(sent) - 1; s >= 0; s-- {
		row[s], steps[s] = row[s+1], skipSent
		if below[s] > row[s] {
			row[s], steps[s] = below[s], skipReturned
		}
		if !e.sameRole(s, r) {
			continue
		}
		if score := onePair + sent[s].similarity(text) + below[s+1]; score >= row[s] {
			row[s], steps[s] = score, pairBoth
		}
	}
	return row
}
