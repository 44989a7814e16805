package config

import (
	"slices"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

func TestASwitchOfALayerReachesThatAndLessTrustedOnes(t *testing.T) {
	const managed, user, project = dialect.ManagedLayer, dialect.UserLayer, dialect.ProjectLayer
	tests := []struct {
		name      string
		by        dialect.Layer
		onlyBelow bool
		want      []string
	}{
		{"the project's", project, false, []string{"managed", "user"}},
		{"the user's", user, false, []string{"managed"}},
		{"the administrator's", managed, false, nil},
		{"the administrator's for all others", managed, true, []string{"managed"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := layers{files: []layered{
				{managed, dialect.Config{Definitions: []hook.Definition{{Command: "managed"}}}},
				{user, dialect.Config{Definitions: []hook.Definition{{Command: "user"}}}},
				{project, dialect.Config{Definitions: []hook.Definition{{Command: "project"}}}},
				{project, dialect.Config{Definitions: []hook.Definition{{Command: "local"}}}},
				{tt.by, dialect.Config{Off: []dialect.LayerSwitch{{Key: "off", At: hook.Position{File: "s", Line: 1}, OnlyBelow: tt.onlyBelow}}}},
			}}
			var set Set
			set.switchOff(&files)
			var left []string
			for _, def := range set.Definitions {
				left = append(left, def.Command)
			}
			if !slices.Equal(left, tt.want) {
				t.Errorf("%q are left, want %q", left, tt.want)
			}
			if len(set.Skipped)+len(left) != 4 || len(set.Diagnostics) != 1 {
				t.Errorf("skipped %v, diagnostics %v", set.Skipped, set.Diagnostics)
			}
		})
	}
}
