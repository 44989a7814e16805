package align

import (
	"slices"
	"sort"
)

// position is a pair of equal messages, by their places in the two lists that
// are being matched.
type position struct{ sent, returned int }

// uniquePairs returns the messages that occur once on each side, in sent order.
func (a *alignment) uniquePairs(sent, returned []int) []position {
	const several = -1
	place := make(map[int]int) // in returned, by ID
	for i, r := range returned {
		if _, ok := place[a.returnedID[r]]; ok {
			i = several
		}
		place[a.returnedID[r]] = i
	}
	count := make(map[int]int)
	for _, s := range sent {
		count[a.sentID[s]]++
	}
	var pairs []position
	for i, s := range sent {
		id := a.sentID[s]
		if j, ok := place[id]; ok && j != several && count[id] == 1 {
			pairs = append(pairs, position{i, j})
		}
	}
	return pairs
}

// longestRising returns the longest subsequence of pairs, which are in sent
// order, that is in returned order too.
func longestRising(pairs []position) []position {
	var ends []int                    // ends[n] ends the best run of length n+1 so far
	before := make([]int, len(pairs)) // the predecessor in the best run ending here
	for i, p := range pairs {
		n := sort.Search(len(ends), func(n int) bool {
			return pairs[ends[n]].returned > p.returned
		})
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	if len(ends) == 0 {
		return nil
	}
	run := make([]position, 0, len(ends))
	for i := ends[len(ends)-1]; len(run) < len(ends); i = before[i] {
		run = append(run, pairs[i])
	}
	slices.Reverse(run)
	return run
}

// matchLongest pairs a longest common subsequence. It is for short stretches of
// repeated messages; long ones are left to matchMoved.
func (a *alignment) matchLongest(sent, returned []int) {
	if len(sent)*len(returned) > maxTable {
		return
	}
	width := len(returned) + 1
	length := make([]int32, (len(sent)+1)*width) // of what follows (s, r)
	for s := len(sent) - 1; s >= 0; s-- {
		for r := len(returned) - 1; r >= 0; r-- {
			at := s*width + r
			if a.equal(sent[s], returned[r]) {
				length[at] = length[at+width+1] + 1
			} else {
				length[at] = max(length[at+width], length[at+1])
			}
		}
	}
	for s, r := 0, 0; s < len(sent) && r < len(returned); {
		at := s*width + r
		switch {
		case a.equal(sent[s], returned[r]):
			a.pair(sent[s], returned[r])
			s, r = s+1, r+1
		case length[at+width] >= length[at+1]:
			s++
		default:
			r++
		}
	}
}
