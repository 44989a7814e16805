package config

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

func TestHooksAreDisabledWhereTheirNameStandsFirst(t *testing.T) {
	at := func(line int) hook.Position { return hook.Position{File: "s.json", Line: line, Column: 1} }
	set := Set{Definitions: []hook.Definition{{Name: "a"}, {Name: "b"}, {Command: "a"}, {Name: "a"}}}
	set.disable([]dialect.Disabled{{Hook: "a", At: at(1)}, {Hook: "c", At: at(2)}, {Hook: "a", At: at(3)}, {Hook: "c", At: at(4)}})
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

// A file that somebody else wrote must not keep the agent waiting.
func TestManyNamesAreReadAtOnce(t *testing.T) {
	var list []dialect.Disabled
	for i := range 100_000 {
		list = append(list, dialect.Disabled{Hook: strconv.Itoa(i)})
	}
	var set Set
	start := time.Now()
	set.disable(list)
	if took := time.Since(start); took > 10*time.Second || len(set.Diagnostics) != len(list) {
		t.Errorf("%d diagnostics, took %v", len(set.Diagnostics), took)
	}
}
