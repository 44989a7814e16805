package convert

import (
	"slices"
	"strings"
)

// edit is a change to a text.
type edit struct {
	start, end int
	text       string
}

func apply(text string, edits []edit) string {
	slices.SortFunc(edits, func(a, b edit) int { return a.start - b.start })
	var changed strings.Builder
	done := 0
	for _, e := range edits {
		changed.WriteString(text[done:e.start] + e.text)
		done = e.end
	}
	return changed.String() + text[done:]
}
