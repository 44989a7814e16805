//go:build unix

package document

import (
	"strconv"
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/base/growth"
)

// A file that somebody else wrote must not keep the agent waiting.
func TestManyKeysAreFoundAtOnce(t *testing.T) {
	growth.Linear(t, 4000, func(n int) func() {
		doc := NewObject()
		for i := range n {
			doc.Add(strconv.Itoa(i), NewBool(true))
		}
		return func() {
			if got := len(doc.Visible()); got != n {
				t.Errorf("%d of %d keys", got, n)
			}
		}
	})
}
