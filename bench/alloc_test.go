package bench

import (
	"encoding/json"
	"testing"
)

var input = json.RawMessage(`{"path":"main.go","content":"package main"}`)

// An agent fires several events for every step it takes. Whoever uses no hooks
// must not pay for them.
func TestQuietEventsDoNotAllocate(t *testing.T) {
	for _, q := range quiet(t) {
		t.Run(q.Name, func(t *testing.T) {
			ctx := t.Context()
			fire := func() {
				if out := q.System.BeforeTool(ctx, "write_file", input); out.Blocked || len(out.Hooks) > 0 {
					t.Fatalf("a hook ran: %+v", out)
				}
			}
			if n := testing.AllocsPerRun(1000, fire); n != 0 {
				t.Errorf("%v allocations for an event", n)
			}
		})
	}
}

func BenchmarkQuietEvents(b *testing.B) {
	for _, q := range quiet(b) {
		b.Run(q.Name, func(b *testing.B) {
			ctx := b.Context()
			b.ReportAllocs()
			for b.Loop() {
				q.System.BeforeTool(ctx, "write_file", input)
			}
		})
	}
}

func quiet(tb testing.TB) []Quiet {
	tb.Helper()
	list, err := QuietSystems(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	return list
}
