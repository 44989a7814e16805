package engine

import (
	"context"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
)

func (e *Engine) logNothing(ctx context.Context, event string) {
	defer e.recoverTo(event, func(hook.Diagnostic) {})
	e.log.DebugContext(ctx, "hook event", "event", event, "hooks", 0, "duration", time.Duration(0), "success", true)
}

// tell reports an outcome to the log and the observer. They are not ours:
// whatever goes wrong there does not change what hooks have decided.
func (e *Engine) tell(ctx context.Context, ev hook.Event, out *hook.Outcome) {
	defer e.recoverTo(out.Event, func(hook.Diagnostic) {
		out.Diagnostics = append(out.Diagnostics, diag.Errorf("observer-failed", "the log or observer of hooks failed on %s", out.Event))
	})
	e.report(ctx, *out)
	if e.observe != nil {
		e.observe(ctx, ev, *out)
	}
}

// recoverTo turns a panic into a log line and a diagnostic for handle. The
// logger may be what failed, so it gets no second chance.
func (e *Engine) recoverTo(event string, handle func(hook.Diagnostic)) {
	if p := recover(); p != nil {
		handle(diag.Errorf("internal-error", "the hook system failed on %s, and its hooks were ignored: %v", event, p))
		defer func() { _ = recover() }()
		e.log.Warn("hook system failed; the operation proceeds", "event", event, "error", p, "stack", string(debug.Stack()))
	}
}

// report logs how the event went: failures and diagnostics as warnings,
// everything else for debugging. It uses the recorded output of hooks alone,
// which has no secrets where the contract removes them.
func (e *Engine) report(ctx context.Context, out hook.Outcome) {
	failed := map[string]bool{}
	for i, r := range out.Hooks {
		if code, text := failure(out, i); code != "" {
			failed[code] = true
			e.log.WarnContext(ctx, text, "event", out.Event, "hook", r.Name, "exitCode", r.ExitCode, "stderr", r.Stderr)
		}
	}
	for _, d := range out.Diagnostics[len(e.persistent):] {
		if d.Level != hook.LevelInfo && !failed[d.Code] {
			name := ""
			if 0 <= d.Hook && d.Hook < len(out.Hooks) {
				name = out.Hooks[d.Hook].Name
			}
			e.log.WarnContext(ctx, "hook diagnostic", "event", out.Event, "hook", name, "code", d.Code, "problem", d.String())
		}
	}
	if !e.log.Enabled(ctx, slog.LevelDebug) {
		return
	}
	for i, r := range out.Hooks {
		switch code, _ := failure(out, i); {
		case e.rules.Redact: // a dialect that says what is logged of every hook
			e.log.LogAttrs(ctx, slog.LevelDebug, "hook", record(out.Event, r)...)
		case r.Stderr != "" && code == "": // else it is in the warning
			e.log.DebugContext(ctx, "hook wrote to stderr", "event", out.Event, "hook", r.Name, "stderr", r.Stderr)
		}
	}
	e.log.DebugContext(ctx, "hook event", "event", out.Event, "hooks", len(out.Hooks),
		"duration", time.Duration(out.DurationMs*float64(time.Millisecond)), "success", out.Success)
}

// record is the log line of one hook.
func record(event string, r hook.Result) []slog.Attr {
	list := []slog.Attr{
		slog.String("event", event), slog.String("command", r.Command), slog.String("source", string(r.Source)),
		slog.String("status", string(r.Status)), slog.Int("exitCode", r.ExitCode), slog.Float64("durationMs", r.DurationMs),
		slog.String("stdout", r.Stdout), slog.String("stderr", r.Stderr),
	}
	if r.Decision != hook.NoDecision {
		list = append(list, slog.String("decision", string(r.Decision)))
	}
	if r.Reason != "" {
		list = append(list, slog.String("reason", r.Reason))
	}
	for _, mark := range []struct {
		name string
		set  bool
	}{{"redacted", r.Redacted}, {"stdoutTruncated", r.StdoutTruncated}, {"stderrTruncated", r.StderrTruncated}} {
		if mark.set {
			list = append(list, slog.Bool(mark.name, true))
		}
	}
	return list
}
