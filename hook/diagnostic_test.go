package hook_test

import (
	"encoding/json"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
)

func TestParsePositionReadsWhatStringWrites(t *testing.T) {
	for _, p := range []hook.Position{{}, {File: "a"}, {File: "C:\\a", Line: 1, Column: 2}, {File: "a:3:4", Line: 5, Column: 6}} {
		if got := hook.ParsePosition(p.String()); got != p {
			t.Errorf("%#v became %#v", p, got)
		}
	}
}

func TestDiagnosticsAreReadBackInParts(t *testing.T) {
	at := hook.Position{File: "s.json", Line: 3, Column: 5}
	for _, d := range []hook.Diagnostic{
		{},
		{Level: hook.LevelWarn, Code: "c", Problem: "p", Hook: hook.NoHook},
		{Level: hook.LevelError, Code: "c", Problem: "p: q; r", Position: at, Fix: "do it", Hook: 2, Source: "cli", Reason: "why"},
	} {
		raw, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		var got hook.Diagnostic
		if err := json.Unmarshal(raw, &got); err != nil || got != d {
			t.Errorf("%s became %+v, %v", raw, got, err)
		}
	}
}

func TestDiagnosticIsOneLineForPeople(t *testing.T) {
	d := hook.Diagnostic{Problem: "it is broken"}.At(hook.Position{File: "s.json", Line: 3, Column: 5}).Fixf("mend %s", "it")
	if got, want := d.String(), "s.json:3:5: it is broken; mend it"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
