//go:build unix

package growth

import (
	"fmt"
	"testing"
)

// judge keeps what a test would have said.
type judge struct {
	testing.TB
	said string
}

func (j *judge) Helper()                           {}
func (j *judge) Errorf(format string, args ...any) { j.said = fmt.Sprintf(format, args...) }

func TestLinear(t *testing.T) {
	var sink int
	steps := func(n int) func() {
		return func() {
			for i := range n {
				sink += i ^ sink
			}
		}
	}
	for name, tt := range map[string]struct {
		prepare func(n int) func()
		fails   bool
	}{
		"linear":    {func(n int) func() { return steps(n * 1000) }, false},
		"quadratic": {func(n int) func() { return steps(n * n) }, true},
	} {
		j := &judge{TB: t}
		Linear(j, 600, tt.prepare)
		if (j.said != "") != tt.fails {
			t.Errorf("%s: %q", name, j.said)
		}
	}
}
