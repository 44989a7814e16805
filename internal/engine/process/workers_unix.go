//go:build linux || darwin

package process

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"
)

// maxIdle is how many workers wait for their next call. The one that has waited
// longest goes first.
const maxIdle = 8

// Workers are processes that serve calls, kept from one call to the next. The
// zero value is ready to use. It is safe for concurrent use: calls at the same
// time get workers of their own.
type Workers struct {
	mu     sync.Mutex
	idle   []idleWorker // the one that has waited longest first
	closed bool
}

type idleWorker struct {
	key string // its directory and command
	one *worker
}

// Call has a worker run a handler. c describes the worker, except for Stdin,
// Timeout and MaxOutput, which are the call's; a worker that runs already keeps
// the environment it was started with. A worker that does not answer in time
// is ended like any process, and so is one that answers nonsense; the next call
// starts another. A worker that cannot be started, or does not get ready, gives
// a result with the ending NotStarted.
func (w *Workers) Call(ctx context.Context, handler string, c Command) Result {
	if ctx.Err() != nil {
		return Result{Ending: Canceled, ExitCode: -1}
	}
	c = withDefaults(c)
	start := time.Now()
	key := strings.Join(append([]string{c.Dir}, c.Argv...), "\x00")
	result := w.call(ctx, key, handler, &c)
	result.Duration = time.Since(start)
	return result
}

func (w *Workers) call(ctx context.Context, key, handler string, c *Command) Result {
	for {
		one := w.waiting(key)
		fresh := one == nil
		if fresh {
			var failed Result
			if one, failed = startWorker(ctx, c); one == nil {
				return failed
			}
		}
		result, state := one.call(ctx, handler, c)
		switch {
		case state == usable:
			w.put(key, one)
		case state == unread && !fresh:
			continue // it died while it waited, and nothing has been called
		}
		return result
	}
}

// Close ends all workers that wait. Those that serve a call end after it, and
// so do workers that are started later.
func (w *Workers) Close() {
	w.mu.Lock()
	idle := w.idle
	w.idle, w.closed = nil, true
	w.mu.Unlock()
	var all sync.WaitGroup
	for _, i := range idle {
		all.Go(i.one.dismiss)
	}
	all.Wait()
}

// waiting returns a worker that waits for a call, or nil.
func (w *Workers) waiting(key string) *worker {
	for {
		one := w.pop(key)
		if one == nil || !one.hasExited() {
			return one
		}
		one.end(DefaultGrace) // it died while it waited
	}
}

func (w *Workers) pop(key string) *worker {
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, waiting := range slices.Backward(w.idle) {
		if waiting.key == key {
			w.idle = slices.Delete(w.idle, i, i+1)
			return waiting.one
		}
	}
	return nil
}

func (w *Workers) put(key string, one *worker) {
	if surplus := w.keep(key, one); surplus != nil {
		surplus.dismiss()
	}
}

// keep lets a worker wait for its next call and returns one that need not wait
// any longer, or nil.
func (w *Workers) keep(key string, one *worker) (surplus *worker) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return one
	}
	w.idle = append(w.idle, idleWorker{key, one})
	if len(w.idle) > maxIdle {
		surplus = w.idle[0].one
		w.idle = slices.Delete(w.idle, 0, 1)
	}
	return surplus
}
