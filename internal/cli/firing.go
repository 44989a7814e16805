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
	if err := system.Configuration().Err; err != nil {
		out := hook.Outcome{Event: fired.Type.Name, Dialect: f.dialect.Name()}
		out.Diagnostics = append(f.remarks, diag.Errorf(fireFailed, "%v", err))
		f.flags.journal(fired, out, f.options.ConfigFiles)
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	caught := <-f.signals
	go prepareForTheEnd(ctx, cancel, caught)
	out := system.Fire(ctx, f.event)
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

// prepareForTheEnd does what is not needed before hooks are running: it lets
// signals end them, and has the encoder look at the outcome's type, which costs
// a fifth of a millisecond the first time.
func prepareForTheEnd(ctx context.Context, cancel context.CancelFunc, signals chan os.Signal) {
	_, _ = hook.Marshal(hook.Outcome{Hooks: []hook.Result{{}}})
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
