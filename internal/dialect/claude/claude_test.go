package claude

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

var _ dialect.Dialect = Dialect

func TestKindsHaveTheEventThatHostsMean(t *testing.T) {
	first := map[hook.Kind]string{}
	for _, e := range events {
		if _, seen := first[e.Kind]; !seen {
			first[e.Kind] = e.Name
		}
		if tr := traits(e.Name); tr.When == "" || tr.DenyTo == "" {
			t.Errorf("%s has no traits", e.Name)
		}
	}
	want := map[hook.Kind]string{
		hook.ToolBefore: "PreToolUse", hook.ToolAfter: "PostToolUse", hook.ToolFailure: "PostToolUseFailure",
		hook.PromptSubmit: "UserPromptSubmit", hook.AgentStop: "Stop",
	}
	for kind, name := range want {
		if first[kind] != name {
			t.Errorf("%v is %s", kind, first[kind])
		}
	}
}

func TestMatchers(t *testing.T) {
	tests := []struct {
		matcher, tool string
		want          bool
	}{
		{"", "Bash", true},
		{"*", "Bash", true},
		{".*", "Bash", true},
		{"Bash", "Bash", true},
		{"Bash", "BashOutput", false},
		{"bash", "Bash", false},
		{"Ba", "Bash", false},
		{"Edit|Bash", "Bash", true},
		{"Edit, Bash", "Bash", true},
		{" Bash ", "Bash", true},
		{"^Ba", "Bash", true},
		{"Ba.*", "Bash", true},
		{"mcp__db", "mcp__db__query", false},
		{"mcp__db__.*", "mcp__db__query", true},
		{"my-tool", "my-tool", true},
		{"B[a", "Bash", false},
		{",", "Bash", false},
	}
	for _, tt := range tests {
		m, _ := Dialect.Matcher(events[0], hook.Definition{Matcher: tt.matcher})
		if got := m.Match(tt.tool, new(match.Budget)); got != tt.want {
			t.Errorf("%q on %q is %v", tt.matcher, tt.tool, got)
		}
	}
}

// The administrator's switches are read in the administrator's files alone.
func TestSwitchesOfLayers(t *testing.T) {
	text := `{"disableAllHooks": true, "allowManagedHooksOnly": true}`
	doc, err := document.ParseJSON("s.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for layer, want := range map[dialect.Layer][]string{
		dialect.ProjectLayer: {"disableAllHooks"},
		dialect.UserLayer:    {"disableAllHooks"},
		dialect.ManagedLayer: {"disableAllHooks", "allowManagedHooksOnly"},
	} {
		c, err := Dialect.ReadConfig(doc, dialect.Location{Path: "s.json", Layer: layer}, dialect.Environment{})
		if err != nil {
			t.Fatal(err)
		}
		var keys []string
		for _, off := range c.Off {
			keys = append(keys, off.Key)
			if off.OnlyBelow != (off.Key == "allowManagedHooksOnly") {
				t.Errorf("%+v", off)
			}
		}
		if !slices.Equal(keys, want) {
			t.Errorf("layer %d: %q", layer, keys)
		}
	}
}

func TestLocationsGoFromTheMostTrustedToTheLeast(t *testing.T) {
	env := dialect.Environment{Project: "/p", Home: "/home/me", Getenv: func(string) string { return "" }}
	list := locations(env)
	if !slices.IsSortedFunc(list, func(a, b dialect.Location) int { return int(b.Layer) - int(a.Layer) }) {
		t.Errorf("%+v", list)
	}
	last := list[len(list)-3:]
	for i, want := range []string{"/home/me/.claude/settings.json", "/p/.claude/settings.json", "/p/.claude/settings.local.json"} {
		if filepath.ToSlash(last[i].Path) != want {
			t.Errorf("%s, want %s", last[i].Path, want)
		}
	}
	env.Project = env.Home
	if n := len(locations(env)); n != len(list)-1 {
		t.Errorf("the home directory's file is read twice: %d files", n)
	}
}
