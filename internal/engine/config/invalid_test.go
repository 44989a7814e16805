package config

import (
	"errors"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

func TestDisabledSaysSourceReasonAndPlace(t *testing.T) {
	at := hook.Position{File: "h.json", Line: 2, Column: 3}
	long := strings.Repeat("é ", 100)
	tests := []struct {
		name                  string
		err                   error
		reason, position, fix string
	}{
		{"plain", errors.New("two\n  lines"), "two lines", "", "correct it"},
		{"with a place", &document.Error{Pos: at, Err: errors.New("x must be y"), Fix: "write y"}, "x must be y", "h.json:2:3", "write y"},
		{"syntax", &unusable{"invalid JSON", &document.Error{Pos: at, Err: errors.New("unexpected }")}}, "invalid JSON", "h.json:2:3", "correct it"},
		{"160 characters", errors.New(strings.Repeat("é", 160)), strings.Repeat("é", 160), "", "correct it"},
		{"more", errors.New(long), long[:len("é ")*78] + "é...", "", "correct it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			set := disabled(dialect.Location{Source: "cli"}, tt.err)
			if !set.IsDisabled() || len(set.Diagnostics) != 1 || set.Enabled {
				t.Fatalf("%+v", set)
			}
			d := set.Diagnostics[0]
			if d.Level != hook.LevelError || d.Source != "cli" || d.Reason != tt.reason || d.Position.String() != tt.position {
				t.Errorf("%+v", d)
			}
			if !strings.HasPrefix(d.String(), tt.position) || !strings.Contains(d.String(), "from cli (") || !strings.HasSuffix(d.String(), "hooks are disabled for this session; "+d.Fix) || d.Fix != tt.fix {
				t.Errorf("message %s", d.String())
			}
		})
	}
}
