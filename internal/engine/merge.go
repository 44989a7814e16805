package engine

import (
	"fmt"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/redact"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// merge turns the results of a plan, which are in plan order, into one outcome:
// the contract says what the answers mean together, the engine adds how the
// hooks ran. answers are the results with what the contract understood of each.
func merge(c Contract, ev hook.Event, plan *Plan, results []hook.Result, answers []dialect.Reading) hook.Outcome {
	out := c.Merge(ev, plan.Sequential, answers)
	if c.Rules().Redact {
		redactResults(results)
	}
	out.Event = ev.Type.Name
	out.Dialect = c.Name()
	out.Hooks = results
	out.Success = healthy(results)
	out.Diagnostics = slices.Concat(runDiagnostics(c.Rules(), ev.Type.Kind, out), plan.diagnostics, out.Diagnostics)
	return out
}

// redactResults removes secrets from what results show of the hooks and their
// answers; their streams have been cleaned before they were cut. By now the
// outcome has what the host acts on.
func redactResults(results []hook.Result) {
	for i := range results {
		r := &results[i]
		for _, text := range []*string{&r.Name, &r.Command, &r.Error} {
			clean := redact.Secrets(*text)
			*text, r.Redacted = clean, r.Redacted || clean != *text
		}
		// As a whole, because keys say what is a secret.
		if raw, redacted := redact.JSON(r.Output.Raw()); redacted {
			r.Redacted = true
			r.Output, _, _ = jsonx.ParseObject(raw) // what was an object is one
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
// fails silently.
func runDiagnostics(rules dialect.Rules, kind hook.Kind, out hook.Outcome) []hook.Diagnostic {
	var list []hook.Diagnostic
	for i, r := range out.Hooks {
		code, text := failure(out, i)
		if code == "" {
			continue
		}
		d := diag.Warnf(code, "%s", text).Of(i)
		if kind == hook.ToolBefore && rules.BlockCode > 0 && looksLikeNo(r) {
			d = d.Fixf("if it means no: that is exit code %d here", rules.BlockCode)
		}
		list = append(list, d)
	}
	return list
}

// looksLikeNo reports whether a hook failed with the exit code with which most
// programs say no.
func looksLikeNo(r hook.Result) bool {
	return r.Status == hook.StatusFailed && r.ExitCode == 1 && r.Decision != hook.Deny
}

// failure describes the run of a hook that failed, or returns "".
func failure(out hook.Outcome, i int) (code, text string) {
	r := out.Hooks[i]
	switch r.Status {
	case hook.StatusFailed:
		code = "hook-failed"
	case hook.StatusTimeout:
		code = "hook-timeout"
	case hook.StatusKilled:
		code = "hook-killed"
		if r.Signal == "" {
			code = "hook-canceled"
		}
	case hook.StatusSpawnError:
		code = "spawn-error"
	default:
		return "", ""
	}
	return code, fmt.Sprintf("hook %q %s; %s", r.Name, howItFailed(r), effectOf(out, i))
}

// effectOf says what came of the failure of a hook.
func effectOf(out hook.Outcome, i int) string {
	switch {
	case out.Hooks[i].Decision == hook.Deny:
		return "the operation is denied (fail-closed)"
	case out.Hooks[i].Decision == hook.Ask:
		return "the user is to be asked"
	case slices.ContainsFunc(out.Context, func(c hook.Context) bool { return c.Hook == i }):
		return "its decision is ignored, but its text is still used"
	}
	return "it was ignored"
}

// shellMeaning is what shells mean by an exit code of their own.
func shellMeaning(exitCode int) string {
	switch exitCode {
	case 126:
		return " (found, but cannot be executed)"
	case 127:
		return " (command not found)"
	}
	return ""
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
