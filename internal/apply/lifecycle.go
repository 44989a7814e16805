package apply

import (
	"context"
	"sync"
	"time"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
)

// maxWaiting is how many events may wait for the hooks of earlier ones.
const maxWaiting = 1024

// Lifecycle fires the events of a session's life. Those whose outcomes nobody
// waits for come one after the other, in the order in which they happened. It
// is safe for concurrent use.
type Lifecycle struct {
	hooks  *grapnel.System
	heard  func(hook.Data, hook.Outcome)
	ctx    context.Context
	cancel context.CancelFunc

	mu      sync.Mutex
	changed *sync.Cond
	waiting []func()
	working bool
	closed  bool
}

// NewLifecycle returns a Lifecycle, which is to be closed. heard, if not nil,
// gets the outcomes of events that were fired in the background, where the
// dialect lets their hooks be heard. It is called from other goroutines, one
// outcome after the other.
func NewLifecycle(hooks *grapnel.System, heard func(hook.Data, hook.Outcome)) *Lifecycle {
	l := &Lifecycle{hooks: hooks, heard: heard}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	l.changed = sync.NewCond(&l.mu)
	return l
}

// Fire fires the event without waiting for its hooks. Only when very many
// events are waiting already does it wait for room: none is lost.
func (l *Lifecycle) Fire(data hook.Data) {
	if l.hooks == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.waiting) >= maxWaiting && !l.closed {
		l.changed.Wait()
	}
	if l.closed {
		return
	}
	l.waiting = append(l.waiting, func() { l.fire(data) })
	if !l.working {
		l.working = true
		go l.work()
	}
}

// fire fires the event now.
func (l *Lifecycle) fire(data hook.Data) {
	out := l.hooks.Lifecycle(l.ctx, data.Kind, data)
	if l.heard != nil && l.hooks.WaitsFor(data.Kind) {
		l.heard(data, out)
	}
}

// Await fires the event and, where the dialect lets its hooks be heard, waits
// for the outcome. Otherwise it is Fire, and the outcome is empty. An error means
// that ctx was done before all hooks had spoken: nothing counts then.
func (l *Lifecycle) Await(ctx context.Context, data hook.Data) (hook.Outcome, error) {
	if !l.hooks.WaitsFor(data.Kind) {
		l.Fire(data)
		return hook.Outcome{}, nil
	}
	out := l.hooks.Lifecycle(ctx, data.Kind, data)
	if err := ctx.Err(); err != nil {
		return hook.Outcome{}, err
	}
	return out, nil
}

// work fires what is waiting, and ends when nothing is left.
func (l *Lifecycle) work() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.waiting) > 0 {
		next := l.waiting[0]
		l.waiting = l.waiting[1:]
		l.changed.Broadcast()
		l.mu.Unlock()
		next()
		l.mu.Lock()
	}
	l.working = false
	l.changed.Broadcast()
}

// Close waits until all hooks have ended. When the time is up, those that are
// still running are ended, and what was waiting is not fired any more. Hooks
// that do not end at once when they are asked to have 5 seconds to clean up,
// then they are killed; Close waits for that too, so that none survives. Events
// that are fired later are ignored.
func (l *Lifecycle) Close(limit time.Duration) {
	timer := time.AfterFunc(limit, func() {
		l.mu.Lock()
		l.waiting = nil
		l.mu.Unlock()
		l.cancel()
	})
	defer timer.Stop()
	defer l.cancel()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.changed.Broadcast()
	for l.working {
		l.changed.Wait()
	}
}
