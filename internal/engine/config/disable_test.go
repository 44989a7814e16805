package config

import (
	"slices"
	"testing"

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
