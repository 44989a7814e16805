package cli

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
)

// firing is an event on its way to its hooks.
type firing struct {
	flags   *fireFlags
	dialect dialect.Dialect
	options grapnel.Options
	event   hook.Event
	remarks []hook.Diagnostic // on the dialect and the payload
	format  string
	signals <-chan chan os.Signal
}

// run fires the event, records what came of it, and prints it.
func (f firing) run(cmd *cobra.Command) error {
	fired := f.event // as hooks see it, if there are any
	f.options.Observe = func(_ context.Context, ev hook.Event, _ hook.Outcome) { fired = ev }
	system := grapnel.New(f.options)
	defer system.Close()
	if err := system.Initialize(); err != nil {
		out := hook.Outcome{Event: fired.Type.Name, Dialect: f.dialect.Name()}
		out.Diagnostics = append(f.remarks, diag.Errorf(fireFailed, "%v", err))
		f.flags.journal(fired, out, f.options.ConfigFiles)
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	caught := <-f.signals
	go awaitSignal(ctx, cancel, caught)
	out := fireValid(ctx, system, f.event)
	// Who is interrupted has not heard all hooks: that nobody said no so far
	// does not mean that nobody would have.
	interrupted := ctx.Err() != nil && !out.Blocked && !out.Stop
	out.Diagnostics = append(append(configRemarks(system), f.remarks...), out.Diagnostics...)
	if interrupted {
		out.Success = false
		out.Diagnostics = append(out.Diagnostics, diag.Errorf(fireFailed, "%s", interruption))
	}
	warnMissing(cmd.ErrOrStderr(), out.Diagnostics)
	out.Diagnostics = append(out.Diagnostics, f.flags.journal(fired, out, system.Configuration().Files)...)
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

// catchSignals begins to catch the signals that end a process. They must be
// caught before the first hook starts: it would outlive us. That takes a tenth
// of a millisecond, in which other things can be done.
func catchSignals() <-chan chan os.Signal {
	ready := make(chan chan os.Signal, 1)
	go func() {
		signals := make(chan os.Signal, 1)
		signal.Notify(signals, endSignals()...)
		ready <- signals
	}()
	return ready
}

// awaitSignal lets a signal end the hooks.
func awaitSignal(ctx context.Context, cancel context.CancelFunc, signals chan os.Signal) {
	defer signal.Stop(signals)
	select {
	case <-signals:
		cancel()
	case <-ctx.Done():
	}
}

// endSignals are those that ask a process to end. Hooks would not notice: they
// are in sessions of their own. Somebody who says nohup means it.
func endSignals() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}
