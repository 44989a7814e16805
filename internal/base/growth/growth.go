//go:build unix

// Package growth tests that work grows with its input, and not with the square
// of it. It compares processor time with processor time, so that neither a slow
// machine nor a busy one matters.
package growth

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// factor is how much larger the larger input is, and most how much more work it
// may be. Work that is quadratic is 64 times as much.
const (
	factor = 8
	most   = 3 * factor
	rounds = 10
)

// Linear fails the test if the work on 8 times as much is far more than 8 times
// the work. prepare returns the work on an input of size n.
func Linear(t testing.TB, n int, prepare func(n int) (work func())) {
	t.Helper()
	small, large := prepare(n), prepare(factor*n)
	a, b := time.Hour, time.Hour
	// Collecting garbage can only add to the work, so one good round is enough.
	for range rounds {
		a, b = min(a, processorTime(small)), min(b, processorTime(large))
		if b <= most*a+time.Millisecond {
			return
		}
	}
	t.Errorf("it takes %v, and %v for %d times as much", a, b, factor)
}

// processorTime is the time that processors need, whatever else they have to do.
func processorTime(work func()) time.Duration {
	before := used()
	work()
	return used() - before
}

func used() time.Duration {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
