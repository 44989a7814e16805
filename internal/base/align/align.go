// Package align finds out what somebody did to a list of messages: which of the
// messages that came back are those that were sent, perhaps edited or moved, and
// which are new. It knows nothing of models or requests; it compares texts.
//
// Messages that came back unchanged are matched first, in the manner of a
// patience diff; what is left between two matches is paired by how similar the
// texts are. Time and memory are bounded for lists of any length.
package align

import "slices"

// Message is a text and who said it.
type Message struct{ Role, Text string }

// maxTable bounds the tables used to compare messages pairwise. Beyond it,
// cheaper methods have to do.
const maxTable = 1 << 20

// Inserted marks a returned message that comes from no sent one.
const Inserted = -1

// Messages finds out, for each returned message, which of the sent messages it
// is: the same one, an edited one, or none ([Inserted]). No sent message is used
// twice, and a message is only ever paired with one of its own role.
func Messages(sent, returned []Message) []int {
	a := newAlignment(sent, returned)
	a.matchInOrder(indexes(len(sent)), indexes(len(returned)))
	gaps := a.gaps()
	a.matchMoved()
	for _, g := range gaps {
		a.pairEdits(g)
	}
	a.pairNeighbours()
	return a.source
}

func indexes(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// alignment is the state of Messages. Messages go by their index; equal messages
// have equal IDs.
type alignment struct {
	sent, returned     []Message
	sentID, returnedID []int
	used               []bool // by sent message
	source             []int  // by returned message: the sent message, or Inserted
}

func newAlignment(sent, returned []Message) *alignment {
	ids := make(map[Message]int)
	identify := func(messages []Message) []int {
		out := make([]int, len(messages))
		for i, msg := range messages {
			id, ok := ids[msg]
			if !ok {
				id = len(ids)
				ids[msg] = id
			}
			out[i] = id
		}
		return out
	}
	return &alignment{
		sent: sent, sentID: identify(sent), used: make([]bool, len(sent)),
		returned: returned, returnedID: identify(returned),
		source: slices.Repeat([]int{Inserted}, len(returned)),
	}
}

func (a *alignment) pair(sent, returned int) {
	a.used[sent] = true
	a.source[returned] = sent
}

func (a *alignment) equal(sent, returned int) bool {
	return a.sentID[sent] == a.returnedID[returned]
}

// matchInOrder pairs equal messages without crossing, the patience diff way:
// messages that are unique on both sides are anchors, and what lies between two
// anchors is matched in the same way. Unlike a plain longest common
// subsequence this takes no quadratic time, and a run of "ok" does not pull
// apart what belongs together.
func (a *alignment) matchInOrder(sent, returned []int) {
	sent, returned = a.trim(sent, returned)
	sent, returned = a.shared(sent, returned)
	if len(sent) == 0 {
		return
	}
	anchors := longestRising(a.uniquePairs(sent, returned))
	if len(anchors) == 0 {
		a.matchLongest(sent, returned)
		return
	}
	s, r := 0, 0
	for _, p := range anchors {
		a.matchInOrder(sent[s:p.sent], returned[r:p.returned])
		a.pair(sent[p.sent], returned[p.returned])
		s, r = p.sent+1, p.returned+1
	}
	a.matchInOrder(sent[s:], returned[r:])
}

// trim pairs the equal messages at both ends and returns the rest. Where a
// repeated message makes it matter which end goes first, a shorter list is
// taken to have lost its oldest messages, which is what hooks remove.
func (a *alignment) trim(sent, returned []int) (restSent, restReturned []int) {
	if len(returned) < len(sent) {
		return a.trimStart(a.trimEnd(sent, returned))
	}
	return a.trimEnd(a.trimStart(sent, returned))
}

func (a *alignment) trimStart(sent, returned []int) (restSent, restReturned []int) {
	for len(sent) > 0 && len(returned) > 0 && a.equal(sent[0], returned[0]) {
		a.pair(sent[0], returned[0])
		sent, returned = sent[1:], returned[1:]
	}
	return sent, returned
}

func (a *alignment) trimEnd(sent, returned []int) (restSent, restReturned []int) {
	s, r := len(sent), len(returned)
	for s > 0 && r > 0 && a.equal(sent[s-1], returned[r-1]) {
		s, r = s-1, r-1
		a.pair(sent[s], returned[r])
	}
	return sent[:s], returned[:r]
}

// shared returns the messages that occur on both sides.
func (a *alignment) shared(sent, returned []int) (bothSent, bothReturned []int) {
	inSent, inReturned := make(map[int]bool), make(map[int]bool)
	for _, s := range sent {
		inSent[a.sentID[s]] = true
	}
	for _, r := range returned {
		if id := a.returnedID[r]; inSent[id] {
			inReturned[id] = true
			bothReturned = append(bothReturned, r)
		}
	}
	for _, s := range sent {
		if inReturned[a.sentID[s]] {
			bothSent = append(bothSent, s)
		}
	}
	return bothSent, bothReturned
}

// matchMoved pairs the equal messages that are left, in order: they are
// messages the hook moved.
func (a *alignment) matchMoved() {
	free := make(map[int][]int) // sent messages by ID
	for s, id := range a.sentID {
		if !a.used[s] {
			free[id] = append(free[id], s)
		}
	}
	for r, id := range a.returnedID {
		if queue := free[id]; a.source[r] == Inserted && len(queue) > 0 {
			a.pair(queue[0], r)
			free[id] = queue[1:]
		}
	}
}

// gap is what lies between two neighbouring matches: sent messages
// [sentFrom, sentTo) and returned messages [returnedFrom, returnedTo).
type gap struct {
	sentFrom, sentTo, returnedFrom, returnedTo int
}

// gaps returns the gaps between the matches found so far, which must not cross.
func (a *alignment) gaps() []gap {
	var gaps []gap
	s, r := 0, 0
	cut := func(sentTo, returnedTo int) {
		if s < sentTo && r < returnedTo {
			gaps = append(gaps, gap{s, sentTo, r, returnedTo})
		}
		s, r = sentTo+1, returnedTo+1
	}
	for returned, sent := range a.source {
		if sent != Inserted {
			cut(sent, returned)
		}
	}
	cut(len(a.sent), len(a.returned))
	return gaps
}

// pairNeighbours pairs the edits that are beside a moved message and hence in no
// gap: if a returned message stands next to another just like an unmatched sent
// message did, it is that one.
func (a *alignment) pairNeighbours() {
	tryPair := func(s, r int) {
		if a.source[r] == Inserted && s >= 0 && s < len(a.sent) && !a.used[s] &&
			a.sent[s].Role == a.returned[r].Role {
			a.pair(s, r)
		}
	}
	for r := 1; r < len(a.source); r++ {
		if before := a.source[r-1]; before != Inserted {
			tryPair(before+1, r)
		}
	}
	for r := len(a.source) - 2; r >= 0; r-- {
		if after := a.source[r+1]; after != Inserted {
			tryPair(after-1, r)
		}
	}
}
