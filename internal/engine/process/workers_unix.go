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
// time share a worker, and with it everything that it remembers.
type Workers struct {
	mu     sync.Mutex
	all    []*shared // the one that was used longest ago first
	closed bool
}

// shared is a worker, or one that is about to start.
type shared struct {
	key    string        // its directory and command
	ready  chan struct{} // closed when the next two are set
	one    *worker       // nil if it could not be started
	failed Result
	calls  int // that use it
}

// Call has a worker run a handler. c describes the worker, except for Stdin,
// Timeout and MaxOutput, which are the call's; a worker that runs already keeps
// the environment it was started with. A call that is not answered in time is
// given up; a worker that cannot go on without it is ended like any process, and
// so is one that answers nonsense, and the next call starts another. A worker
// that cannot be started, or does not get ready, gives a result with the ending
// NotStarted.
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
		s, fresh := w.hold(key)
		if fresh {
			s.one, s.failed = startWorker(ctx, c)
			close(s.ready)
		}
		result, again := s.call(ctx, handler, c, fresh)
		if !again || ctx.Err() != nil {
			w.release(s, s.one == nil || result.gone)
			return result.Result
		}
		w.release(s, true)
	}
}

// outcome is the result of a call, and whether the worker is gone.
type outcome struct {
	Result
	gone bool
}

// call waits for the worker and has it run a handler. again says that nothing has
// been called: the worker died while it waited, or somebody else gave up starting
// it.
func (s *shared) call(ctx context.Context, handler string, c *Command, fresh bool) (result outcome, again bool) {
	select {
	case <-s.ready:
	case <-ctx.Done():
		return outcome{Result: Result{Ending: Canceled, ExitCode: -1}}, false
	}
	if s.one == nil {
		return outcome{s.failed, true}, !fresh && s.failed.Ending == Canceled
	}
	r, state := s.one.call(ctx, handler, c)
	return outcome{r, state != usable}, state == unread && !fresh
}

// hold returns the worker for a key, which is not dismissed before release. A
// fresh one is to be started by the caller.
func (w *Workers) hold(key string) (s *shared, fresh bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range w.all {
		if s.key == key {
			s.calls++
			return s, false
		}
	}
	s = &shared{key: key, ready: make(chan struct{}), calls: 1}
	w.all = append(w.all, s)
	return s, true
}

// release ends the use of a worker that hold began. One that is gone is
// forgotten.
func (w *Workers) release(s *shared, gone bool) {
	if surplus := w.leave(s, gone); surplus != nil && surplus.one != nil {
		surplus.one.dismiss()
	}
}

// leave does that and returns a worker that need not wait any longer, or nil.
func (w *Workers) leave(s *shared, gone bool) (surplus *shared) {
	w.mu.Lock()
	defer w.mu.Unlock()
	s.calls--
	kept := slices.Index(w.all, s)
	if kept < 0 { // it is gone, or the workers are closed
		if s.calls == 0 && !gone {
			return s
		}
		return nil
	}
	w.all = slices.Delete(w.all, kept, kept+1)
	if gone {
		return nil
	}
	w.all = append(w.all, s)
	return w.longestIdle()
}

// longestIdle removes and returns the worker that has waited longest, if too many
// wait.
func (w *Workers) longestIdle() *shared {
	idle, first := 0, -1
	for i, s := range w.all {
		if s.calls == 0 {
			if idle++; first < 0 {
				first = i
			}
		}
	}
	if idle == 0 || idle <= maxIdle && !w.closed {
		return nil
	}
	s := w.all[first]
	w.all = slices.Delete(w.all, first, first+1)
	return s
}

// Close ends all workers that wait. Those that serve a call end after it, and
// so do workers that are started later.
func (w *Workers) Close() {
	w.mu.Lock()
	var idle []*shared
	w.closed = true
	w.all = slices.DeleteFunc(w.all, func(s *shared) bool {
		if s.calls == 0 {
			idle = append(idle, s)
		}
		return s.calls == 0
	})
	w.mu.Unlock()
	var all sync.WaitGroup
	for _, s := range idle {
		all.Go(s.one.dismiss)
	}
	all.Wait()
}
