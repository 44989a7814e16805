package codex

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/match"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

var _ dialect.Dialect = Dialect

func TestMatchers(t *testing.T) {
	tests := []struct {
		matcher, tool string
		want          bool
	}{
		{"", "Bash", true},
		{"*", "Bash", true},
		{".*", "Bash", true},
		{"Bash", "Bash", true},
		{"Edit|Bash", "Bash", true},
		{"Ba", "Bash", false},
		{"^Ba", "Bash", true},
		{"Ba.*", "Bash", true},
		{"bash", "Bash", false},
		{"Bash, Write", "Bash", true},
		{"B[a", "Bash", false},
		{"exec_command", "Bash", false},
		{"Edit", "apply_patch", true},
		{"Write", "apply_patch", true},
		{"^Wri", "apply_patch", true},
		{"apply_patch", "apply_patch", true},
		{"Bash", "apply_patch", false},
		{"my-tool", "my-tool", true},
		{"mcp__my-db", "mcp__my-db__query", true},
	}
	for _, tt := range tests {
		m, _ := Dialect.Matcher(events[0], hook.Definition{Matcher: tt.matcher})
		if got := m.Match(tt.tool, new(match.Budget)); got != tt.want {
			t.Errorf("%q on %q is %v", tt.matcher, tt.tool, got)
		}
	}
}

func TestMatchersThatMatchNothingAreReported(t *testing.T) {
	for pattern, want := range map[string]bool{
		"Bash|Edit": true, "^Ba": true, "my-tool": true, "Bash, Write": false, "exec_command|Bash": false,
	} {
		if _, ok := checkMatcher(pattern); ok != want {
			t.Errorf("%q is fine: %v", pattern, ok)
		}
	}
}

func TestLocations(t *testing.T) {
	tests := []struct {
		name, project, codexHome string
		want                     []string
	}{
		{"the user's and the project's", "/p", "", []string{"/home/me/.codex/hooks.json", "/p/.codex/hooks.json"}},
		{"another home of Codex", "/p", "/x", []string{"/x/hooks.json", "/p/.codex/hooks.json"}},
		{"the home directory as the project", "/home/me", "", []string{"/home/me/.codex/hooks.json"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			env := dialect.Environment{Project: tt.project, Home: "/home/me", Getenv: func(string) string { return tt.codexHome }}
			var paths []string
			for _, l := range locations(env) {
				paths = append(paths, filepath.ToSlash(l.Path))
			}
			if !slices.Equal(paths, tt.want) {
				t.Errorf("%q", paths)
			}
		})
	}
}

func TestHooksReadTheResultOfAToolAsText(t *testing.T) {
	for given, want := range map[string]string{
		"":                         `""`,
		`"hi\n"`:                   `"hi\n"`,
		`{"llmContent": "hi"}`:     `"hi"`,
		`{"stdout": "hi"}`:         `{"stdout": "hi"}`,
		`{"llmContent": ["a", 1]}`: `["a", 1]`,
	} {
		f := Dialect.Fields(hook.ToolAfter, hook.Data{Tool: "Bash", ToolResponse: []byte(given)})
		if got := string(f["tool_response"]); got != want {
			t.Errorf("%s is %s, want %s", given, got, want)
		}
	}
}
