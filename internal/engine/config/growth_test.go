//go:build unix

package config

import (
	"runtime/debug"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// A file that somebody else wrote must not keep the agent waiting: 16 times the
// names take about 16 times the work, more or less, but not 256 times.
func TestDisablingGrowsWithTheNumberOfNames(t *testing.T) {
	const n = 1_000
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // collecting garbage is not our work
	small, large := disablingWork(t, n), disablingWork(t, 16*n)
	if large > 80*small {
		t.Errorf("%d names take %v, %d take %v", n, small, 16*n, large)
	}
}

// disablingWork returns the processor time, which does not depend on how busy
// the machine is, that n names and hooks take: the least of several attempts.
func disablingWork(t *testing.T, n int) time.Duration {
	t.Helper()
	var list []dialect.Disabled
	var definitions []hook.Definition
	for i := range n {
		list = append(list, dialect.Disabled{Hook: strconv.Itoa(i)})
		definitions = append(definitions, hook.Definition{Name: "hook", Command: "command " + strconv.Itoa(i)})
	}
	var files layers
	files.add("s.json", dialect.ProjectLayer, dialect.Config{Disabled: list})
	least := time.Hour
	for range 3 {
		set := Set{Definitions: slices.Clone(definitions)}
		start := processorTime(t)
		set.disable(&files)
		least = min(least, processorTime(t)-start)
		if len(set.Diagnostics) != n {
			t.Fatalf("%d diagnostics about %d names", len(set.Diagnostics), n)
		}
	}
	return least
}

// processorTime is how long processors have worked for this process.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
