package grapnel_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
)

// projectWith returns a directory with LLxprt's settings.
func projectWith(t *testing.T, settings string) string {
	t.Helper()
	t.Setenv("HOME", t.TempDir())
	dir := t.TempDir()
	path := filepath.Join(dir, ".llxprt", "settings.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

const guard = `[{"hooks": [{"type": "command", "command": "exit 2"}]}]`

func TestInitializeReportsAllThatKeepsHooksFromRunning(t *testing.T) {
	tests := map[string]struct {
		settings string
		options  grapnel.Options
		want     []string // in the error; none means that there is none
	}{
		"nothing is wrong":         {settings: `{"enableHooks": true, "hooks": {"BeforeTool": ` + guard + `}}`},
		"switched off on purpose":  {settings: `{"enableHooks": false, "hooks": {"BeforeTool": ` + guard + `}}`},
		"no hooks":                 {settings: `{}`},
		"the switch is missing":    {settings: `{"hooks": {"BeforeTool": ` + guard + `}}`, want: []string{`set "enableHooks": true`}},
		"the file is broken":       {settings: `{`, want: []string{"settings.json:1:"}},
		"the file is empty":        {settings: ``, want: []string{"the file is empty"}},
		"two events are misspelt":  {settings: `{"enableHooks": true, "hooks": {"beforeTool": ` + guard + `, "AfterTol": []}}`, want: []string{"BeforeTool", "AfterTol"}},
		"the directory is missing": {options: grapnel.Options{Dir: "/nowhere/at/all"}, want: []string{"no directory /nowhere/at/all"}},
		"the dialect is unknown":   {options: grapnel.Options{Dialect: "nonsense"}, want: []string{`unknown dialect "nonsense"`}},
		"the policy is unknown":    {options: grapnel.Options{OnFailure: "perhaps"}, want: []string{`unknown policy "perhaps"`}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if tt.options.Dir == "" {
				tt.options.Dir = projectWith(t, tt.settings)
			}
			s := grapnel.New(tt.options)
			err := s.Initialize()
			if (err == nil) != (len(tt.want) == 0) {
				t.Fatalf("got %v", err)
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q is not in %v", want, err)
				}
			}
			if status := s.Status(); (status.Err == nil) != (err == nil) || status.Initialized == (tt.options.Dialect+string(tt.options.OnFailure) != "") {
				t.Errorf("status %+v", status)
			}
		})
	}
}

// Who has no Logger and does not call Initialize learns of it all the same.
func TestABrokenConfigurationIsInEveryOutcome(t *testing.T) {
	for name, settings := range map[string]string{"a broken file": `{`, "a misspelt event": `{"enableHooks": true, "hooks": {"beforeTool": []}}`} {
		s := grapnel.New(grapnel.Options{Dir: projectWith(t, settings)})
		for range 2 {
			out := s.BeforeTool(t.Context(), "write_file", nil)
			if len(out.Diagnostics) != 1 || out.Diagnostics[0].Level != hook.LevelError || out.Blocked {
				t.Errorf("%s: %+v", name, out)
			}
		}
	}
}

func TestThePolicyForFailuresIsForABrokenConfigurationToo(t *testing.T) {
	broken := projectWith(t, `{`)
	for name, tt := range map[string]struct {
		options grapnel.Options
		blocked bool
	}{
		"deny":                     {grapnel.Options{Dir: broken, OnFailure: hook.Deny}, true},
		"ask":                      {grapnel.Options{Dir: broken, OnFailure: hook.Ask}, true},
		"allow":                    {grapnel.Options{Dir: broken, OnFailure: hook.Allow}, false},
		"deny, an unknown dialect": {grapnel.Options{Dialect: "nonsense", OnFailure: hook.Deny}, true},
	} {
		s := grapnel.New(tt.options)
		if out := s.BeforeTool(t.Context(), "write_file", nil); out.Blocked != tt.blocked || tt.blocked && !strings.Contains(out.Reason, "hooks are missing") {
			t.Errorf("%s: %+v", name, out)
		}
	}
	if out := grapnel.New(grapnel.Options{Dir: broken, OnFailure: hook.Deny}).AfterTool(t.Context(), "write_file", nil, nil); out.Blocked {
		t.Errorf("after the tool: %+v", out)
	}
}

func TestContextThatNobodyWaitsForIsReported(t *testing.T) {
	dir := projectWith(t, `{"enableHooks": true, "hooks": {"SessionStart": [{"hooks": [{"type": "command",
		"command": "echo '{\"hookSpecificOutput\": {\"additionalContext\": \"Monday\"}}'"}]}]}}`)
	out := grapnel.New(grapnel.Options{Dir: dir}).Lifecycle(t.Context(), hook.SessionStart, hook.Data{Source: "startup"})
	if len(out.Context) != 1 || len(out.Diagnostics) != 1 || out.Diagnostics[0].Code != "context-not-awaited" {
		t.Errorf("%+v", out)
	}
}
