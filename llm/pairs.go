package llm

// partPlace is where a part is in a list of contents.
type partPlace struct{ content, part int }

// toolPairs maps each tool call to its result, and each result to its call.
type toolPairs map[partPlace]partPlace

// findToolPairs pairs tool calls with the results that follow them: by ID, and
// where one side has no ID, by name in order.
func findToolPairs(contents []Content) toolPairs {
	pairs := make(toolPairs)
	var open []openCall
	for c, content := range contents {
		for p, part := range content.Parts {
			place := partPlace{c, p}
			if call, ok := part.Call(); ok {
				open = append(open, openCall{place, call.ID, call.Name})
			}
			if result, ok := part.Result(); ok {
				open = pairs.close(open, place, result.ID, result.Name)
			}
		}
	}
	return pairs
}

// openCall is a tool call whose result has not been seen yet.
type openCall struct {
	place    partPlace
	id, name string
}

// close pairs a result with its call and returns the calls that remain open.
func (pairs toolPairs) close(open []openCall, result partPlace, id, name string) []openCall {
	answers := func(call openCall, byID bool) bool {
		if byID {
			return id != "" && call.id == id
		}
		return call.name == name && (id == "" || call.id == "")
	}
	for _, byID := range []bool{true, false} {
		for i, call := range open {
			if answers(call, byID) {
				pairs[call.place] = result
				pairs[result] = call.place
				return append(open[:i], open[i+1:]...)
			}
		}
	}
	return open
}

// answeredAtOnce returns, by content, the content with the tool calls that it
// answers, where the two directly follow each other, with at most other answers
// to the same calls between them; -1 for all others. Providers reject a
// conversation that puts anything else between them.
func (pairs toolPairs) answeredAtOnce(contents []Content) []int {
	leaders := make([]int, len(contents))
	for c, content := range contents {
		leaders[c] = -1
		for p := range content.Parts {
			call, ok := pairs[partPlace{c, p}]
			if !ok || call.content >= c {
				continue
			}
			if call.content == c-1 || leaders[c-1] == call.content {
				leaders[c] = call.content
			}
		}
	}
	return leaders
}
