package qwen

import (
	"slices"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

var _ dialect.Dialect = Dialect

func TestMatchers(t *testing.T) {
	tests := []struct {
		matcher, tool string
		want          bool
	}{
		{"", "run_shell_command", true},
		{"*", "run_shell_command", true},
		{".*", "run_shell_command", true},
		{"edit|run_shell_command", "run_shell_command", true},
		{"run_shell", "run_shell_command", true},
		{"^run", "run_shell_command", true},
		{"run_.*", "run_shell_command", true},
		{"B[a", "Bash", false},
		{"Bash", "run_shell_command", true},
		{"Shell", "run_shell_command", true},
		{"^ShellTool$", "run_shell_command", true},
		{"Bash", "write_file", false},
	}
	for _, tt := range tests {
		m, _ := Dialect.Matcher(events[0], hook.Definition{Matcher: tt.matcher})
		if got := m.Match(tt.tool, new(match.Budget)); got != tt.want {
			t.Errorf("%q on %q is %v", tt.matcher, tt.tool, got)
		}
	}
}

func TestTimeoutsAreSecondsBelowAThousand(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"5": 5 * time.Second, "0.5": 500 * time.Millisecond, "999": 999 * time.Second, "1000": time.Second,
		"5000": 5 * time.Second, "1800000": 30 * time.Minute, "-1": time.Minute, `"5"`: time.Minute, "1e99": dialectMax,
	} {
		c := read(t, `{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "x", "timeout": `+text+`}]}]}}`, dialect.UserLayer)
		if got := c.Definitions[0].Timeout; got != want {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
}

var dialectMax = contract.Timeouts.Max

func TestTheSwitchIsForItsLayer(t *testing.T) {
	c := read(t, `{"disableAllHooks": true}`, dialect.ProjectLayer)
	if len(c.Off) != 1 || c.Off[0].Key != switchKey || c.Off[0].OnlyBelow {
		t.Errorf("%+v", c.Off)
	}
	if c := read(t, `{"disableAllHooks": false}`, dialect.ProjectLayer); len(c.Off) != 0 {
		t.Errorf("%+v", c.Off)
	}
}

func read(t *testing.T, text string, layer dialect.Layer) dialect.Config {
	t.Helper()
	doc, err := document.ParseJSON("s.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Dialect.ReadConfig(doc, dialect.Location{Path: "s.json", Layer: layer}, dialect.Environment{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestLocationsGoFromTheMostTrustedToTheLeast(t *testing.T) {
	env := dialect.Environment{Project: "/p", Home: "/home/me", Getenv: func(string) string { return "" }}
	var layers []dialect.Layer
	for _, l := range locations(env) {
		layers = append(layers, l.Layer)
	}
	if !slices.Equal(layers, []dialect.Layer{dialect.UserLayer, dialect.ProjectLayer}) {
		t.Errorf("%v", layers)
	}
	env.Project = env.Home
	if list := locations(env); len(list) != 1 || list[0].Layer != dialect.UserLayer {
		t.Errorf("the home directory's file: %+v", list)
	}
}
