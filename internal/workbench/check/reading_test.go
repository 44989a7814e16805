package check

import (
	"fmt"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Whatever reading finds says what to do, and says it once.
func TestReadingSaysWhatToDo(t *testing.T) {
	group := func(file, event, rest string) string {
		return fmt.Sprintf("-- %s --\n{\"hooks\": {%q: [{\"hooks\": [%s]}]}}", file, event, rest)
	}
	tests := []struct{ name, archive, fix string }{
		{"event of another agent", `-- .llxprt/settings.json --
{"hooks": {"PreToolUse": []}}`, "LLxprt calls it BeforeTool"},
		{"event that nobody has", `-- .llxprt/settings.json --
{"hooks": {"Whenever": []}}`, "write one of these"},
		{"event with a slip", `-- .llxprt/settings.json --
{"hooks": {"BeforeTools": []}}`, `did you mean "BeforeTool"?`},
		{"unknown key", group(".llxprt/settings.json", "BeforeTool", `{"type": "command", "command": "true", "zzz": 1}`), "remove it"},
		{"key with a slip", group(".llxprt/settings.json", "BeforeTool", `{"type": "command", "comand": "true"}`), `did you mean "command"?`},
		{"empty command", group(".llxprt/settings.json", "BeforeTool", `{"type": "command", "command": ""}`), "write the command that is to run as a string, or remove the hook"},
		{"no type", group(".llxprt/settings.json", "BeforeTool", `{"command": "true"}`), `add "type": "command"`},
		{"timeout in words", group(".llxprt/settings.json", "BeforeTool", `{"type": "command", "command": "true", "timeout": "1m"}`), "write a number, such as 60000"},
		{"timeout in milliseconds", group(".wave/settings.json", "PreToolUse", `{"type": "command", "command": "true", "timeout": 30000}`), "write 30 if you mean 30s"},
		{"name that is none", group(".llxprt/settings.json", "BeforeTool", `{"type": "command", "command": "true", "name": 1}`), "write a string, or remove it"},
		{"no list of hooks", `-- .llxprt/settings.json --
{"hooks": {"BeforeTool": [{}]}}`, `write {"matcher": …, "hooks": [{"type": "command", "command": …}]}`},
		{"no list of groups", `-- .llxprt/settings.json --
{"hooks": {"BeforeTool": 1}}`, `write [{"matcher": …, "hooks": [{"type": "command", "command": …}]}]`},
		{"switch that is none", `-- .llxprt/settings.json --
{"enableHooks": "yes"}`, "write true or false, without quotes"},
		{"matcher with another agent's characters", `-- .wave/settings.json --
{"hooks": {"PreToolUse": [{"matcher": "a$", "hooks": [{"type": "command", "command": "true"}]}]}}`, "write tool names or globs such as Edit|mcp__*, separated by |"},
		{"syntax", "-- .llxprt/settings.json --\n{", "correct it; until then no hook of the file runs"},
		{"handler that is none", "-- m.yaml --\nhooks: {PreToolUse: [{handler: 1}]}", "write the command or function that is to run as a string, or remove the hook"},
		{"agent that is none", "-- m.yaml --\nagents: [1]", "write {id: …, backend: {hooks: {…}}}"},
		{"everything is off", "-- hooks.json --\n{\"PreToolUse\": [{\"command\": 1}]}", "write the command that is to run as a string, or remove the hook"},
		{"empty file", "-- .llxprt/settings.json --\n", "write {} into it, or remove it"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := load(t, tt.archive, true).reading()
			for _, f := range found {
				if f.Fix == "" {
					t.Errorf("nothing to do about %s: %s", f.Check, f.Message)
				}
			}
			if len(found) == 0 || found[0].Fix != tt.fix || found[0].Level == hook.LevelInfo {
				t.Errorf("%+v", found)
			}
		})
	}
}
