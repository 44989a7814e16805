//go:build unix

package redact

import (
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// The work grows with the text, and not with its square as that of a rule that
// begins anew everywhere.
func TestWorkIsLinear(t *testing.T) {
	const size = 1 << 15
	for _, piece := range hostile() {
		t.Run(piece, func(t *testing.T) {
			small := strings.Repeat(piece, size/len(piece))
			large := strings.Repeat(piece, 8*size/len(piece))
			for name, redact := range map[string]func(string){
				"Secrets": func(text string) { Secrets(text) },
				"JSON":    func(text string) { JSON([]byte(text)) },
			} {
				if a, b, linear := grows(redact, small, large); !linear {
					t.Errorf("%s takes %v, and %v for 8 times as much", name, a, b)
				}
			}
		})
	}
}

// grows compares the least work for a text and for one of 8 times its length,
// for which a quadratic rule needs 64 times as much. Collecting garbage can only
// add to it, so one good round is enough.
func grows(redact func(string), small, large string) (a, b time.Duration, linear bool) {
	a, b = time.Hour, time.Hour
	for range 10 {
		a, b = min(a, work(redact, small)), min(b, work(redact, large))
		if b <= 24*a+time.Millisecond {
			return a, b, true
		}
	}
	return a, b, false
}

// work is the time that processors need, whatever else they have to do.
func work(redact func(string), text string) time.Duration {
	before := processorTime()
	redact(text)
	return processorTime() - before
}

func processorTime() time.Duration {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
