package engine

import (
	"fmt"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/redact"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Aggregator turns the results of a plan into an outcome.
type Aggregator struct{ dialect dialect.Dialect }

// NewAggregator returns an aggregator with the dialect's way of merging.
func NewAggregator(d dialect.Dialect) *Aggregator { return &Aggregator{d} }

// Aggregate merges results, which are in plan order, into one outcome. answers
// are what the dialect understood of each.
func (a *Aggregator) Aggregate(ev hook.Event, plan *Plan, results []hook.Result, answers []dialect.Reading, took time.Duration) hook.Outcome {
	out := a.dialect.Merge(ev, plan.Sequential, answers)
	if a.dialect.Rules().Redact {
		redactOutputs(results)
	}
	out.Event = ev.Type.Name
	out.Dialect = a.dialect.Name()
	out.Hooks = results
	out.Success = healthy(results)
	out.DurationMs = milliseconds(took)
	out.Diagnostics = append(append(runDiagnostics(out), plan.diagnostics...), out.Diagnostics...)
	return out
}

// redactOutputs removes secrets from what results show of the hooks' answers.
// By now the outcome has what the host acts on.
func redactOutputs(results []hook.Result) {
	for i := range results {
		r := &results[i]
		for key, value := range r.Output {
			clean, redacted := redact.JSON(value)
			r.Output[key], r.Redacted = clean, r.Redacted || redacted
		}
	}
}

// healthy reports whether every hook that ran, ran well. It says nothing about
// what the hooks decided.
func healthy(results []hook.Result) bool {
	for _, r := range results {
		if r.Status != hook.StatusSkipped && !r.Success {
			return false
		}
	}
	return true
}

// runDiagnostics says which hooks did not do their work, so that a guard never
// fails in silence.
func runDiagnostics(out hook.Outcome) []hook.Diagnostic {
	var list []hook.Diagnostic
	for i := range out.Hooks {
		if code, text := failure(out, i); code != "" {
			list = append(list, diag.Warnf(code, "%s", text).Of(i))
		}
	}
	return list
}

// failure describes the run of a hook that failed, or returns "".
func failure(out hook.Outcome, i int) (code, text string) {
	r := out.Hooks[i]
	effect := "had no say"
	switch {
	case r.Decision == hook.Deny:
		effect = "denies by that, because it must not fail"
	case slices.ContainsFunc(out.Context, func(c hook.Context) bool { return c.Hook == i }):
		effect = "had no say but by its text, which counts all the same"
	}
	switch r.Status {
	case hook.StatusFailed:
		text := fmt.Sprintf("hook %q exited with code %d and %s", r.Name, r.ExitCode, effect)
		switch r.ExitCode {
		case 126:
			text += " (126 means: found, but cannot be executed)"
		case 127:
			text += " (127 means: command not found)"
		}
		return "hook-failed", text
	case hook.StatusTimeout:
		return "hook-timeout", fmt.Sprintf("hook %q %s and %s", r.Name, r.Error, effect)
	case hook.StatusKilled:
		if r.Signal == "" {
			return "hook-canceled", fmt.Sprintf("hook %q was canceled and %s", r.Name, effect)
		}
		return "hook-killed", fmt.Sprintf("hook %q was killed by %s and %s", r.Name, r.Signal, effect)
	case hook.StatusSpawnError:
		return "spawn-error", fmt.Sprintf("hook %q could not be started and %s: %s", r.Name, effect, r.Error)
	}
	return "", ""
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
