package pi

import (
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

func readText(t *testing.T, text string, from hook.Source) (dialect.Config, error) {
	t.Helper()
	doc, err := document.ParseStrictJSON("h.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return Dialect{}.ReadConfig(doc, dialect.Location{Path: "h.json", Source: from}, dialect.Environment{})
}

func TestAMistakeMakesADocumentUnusable(t *testing.T) {
	tests := []struct{ text, want string }{
		{`[]`, `h.json:1:1: the configuration must be an object`},
		{`null`, `h.json:1:1: the configuration must be an object that maps event names to lists of hooks, not null`},
		{`{"": []}`, `h.json:1:2:  is not an event`},
		{`{"Stop": []}`, `h.json:1:2: Stop is not an event; the events are SessionStart,`},
		{`{"AfterTool": []}`, `pi calls it PostToolUse`},
		{`{"hooks": {}}`, `without "hooks" around them`},
		{`{"PreToolUse": null}`, `h.json:1:16: PreToolUse must be a list of hooks, not null; write [{"command": …}]`},
		{`{"PreToolUse": ["x"]}`, `h.json:1:17: PreToolUse[0] must be an object, not a string; write {"command": …}`},
		{`{"PreToolUse": [{}]}`, `h.json:1:17: PreToolUse[0] has no command`},
		{`{"PreToolUse": [{"Command": "x"}]}`, `; "Command" is written "command"`},
		{`{"PreToolUse": [{"command": null}]}`, `h.json:1:29: PreToolUse[0].command must be a string, not null`},
		{`{"PreToolUse": [{"command": " \n"}]}`, `PreToolUse[0].command is empty`},
		{`{"PreToolUse": [{"command": "a\u0000b"}]}`, `NUL character`},
		{`{"PreToolUse": [{"command": "x", "timeoutMs": null}]}`, `h.json:1:47: PreToolUse[0].timeoutMs must be a number of milliseconds, not null`},
		{`{"PreToolUse": [{"command": "x", "timeoutMs": true}]}`, `not a boolean`},
		{`{"PreToolUse": [{"command": "x", "timeoutMs": -0.1}]}`, `must be above 0, not -0.1`},
		{`{"PreToolUse": [{"command": "x", "failOpen": "no"}]}`, `h.json:1:46: PreToolUse[0].failOpen must be true or false, not a string`},
		{`{"PreToolUse": [{"command": "x", "failOpen": null}]}`, `not null`},
		{`{"PreToolUse": [{"command": "x", "matcher": "bash"}]}`, `h.json:1:45: PreToolUse[0].matcher must be an object, not a string; write {"toolNames": […]}`},
		{`{"PreToolUse": [{"command": "x", "matcher": {"toolNames": "bash"}}]}`, `PreToolUse[0].matcher.toolNames must be a list of strings, not a string`},
		{`{"PreToolUse": [{"command": "x", "matcher": {"toolNames": ["a", 1]}}]}`, `h.json:1:65: PreToolUse[0].matcher.toolNames must have only strings, not a number`},
		{`{"PreToolUse": [{"command": "x"}], "PreCompact": [{"command": "x"}, 5]}`, `PreCompact[1] must be an object`},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			c, err := readText(t, tt.text, SourceCLI)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v\nwant  %s", err, tt.want)
			}
			if len(c.Definitions) > 0 {
				t.Errorf("definitions %v", c.Definitions)
			}
		})
	}
}

func TestAMistakeInClaudeSettingsMakesThemUnusable(t *testing.T) {
	tests := []struct{ text, want string }{
		{`[]`, `must be an object`},
		{`{"hooks": []}`, `h.json:1:11: "hooks" must be an object that maps event names to lists, not a list`},
		{`{"hooks": {"PreToolUse": {}}}`, `hooks.PreToolUse must be a list of groups`},
		{`{"hooks": {"PreToolUse": [1]}}`, `h.json:1:27: a hook group must be an object`},
		{`{"hooks": {"PreToolUse": [{}]}}`, `h.json:1:27: the group has no "hooks" list`},
		{`{"hooks": {"PreToolUse": [{"hooks": {}}]}}`, `h.json:1:37: "hooks" of a group must be a list, not an object`},
		{`{"hooks": {"PreToolUse": [{"matcher": 1, "hooks": []}]}}`, `h.json:1:39: matcher must be a string, not a number`},
		{`{"hooks": {"PreToolUse": [{"hooks": [null]}]}}`, `h.json:1:38: a hook must be an object`},
		{`{"hooks": {"PreToolUse": [{"hooks": [{"type": "command"}]}]}}`, `h.json:1:38: the hook has no command`},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			_, err := readText(t, tt.text, SourceClaude)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v\nwant  %s", err, tt.want)
			}
		})
	}
}

func TestTheFirstSourceEndsTheSearch(t *testing.T) {
	tests := []struct {
		name     string
		files    []string
		env      map[string]string
		switches map[string]bool
		want     string
	}{
		{"nothing", nil, nil, nil, ""},
		{"one file", []string{"a.json"}, map[string]string{"PI_HOOKS_JSON": "{}", "PI_GASTOWN_MODE": "1"}, nil, "cli"},
		{"variable", nil, map[string]string{"PI_HOOKS_JSON": "{}"}, map[string]bool{"gastown": true}, "env"},
		{"empty variable", nil, map[string]string{"PI_HOOKS_JSON": ""}, map[string]bool{"gastown": true}, "default"},
		{"blank variable", nil, map[string]string{"PI_HOOKS_JSON": " "}, nil, "env"},
		{"both switches", nil, nil, map[string]bool{"gastown": true, "claude-settings-hooks": true}, "claude_settings claude_settings default"},
		{"both variables", nil, map[string]string{"PI_GASTOWN_MODE": "1", "PI_ENABLE_CLAUDE_SETTINGS_HOOKS": "1"}, nil, "claude_settings claude_settings default"},
		{"variables that are not 1", nil, map[string]string{"PI_GASTOWN_MODE": "01", "PI_ENABLE_CLAUDE_SETTINGS_HOOKS": "yes"}, nil, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			env := dialect.Environment{Files: tt.files, Switches: tt.switches, Getenv: func(name string) string { return tt.env[name] }}
			list, _ := Dialect{}.Locations(env)
			var sources []string
			for _, l := range list {
				sources = append(sources, string(l.Source))
			}
			if got := strings.Join(sources, " "); got != tt.want {
				t.Errorf("sources %q, want %q", got, tt.want)
			}
		})
	}
}

// Whether gt and bd are installed is found out when their hooks are to run, not
// when configuration is read.
func TestBuiltInHooksRequireTheirPrograms(t *testing.T) {
	c, err := readText(t, builtIns, SourceDefault)
	if err != nil || len(c.Definitions) != 3 || len(c.Diagnostics) != 0 {
		t.Fatalf("%d hooks, %v, %v", len(c.Definitions), c.Diagnostics, err)
	}
	for _, def := range c.Definitions {
		program, err := Dialect{}.Program(def, "/")
		name, _, _ := strings.Cut(def.Command, " ")
		if test := strings.Join(program.Requires.Argv, " "); err != nil || test != "/bin/sh -lc command -v "+name {
			t.Errorf("%s requires %q (%v)", def.Command, test, err)
		}
		def.Source = SourceCLI
		if program, err = (Dialect{}).Program(def, "/"); err != nil || program.Requires.Argv != nil {
			t.Errorf("%s, configured by the user, requires %q (%v)", def.Command, program.Requires.Argv, err)
		}
	}
}

func TestDetect(t *testing.T) {
	for text, want := range map[string]bool{
		`{"PreToolUse": []}`:            true,
		`{"hooks": {"PreToolUse": []}}`: false,
		`{"PreToolUse": {}}`:            false,
		`{}`:                            false,
		`[]`:                            false,
	} {
		doc, err := document.ParseJSON("h.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := (Dialect{}).Detect(doc) != ""; got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}
