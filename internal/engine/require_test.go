//go:build unix

package engine_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine"
)

// requiring is a contract in which every hook requires what its name says: a
// shell command that must succeed.
type requiring struct{ engine.Contract }

func (c requiring) Program(def hook.Definition, dir string) (dialect.Program, error) {
	program, err := c.Contract.Program(def, dir)
	if def.Name != "" {
		program.Requires = dialect.Requirement{
			Argv:    []string{"/bin/sh", "-c", def.Name},
			Missing: diag.Infof("not-installed", "%s is missing", def.DisplayName()),
		}
	}
	return program, err
}

func requiringEngine(t *testing.T, dialectName string, hooks ...hook.Definition) *engine.Engine {
	t.Helper()
	d, err := all.ByName(dialectName)
	if err != nil {
		t.Fatal(err)
	}
	for i := range hooks {
		hooks[i].Type, hooks[i].Timeout = "command", 60e9
	}
	e := engine.New(engine.NewRegistry(requiring{d}, hooks), engine.Options{Session: hook.Session{Dir: t.TempDir()}})
	t.Cleanup(e.Close)
	return e
}

// What a missing program would have said is nobody's answer: its hook is not in
// the outcome, and the diagnostics about the others still name the right ones.
func TestAHookWhoseRequirementIsNotMetIsSkippedAndReported(t *testing.T) {
	for name, tt := range map[string]struct{ dialect, event string }{
		"in parallel":          {"llxprt", "BeforeTool"},
		"one after the other ": {"wave", "PreToolUse"},
	} {
		t.Run(name, func(t *testing.T) {
			e := requiringEngine(t, tt.dialect,
				hook.Definition{Event: tt.event, Command: "exit 2", Name: "exit 1"},
				hook.Definition{Event: tt.event, Command: "exit 3", Name: "exit 0"},
			)
			out := e.FireBeforeTool(t.Context(), "write_file", nil)
			if len(out.Hooks) != 1 || out.Hooks[0].Command != "exit 3" || out.Blocked {
				t.Fatalf("hooks %+v, blocked %v", out.Hooks, out.Blocked)
			}
			var said []string
			for _, d := range out.Diagnostics {
				said = append(said, d.Code)
				if d.Code == "hook-failed" && d.Hook != 0 {
					t.Errorf("the failure is reported of hook %d", d.Hook)
				}
			}
			if !strings.Contains(strings.Join(said, " "), "hook-failed not-installed") {
				t.Errorf("diagnostics %v", said)
			}
		})
	}
}

func TestIfAllRequirementsAreMissingNothingRan(t *testing.T) {
	e := requiringEngine(t, "llxprt", hook.Definition{Event: "BeforeTool", Command: "exit 2", Name: "exit 1"})
	out := e.FireBeforeTool(t.Context(), "write_file", nil)
	if len(out.Hooks) != 0 || !out.Success || codes(out) != "[not-installed]" {
		t.Errorf("hooks %+v, success %v, diagnostics %v", out.Hooks, out.Success, codes(out))
	}
}

func TestARequirementIsTestedOnce(t *testing.T) {
	tests := filepath.Join(t.TempDir(), "tests")
	e := requiringEngine(t, "llxprt",
		hook.Definition{Event: "BeforeTool", Command: "true", Name: "echo x >>" + tests},
		hook.Definition{Event: "AfterTool", Command: "true", Name: "echo x >>" + tests},
	)
	if _, err := os.Stat(tests); err == nil {
		t.Fatal("it was tested before any event")
	}
	for range 2 {
		e.FireBeforeTool(t.Context(), "write_file", nil)
		e.FireAfterTool(t.Context(), "write_file", nil, nil)
	}
	if text, err := os.ReadFile(tests); string(text) != "x\n" {
		t.Errorf("tested %d times (%v)", strings.Count(string(text), "x"), err)
	}
}

// Who cancels an event has not found out that something is missing.
func TestACanceledEventSaysNothingAboutRequirements(t *testing.T) {
	e := requiringEngine(t, "llxprt", hook.Definition{Event: "BeforeTool", Command: "exit 2", Name: "exit 0"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if out := e.FireBeforeTool(ctx, "write_file", nil); codes(out) != "[hook-canceled]" {
		t.Errorf("canceled: diagnostics %v", codes(out))
	}
	if out := e.FireBeforeTool(t.Context(), "write_file", nil); !out.Blocked {
		t.Errorf("afterwards: %+v", out)
	}
}
