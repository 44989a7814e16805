package cli

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

const (
	// endLimit is how long a command has to end after a signal. Hooks have five
	// seconds of it to clean up.
	endLimit = 8 * time.Second

	// answerLimit is how long a fire that was interrupted waits for somebody to
	// read its answer.
	answerLimit = time.Second
)

// endSignals are those that ask a process to end. Hooks would not notice: they
// are in sessions of their own. Somebody who says nohup means it.
func endSignals() []os.Signal {
	list := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		list = append(list, syscall.SIGHUP)
	}
	return list
}

// untilSignal returns a context that ends with the first signal that asks us to
// end, or one of the others. The command then has some time to end in order. It
// is ended after that, and by a second signal at once.
func untilSignal(others ...os.Signal) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, append(endSignals(), others...)...)
	stop = func() {
		signal.Stop(signals)
		cancel(nil)
	}
	go func() {
		select {
		case <-ctx.Done():
			return
		case s := <-signals:
			cancel(fmt.Errorf("%v signal received", s))
		}
		time.AfterFunc(endLimit, func() { os.Exit(exitFailed) })
		for s := range signals {
			if s != syscall.SIGPIPE { // every write to a closed pipe sends one
				os.Exit(exitFailed)
			}
		}
	}()
	return ctx, stop
}

// interrupts has signals do to a fire what is right at the moment. To begin with
// takes a tenth of a millisecond, in which other things can be done.
type interrupts struct {
	signals  chan os.Signal
	catching sync.WaitGroup // until signals are caught

	mu          sync.Mutex
	react       func()
	interrupted bool
}

// surviveClosedPipes makes a write to a pipe that nobody reads an error instead
// of our death: the exit code must say what was decided. The signal is caught
// rather than ignored, which hooks would inherit. Others are not caught yet.
func surviveClosedPipes() *interrupts {
	i := &interrupts{signals: make(chan os.Signal, 1)}
	i.catching.Go(func() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) })
	return i
}

// catch begins to catch the signals that ask us to end. Until hooks run, they do
// so at once.
func (i *interrupts) catch() {
	i.react = func() {
		newPrinter(os.Stderr).complain(interruption)
		os.Exit(exitFailed)
	}
	i.catching.Go(func() { signal.Notify(i.signals, endSignals()...) })
	go func() {
		for range i.signals {
			i.mu.Lock()
			i.interrupted = true
			i.react()
			i.mu.Unlock()
		}
	}()
}

// endHooks has signals end the hooks that run from now on, by cancel. A second
// signal ends us at once, and hooks with us.
func (i *interrupts) endHooks(cancel context.CancelFunc) {
	i.catching.Wait() // or hooks could outlive us
	i.mu.Lock()
	defer i.mu.Unlock()
	i.react = func() {
		cancel()
		signal.Stop(i.signals)
	}
}

// endAnswer has a signal end the command with an exit code: before the answer is
// written, with one that means the same to those who cannot read it, and
// afterwards with the answer's own. If there was a signal already, time does it.
func (i *interrupts) endAnswer(code int) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.react = func() { os.Exit(code) }
	if i.interrupted {
		time.AfterFunc(answerLimit, func() {
			i.mu.Lock()
			defer i.mu.Unlock()
			i.react()
		})
	}
}
