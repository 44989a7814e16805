package config

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

func TestHooksAreDisabledByTheFirstEntryWithTheirName(t *testing.T) {
	at := func(line int) hook.Position { return hook.Position{File: "s.json", Line: line, Column: 1} }
	set := Set{Definitions: []hook.Definition{{Name: "a"}, {Name: "b"}, {Command: "a"}, {Name: "a"}}}
	var files layers
	files.add("s.json", dialect.ProjectLayer, dialect.Config{Disabled: []dialect.Disabled{
		{Hook: "a", At: at(1)}, {Hook: "c", At: at(2)}, {Hook: "a", At: at(3)}, {Hook: "c", At: at(4)},
	}})
	set.disable(&files)
	if len(set.Definitions) != 1 || set.Definitions[0].Name != "b" || len(set.Skipped) != 3 {
		t.Errorf("%v are left, %v are left out", set.Definitions, set.Skipped)
	}
	for _, out := range set.Skipped {
		if out.Reason != "disabled" || out.Why != "it is disabled at s.json:1:1" {
			t.Errorf("%+v", out)
		}
	}
	var said []string
	for _, d := range set.Diagnostics {
		said = append(said, d.Code+" "+d.Position.String())
	}
	want := []string{"disabled-hook s.json:1:1", "disabled-hook s.json:1:1", "disabled-hook s.json:1:1", "unknown-hook s.json:2:1"}
	if !slices.Equal(said, want) {
		t.Errorf("got %q", said)
	}
}

// A file that somebody else wrote must not keep the agent waiting: four times
// the names take about four times as long, not sixteen times.
func TestDisablingGrowsWithTheNumberOfNames(t *testing.T) {
	const n = 10_000
	small, large := fastest(t, n), fastest(t, 4*n)
	if large > 10*small {
		t.Errorf("%d names take %v, %d take %v", n, small, 4*n, large)
	}
}

// fastest returns the shortest of several times that n names and hooks take.
func fastest(t *testing.T, n int) time.Duration {
	t.Helper()
	var list []dialect.Disabled
	var definitions []hook.Definition
	for i := range n {
		list = append(list, dialect.Disabled{Hook: strconv.Itoa(i)})
		definitions = append(definitions, hook.Definition{Name: "hook", Command: "command " + strconv.Itoa(i)})
	}
	var files layers
	files.add("s.json", dialect.ProjectLayer, dialect.Config{Disabled: list})
	best := time.Hour
	for range 5 {
		set := Set{Definitions: slices.Clone(definitions)}
		start := time.Now()
		set.disable(&files)
		best = min(best, time.Since(start))
		if len(set.Diagnostics) != n {
			t.Fatalf("%d diagnostics about %d names", len(set.Diagnostics), n)
		}
	}
	return best
}
