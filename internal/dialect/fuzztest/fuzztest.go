// Package fuzztest has what the fuzz tests of all dialects check: whatever hooks
// and configuration files say, what a dialect makes of it can be used.
package fuzztest

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Read reads the answer of a hook that wrote a text and exited: to stdout and,
// if the exit code is not 0, to stderr too.
func Read(d dialect.Dialect, ev hook.Event, def hook.Definition, text []byte, exitCode uint8) dialect.Reading {
	exit := dialect.Exit{Status: hook.StatusOK, ExitCode: int(exitCode), Stdout: text}
	if exitCode != 0 {
		exit.Status, exit.Stderr = hook.StatusFailed, text
	}
	answer := d.Read(ev, def, exit)
	return dialect.Reading{Meaning: answer.Meaning, Result: &hook.Result{
		Name: def.Name, Status: answer.Status, Output: answer.Output, Decision: answer.Decision, Reason: answer.Reason, Success: exitCode == 0,
	}}
}

// Merge merges answers into an outcome, which must be valid JSON in any case.
func Merge(t *testing.T, d dialect.Dialect, ev hook.Event, sequential bool, answers ...dialect.Reading) hook.Outcome {
	t.Helper()
	out := d.Merge(ev, sequential, answers)
	raw, err := jsonx.Marshal(out)
	if err != nil || !json.Valid(raw) || !utf8.Valid(raw) {
		t.Fatalf("outcome %q: %v", raw, err)
	}
	return out
}

// NextEvent returns the event after an answer, which the next hook must be able
// to read.
func NextEvent(t *testing.T, d dialect.Dialect, ev hook.Event, after dialect.Reading) hook.Event {
	t.Helper()
	if after.Meaning != nil {
		ev = d.NextEvent(ev, after.Meaning)
	}
	if stdin, _ := d.Input(ev); !json.Valid(stdin) {
		t.Fatalf("the next hook would read %q", stdin)
	}
	return ev
}

// Config checks what was read of a configuration file: every definition can be
// run, and every complaint names a place and says what to do.
func Config(t *testing.T, d dialect.Dialect, c dialect.Config) {
	t.Helper()
	for _, def := range c.Definitions {
		ev, known := dialect.Event(d, def.Event)
		if !known || def.Timeout <= 0 || def.Origin.Line == 0 {
			t.Fatalf("definition %+v", def)
		}
		if m, err := d.Matcher(ev, def); m == nil {
			t.Fatalf("matcher %q: %v", def.Matcher, err)
		}
	}
	for _, problem := range c.Diagnostics {
		if !problem.Position.IsValid() || problem.Problem == "" || problem.Fix == "" {
			t.Fatalf("diagnostic %+v", problem)
		}
	}
}
