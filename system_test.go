package grapnel_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
)

// settings writes a configuration file of LLxprt and returns its name.
func settings(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "settings.json")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

const oneHook = `{"hooks": {"BeforeTool": [{"matcher": "write_file", "hooks": [{"type": "command", "command": "true"}]}]}}`

// Whatever answers about hooks loads them; whatever shows the state does not.
func TestQuestionsAboutHooksLoadThem(t *testing.T) {
	file := settings(t, oneHook)
	for name, tt := range map[string]struct {
		ask   func(*grapnel.System)
		loads bool
	}{
		"Report":       {func(s *grapnel.System) { s.Report() }, true},
		"HasHooksFor":  {func(s *grapnel.System) { s.HasHooksFor(hook.ToolBefore, "write_file") }, true},
		"Supports":     {func(s *grapnel.System) { s.Supports(hook.ToolBefore) }, true},
		"WaitsFor":     {func(s *grapnel.System) { s.WaitsFor(hook.SessionStart) }, true},
		"AskNeedsUser": {func(s *grapnel.System) { s.AskNeedsUser() }, true},
		"WithSession":  {func(s *grapnel.System) { s.WithSession("other") }, true},
		"Status":       {func(s *grapnel.System) { s.Status() }, false},
		"Registry":     {func(s *grapnel.System) { _, _ = s.Registry() }, false},
		"Handler":      {func(s *grapnel.System) { _, _ = s.Handler() }, false},
		"Close":        {func(s *grapnel.System) { s.Close() }, false},
	} {
		s := grapnel.New(grapnel.Options{ConfigFiles: []string{file}})
		tt.ask(s)
		if s.Status().Initialized != tt.loads {
			t.Errorf("%s: initialized %v", name, s.Status().Initialized)
		}
	}
}

func TestReportTellsHooksFromReasonsForNone(t *testing.T) {
	for name, tt := range map[string]struct {
		text   string
		hooks  int
		code   string // of the first diagnostic
		broken bool
	}{
		"a hook":       {oneHook, 1, "", false},
		"switched off": {`{"enableHooks": false, ` + oneHook[1:], 0, "hooks-off", false},
		"broken":       {`{`, 0, "", true},
	} {
		r := grapnel.New(grapnel.Options{ConfigFiles: []string{settings(t, tt.text)}}).Report()
		code := ""
		if len(r.Diagnostics) > 0 {
			code = r.Diagnostics[0].Code
		}
		if len(r.Hooks) != tt.hooks || code != tt.code || (r.Err != nil) != tt.broken {
			t.Errorf("%s: %d hooks, %v, error %v", name, len(r.Hooks), r.Diagnostics, r.Err)
		}
	}
}

func TestAnUnknownDialectIsReported(t *testing.T) {
	s := grapnel.New(grapnel.Options{Dialect: "klingon"})
	if r := s.Report(); r.Err == nil || len(r.Hooks) != 0 {
		t.Errorf("report %+v", r)
	}
	if _, err := s.Registry(); !errors.Is(err, grapnel.ErrNotInitialized) {
		t.Errorf("registry: %v", err)
	}
}

func TestNoSystemHasAnEmptyReport(t *testing.T) {
	if r := grapnel.New(grapnel.Options{Disabled: true}).Report(); r.Files != nil || r.Hooks != nil || r.Diagnostics != nil || r.Err != nil {
		t.Errorf("%+v", r)
	}
}

func TestAnOptionOfADialectSwitchesItOn(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("PI_HOOKS_JSON", "")
	for _, options := range [][]grapnel.DialectOption{nil, {grapnel.PiGastown}} {
		s := grapnel.New(grapnel.Options{Dialect: grapnel.Pi, Dir: t.TempDir(), DialectOptions: options})
		if hooks := s.Report().Hooks; len(hooks) != 3*len(options) {
			t.Errorf("%v: hooks %v", options, hooks)
		}
	}
}
