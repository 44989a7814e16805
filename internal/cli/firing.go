package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine"
)

// firing is an event on its way to its hooks.
type firing struct {
	flags       *fireFlags
	dialect     dialect.Dialect
	options     grapnel.Options
	event       hook.Event
	diagnostics []hook.Diagnostic // about the dialect and the payload
	format      string
	interrupts  *interrupts
}

// run fires the event, records the outcome, and prints it.
func (f firing) run(cmd *cobra.Command) error {
	fired := f.event // as hooks see it, if there are any
	f.options.Observe = func(_ context.Context, ev hook.Event, _ hook.Outcome) { fired = ev }
	system := grapnel.New(f.options)
	defer system.Close()
	if err := system.Report().Err; err != nil {
		out := hook.Outcome{Event: fired.Type.Name, Dialect: f.dialect.Name()}
		out.Diagnostics = append(f.diagnostics, diag.Errorf(fireFailed, "%v", err))
		f.flags.journal(fired, out, f.options.ConfigFiles)
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	f.interrupts.endHooks(cancel)
	out := fireValid(ctx, system, f.event)
	// After an interruption not all hooks have answered: that none has said no
	// must not be treated as approval.
	interrupted := ctx.Err() != nil && !out.Stop && !(out.Blocked && out.Decision == hook.Deny)
	out.Diagnostics = allDiagnostics(system, f.diagnostics, out)
	if interrupted {
		out.Success = false
		out.Diagnostics = append(out.Diagnostics, diag.Errorf(fireFailed, "%s", interruption))
	}
	out.Diagnostics = append(out.Diagnostics, f.flags.journal(fired, out, system.Report().Files)...)
	f.interrupts.endAnswer(unread(out, interrupted && f.format == formatHook))
	warnMissing(stderrPrinter(cmd), out.Diagnostics)
	err := f.answer(cmd, system, out, interrupted)
	f.interrupts.endAnswer(exitCodeOf(err))
	return err
}

// answer prints the outcome, or refuses if not all hooks have answered.
func (f firing) answer(cmd *cobra.Command, system *grapnel.System, out hook.Outcome, interrupted bool) error {
	switch {
	case callsItself(out) != nil:
		return callsItself(out)
	case interrupted && (f.format == formatHook || !out.Blocked):
		return refuse(cmd, f.dialect, f.event, f.format)
	case interrupted:
		stderrPrinter(cmd).complain(interruption)
	case f.format == formatText && len(out.Hooks) == 0 && !out.Blocked:
		return printText(cmd, func(p printer) { p.nothing(out, whyNothing(system, f.event)) })
	}
	return printOutcome(cmd, f.dialect, out, f.format)
}

// callsItself is the error of a hook that would run again in what it has
// started; nil if there is none.
func callsItself(out hook.Outcome) error {
	for _, d := range out.Diagnostics {
		if d.Code == engine.CallsItself {
			return errors.New(d.String())
		}
	}
	return nil
}

// fireValid fires an event that was read from JSON.
func fireValid(ctx context.Context, system *grapnel.System, ev hook.Event) hook.Outcome {
	handler, err := system.Handler()
	if err != nil { // there is none without a usable configuration
		return system.Fire(ctx, ev)
	}
	return handler.FireValid(ctx, ev)
}

// unread is the exit code if nobody waits for the answer; refused says that it
// would have been a no in any case.
func unread(out hook.Outcome, refused bool) int {
	if out.Blocked || out.Stop || refused {
		return exitBlocked
	}
	return exitFailed
}
