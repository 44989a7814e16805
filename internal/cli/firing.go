package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
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
	interrupted := ctx.Err() != nil && !out.Blocked && !out.Stop
	out.Diagnostics = append(append(configDiagnostics(system), f.diagnostics...), out.Diagnostics...)
	if interrupted {
		out.Success = false
		out.Diagnostics = append(out.Diagnostics, diag.Errorf(fireFailed, "%s", interruption))
	}
	out.Diagnostics = append(out.Diagnostics, f.flags.journal(fired, out, system.Report().Files)...)
	f.interrupts.endAnswer(unread(out, interrupted && f.format == formatHook))
	warnMissing(cmd.ErrOrStderr(), out.Diagnostics)
	err := f.answer(cmd, out, interrupted)
	f.interrupts.endAnswer(exitCodeOf(err))
	return err
}

// answer prints the outcome, or refuses if not all hooks have answered.
func (f firing) answer(cmd *cobra.Command, out hook.Outcome, interrupted bool) error {
	if interrupted {
		return refuse(cmd, f.dialect, f.event, f.format)
	}
	return printOutcome(cmd, f.dialect, out, f.format)
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
