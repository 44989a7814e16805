package gemini

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

var _ dialect.Dialect = Dialect

func TestLocationsAreGeminisOwn(t *testing.T) {
	variables := map[string]string{"GEMINI_CLI_SYSTEM_SETTINGS_PATH": "/s.json"}
	env := dialect.Environment{Project: "/p", Home: "/home/me", Getenv: func(name string) string { return variables[name] }}
	want := []string{"/p/.gemini/settings.json", "/home/me/.gemini/settings.json", "/s.json"}
	for _, home := range []string{"", "/other"} {
		if variables["GEMINI_CLI_HOME"] = home; home != "" {
			want[1] = home + "/.gemini/settings.json"
		}
		list, _ := Dialect.Locations(env)
		var paths []string
		for _, l := range list {
			paths = append(paths, filepath.ToSlash(l.Path))
		}
		if !slices.Equal(paths, want) {
			t.Errorf("%q", paths)
		}
	}
}

func TestHooksCanHaveVariables(t *testing.T) {
	const text = `{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "x", "env": {"A": "1", "B=C": "2", "D": 3}}, {"type": "command", "command": "y"}]}]}}`
	doc, err := document.ParseJSON("s.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	c, err := Dialect.ReadConfig(doc, dialect.Location{Path: "s.json", Source: hook.SourceProject}, dialect.Environment{})
	if err != nil || len(c.Definitions) != 2 || len(c.Diagnostics) != 2 {
		t.Fatalf("%+v, %v", c, err)
	}
	if !slices.Equal(c.Definitions[0].Env, []string{"A=1"}) || len(c.Definitions[1].Env) != 0 {
		t.Errorf("%q and %q", c.Definitions[0].Env, c.Definitions[1].Env)
	}
}
