package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

func TestDetectNamedFiles(t *testing.T) {
	tests := []struct{ name, file, text, dialect, why string }{
		{"an event of its own", "s.json", `{"hooks": {"Notification": [], "BeforeTool": []}}`, "llxprt", "it has hooks for Notification"},
		{"the switch alone", "s.json", `{"enableHooks": true}`, "llxprt", "it has enableHooks"},
		{"groups of hooks", "s.json", `{"hooks": {"PreToolUse": [{"hooks": []}]}}`, "wave", "it has groups of hooks for PreToolUse"},
		{"events that several have are no sign", "s.json", `{"hooks": {"Notification": [], "Stop": [{"hooks": []}]}}`, "wave", "it has groups of hooks for Stop"},
		{"events at the top", "s.json", `{"PreToolUse": []}`, "pi", "it has PreToolUse at its top"},
		{"agents", "m.yaml", "agents: []", "massgen", "it has a list of agents"},
		{"handlers", "m.yaml", "hooks: {PreToolUse: [{handler: a.b}]}", "massgen", "it has hooks with a handler for PreToolUse"},
		{"a stray event of a dialect without YAML", "m.yaml", "hooks: {BeforeTool: [], PreToolUse: [{handler: a.b}]}", "massgen", "it has hooks with a handler for PreToolUse"},
		{"events at the top of YAML", "m.yaml", "PreToolUse: []", "massgen", "its name ends in .yaml"},
		{"YAML that says nothing", "m.yml", "a: 1", "massgen", "its name ends in .yml"},
		{"broken YAML", "m.yaml", "a: [", "massgen", "its name ends in .yaml"},
		{"its place goes before its content", ".llxprt/settings.json", `{"hooks": {"PreToolUse": [{"hooks": []}]}}`, "llxprt", "that is where llxprt looks for hooks"},
		{"its place says enough", ".wave/settings.local.json", `{`, "wave", "that is where wave looks for hooks"},
		{"no sign", "s.json", `{}`, "llxprt", "nothing says otherwise"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := write(t, t.TempDir(), tt.file, tt.text)
			c := config.Detect(all.Dialects(), dialect.Environment{Files: []string{path}}, "")
			if c.Dialect.Name() != tt.dialect || c.Why != tt.why {
				t.Errorf("%s, because %s", c.Dialect.Name(), c.Why)
			}
		})
	}
}

func TestDetectProject(t *testing.T) {
	dir := t.TempDir()
	env := dialect.Environment{Project: dir, Getenv: func(string) string { return "" }}
	if c := config.Detect(all.Dialects(), env, ""); c.Dialect.Name() != all.Default || c.Why != "nothing says otherwise" {
		t.Errorf("an empty project: %s, because %s", c.Dialect.Name(), c.Why)
	}
	path := write(t, dir, ".wave/settings.json", "{}")
	if c := config.Detect(all.Dialects(), env, ""); c.Dialect.Name() != "wave" || c.Why != path+" is where wave looks for hooks" {
		t.Errorf("%s, because %s", c.Dialect.Name(), c.Why)
	}
	write(t, dir, ".llxprt/settings.json", "{}")
	if found := config.Configured(all.Dialects(), env); len(found) != 2 {
		t.Errorf("two dialects are configured, found %v", found)
	}
}

func TestDetectOneOfSeveral(t *testing.T) {
	const waveHooks = `{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "true"}]}]}}`
	tests := []struct{ name, llxprt, wave, event, dialect string }{
		{"the one with hooks", `{"theme": "dark"}`, waveHooks, "", "wave"},
		{"the one with hooks, for an event of both", `{"theme": "dark"}`, waveHooks, "SessionStart", "wave"},
		{"the one that has the event", `{"theme": "dark"}`, waveHooks, "BeforeTool", "llxprt"},
		{"the first if none has hooks", `{}`, `{}`, "", "llxprt"},
		{"the first if none has the event", `{}`, waveHooks, "Nonsense", "wave"},
		{"one that cannot be read may have hooks", `{`, waveHooks, "", "llxprt"},
		{"an empty one may have had hooks", `{}`, ``, "", "wave"},
		{"one with a mistake may have hooks", `{"hooks": {"BeforTool": []}}`, waveHooks, "", "llxprt"},
		{"so may one that is switched on", `{"enableHooks": true, "hooks": {"BeforTool": []}}`, waveHooks, "", "llxprt"},
		{"hooks that are off go after others", `{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "true"}]}]}}`, waveHooks, "", "wave"},
		{"hooks that are off go before none", `{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "true"}]}]}}`, `{}`, "", "llxprt"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, ".llxprt/settings.json", tt.llxprt)
			write(t, dir, ".wave/settings.json", tt.wave)
			c := config.Detect(all.Dialects(), dialect.Environment{Project: dir, Getenv: func(string) string { return "" }}, tt.event)
			if c.Dialect.Name() != tt.dialect {
				t.Errorf("%s, because %s", c.Dialect.Name(), c.Why)
			}
		})
	}
}

func TestADirectoryWhoseNameBeginsLikeTheProjectIsAnother(t *testing.T) {
	dir := t.TempDir()
	project, home := filepath.Join(dir, "pre"), filepath.Join(dir, "pre-home")
	write(t, home, ".wave/settings.json", "{}")
	env := dialect.Environment{Project: project, Home: home, Getenv: func(string) string { return "" }}
	if found := config.Configured(all.Dialects(), env); len(found) != 1 || found[0].InProject {
		t.Errorf("found %v", found)
	}
	if c := config.Detect(all.Dialects(), env, ""); c.Dialect.Name() != "wave" {
		t.Errorf("%s, because %s", c.Dialect.Name(), c.Why)
	}
}

func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// A file that the user names is taken to be at its place only in such a
// directory.
func TestProjectsKeepConfigurationInHiddenDirectories(t *testing.T) {
	env := dialect.Environment{Project: t.TempDir(), Getenv: func(string) string { return "" }}
	for _, d := range all.Dialects() {
		locations, _ := d.Locations(env)
		for _, l := range locations {
			rel, err := filepath.Rel(env.Project, l.Path)
			if err == nil && filepath.IsLocal(rel) && l.Text == nil && l.Format != dialect.YAML && !strings.HasPrefix(filepath.Base(filepath.Dir(l.Path)), ".") {
				t.Errorf("%s looks for hooks in %s", d.Name(), l.Path)
			}
		}
	}
}
