package kit

import (
	"iter"

	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Meanings returns what a dialect understood of the answers to an event, each
// with the index of its hook. Hooks that said nothing are passed over.
func Meanings[T any](answers []dialect.Reading) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for i, a := range answers {
			if meaning, ok := a.Meaning.(T); ok && !yield(i, meaning) {
				return
			}
		}
	}
}
