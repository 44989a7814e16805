package gemini

import (
	"encoding/json"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/fuzztest"
)

// FuzzAnswer reads and merges arbitrary hook output with any exit code: exit code 2
// denies, and a deny survives a second hook's answer.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{``, `text`, `{"decision":"allow"}`, `{"decision":"deny"}`, `"{\"decision\":\"block\"}"`, `{"continue":false}`, `[1]`} {
		for exitCode := range uint8(4) {
			f.Add([]byte(seed), []byte(`{"decision":"allow"}`), uint8(0), exitCode)
		}
	}
	f.Fuzz(func(t *testing.T, first, second []byte, event, exitCode uint8) {
		events := Dialect.Events()
		ev := hook.Event{Type: events[int(event)%len(events)], Fields: hook.Object{"tool_input": json.RawMessage(`{"a":1}`)}}
		a := fuzztest.Read(Dialect, ev, hook.Definition{}, first, exitCode)
		b := fuzztest.Read(Dialect, ev, hook.Definition{}, second, 0)
		if exitCode == 2 && a.Result.Status != hook.StatusBlocked {
			t.Fatalf("exit code 2 gives %s", a.Result.Status)
		}
		out := fuzztest.Merge(t, Dialect, ev, false, a, b)
		denied := a.Result.Status == hook.StatusBlocked || b.Result.Status == hook.StatusBlocked
		if denied != (out.Decision == hook.Deny) {
			t.Fatalf("statuses %s and %s, decision %q", a.Result.Status, b.Result.Status, out.Decision)
		}
		fuzztest.NextEvent(t, Dialect, ev, a)
	})
}
