package host

import (
	"context"
	"sync"
	"time"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
)

// lifecycle fires events whose outcomes nobody waits for, one after the other
// in the order in which they happened.
type lifecycle struct {
	hooks  *grapnel.System
	ctx    context.Context
	cancel context.CancelFunc

	mu      sync.Mutex
	waiting []func()
	working bool
	idle    *sync.Cond
}

func newLifecycle(hooks *grapnel.System) *lifecycle {
	l := &lifecycle{hooks: hooks}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	l.idle = sync.NewCond(&l.mu)
	return l
}

// fire fires the event without waiting for its hooks.
func (l *lifecycle) fire(kind hook.Kind, data hook.Data) {
	if l.hooks == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = append(l.waiting, func() { l.hooks.Lifecycle(l.ctx, kind, data) })
	if !l.working {
		l.working = true
		go l.work()
	}
}

// work fires what is waiting, and ends when nothing is left.
func (l *lifecycle) work() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.waiting) > 0 {
		next := l.waiting[0]
		l.waiting = l.waiting[1:]
		l.mu.Unlock()
		next()
		l.mu.Lock()
	}
	l.working = false
	l.idle.Broadcast()
}

// close waits until all hooks have ended. When the time is up, those that are
// still running are ended, and what was waiting is not fired any more.
func (l *lifecycle) close(limit time.Duration) {
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
	for l.working {
		l.idle.Wait()
	}
}
