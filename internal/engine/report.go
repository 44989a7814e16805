package engine

import (
	"context"
	"log/slog"
	"runtime/debug"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// Unheard is the code of the diagnostic that what hooks say does not reach the
// model.
const Unheard = "context-not-awaited"

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
	if e.rules.Redact { // a dialect that says what is logged of every hook
		for _, r := range out.Hooks {
			e.log.LogAttrs(ctx, slog.LevelDebug, "hook", record(out.Event, r)...)
		}
	} else {
		e.reportStderr(ctx, out)
	}
	e.log.DebugContext(ctx, "hook event", "event", out.Event, "hooks", len(out.Hooks),
		"duration", time.Duration(out.DurationMs*float64(time.Millisecond)), "success", out.Success)
}

// reportStderr logs what hooks that did their work wrote to stderr: people use it
// to find out what a hook does. That of failed ones is in their warnings.
func (e *Engine) reportStderr(ctx context.Context, out hook.Outcome) {
	for _, r := range out.Hooks {
		if r.Success && r.Stderr != "" {
			e.log.DebugContext(ctx, "hook stderr", "event", out.Event, "hook", r.Name, "stderr", r.Stderr)
		}
	}
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

// unheard says that what hooks tell the model at an event comes to nothing,
// because agents of this contract do not wait for it.
func (e *Engine) unheard(event hook.EventType, out hook.Outcome) []hook.Diagnostic {
	if !IsUnheard(e.rules, event.Kind) {
		return nil
	}
	toModel := func(m hook.Message) bool { return m.To == hook.ToModel }
	if len(out.Context) == 0 && !slices.ContainsFunc(out.Messages, toModel) {
		return nil
	}
	return []hook.Diagnostic{diag.Warnf(Unheard, "agents do not wait for the hooks of %s: what they add does not reach the model", event.Name).
		Fixf("use an event before the model is called or after a tool")}
}

// IsUnheard reports whether agents do not wait for the hooks of an event. They do
// for those about a tool or a model call.
func IsUnheard(rules dialect.Rules, kind hook.Kind) bool {
	return kind >= hook.PromptSubmit && !slices.Contains(rules.Awaited, kind)
}
