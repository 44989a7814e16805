package adk

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/apply"
)

// maxIdle is how many sessions are kept while they have no run.
const maxIdle = 64

// sessionKey identifies a session: its ID alone is unique only for one user of
// one app.
type sessionKey struct{ app, user, id string }

// conversation is a session of ADK as hooks know it.
type conversation struct {
	hooks  *grapnel.System  // with the ID of the session
	events *apply.Lifecycle // of the session's life

	additions additions

	// These belong to sessions.
	runs    int    // under way
	used    uint64 // when it was last used, by the clock of sessions
	started bool   // hooks were told of its start
}

// sessions are the sessions that hooks know. They outlive their runs, because
// the background events of one run are to come before those of the next, and
// what hooks keep running is to serve both. ADK does not tell when a session
// ends, so no more than maxIdle are kept: the one that has been idle the longest
// ends for hooks, and starts again should it be resumed.
type sessions struct {
	hooks  *grapnel.System
	drain  time.Duration                // how long the end of a session may take
	toUser func(sessionID, text string) // what no event can tell; may be nil

	mu     sync.Mutex
	byKey  map[sessionKey]*conversation
	clock  uint64
	closed bool
	ending sync.WaitGroup
}

// get returns a session. It may end once it is not in use: see hold.
func (ss *sessions) get(key sessionKey) *conversation {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	return ss.find(key)
}

// hold returns a session that does not end before release is called.
func (ss *sessions) hold(key sessionKey) *conversation {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	c := ss.find(key)
	c.runs++
	return c
}

// release ends the use of a session that hold began.
func (ss *sessions) release(c *conversation) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	c.runs--
	ss.touch(c)
	ss.evict()
}

func (ss *sessions) find(key sessionKey) *conversation {
	c, ok := ss.byKey[key]
	if !ok {
		own := ss.hooks.WithSession(key.id)
		c = &conversation{hooks: own}
		c.events = apply.NewLifecycle(own, func(_ hook.Data, out hook.Outcome) { ss.hearLate(key, c, out) })
		if err := own.Initialize(); err != nil {
			c.additions.tell([]string{"Some hooks do not run: " + err.Error()})
		}
		if ss.closed { // the plugin still guards, but nobody would end the session
			c.events.Close(0)
			return c
		}
		if ss.byKey == nil {
			ss.byKey = make(map[sessionKey]*conversation)
		}
		ss.byKey[key] = c
	}
	ss.touch(c)
	ss.evict()
	return c
}

func (ss *sessions) touch(c *conversation) {
	ss.clock++
	c.used = ss.clock
}

// evict ends the session that has been idle the longest if there are too many.
func (ss *sessions) evict() {
	var oldest sessionKey
	idle, used := 0, ss.clock+1
	for key, c := range ss.byKey {
		if c.runs > 0 {
			continue
		}
		idle++
		if c.used < used {
			oldest, used = key, c.used
		}
	}
	if idle > maxIdle {
		c := ss.byKey[oldest]
		delete(ss.byKey, oldest)
		ss.end(c, "other")
	}
}

// start tells hooks of the start of a session: of a new one, and of an older one
// that comes here for the first time. One that they did not let start has not: it
// starts with the next prompt.
func (ss *sessions) start(ctx context.Context, c *conversation, isNew bool) (hook.Outcome, error) {
	ss.mu.Lock()
	known := c.started
	ss.mu.Unlock()
	source := "startup"
	if !isNew {
		if known {
			return hook.Outcome{}, nil
		}
		source = "resume"
	}
	out, err := c.events.Await(ctx, hook.Start(source))
	if err != nil || out.Stop {
		return out, err
	}
	c.additions.set(texts(out.Context))
	ss.mu.Lock()
	c.started = true
	ss.mu.Unlock()
	return out, nil
}

// end tells hooks of the end of a session and ends what they keep running for
// it, in the background.
func (ss *sessions) end(c *conversation, reason string) {
	started := c.started
	ss.ending.Go(func() {
		if started {
			c.events.Fire(hook.End(reason))
		}
		c.events.Close(ss.drain)
		c.hooks.Close()
	})
}

// close ends all sessions and waits until that is done.
func (ss *sessions) close() {
	ss.mu.Lock()
	ss.closed = true
	for _, c := range ss.byKey {
		ss.end(c, "exit")
	}
	ss.byKey = nil
	ss.mu.Unlock()
	ss.ending.Wait()
}

// hearLate has the user told what hooks said at the end of a run or of a session,
// or in the background. No event of the run can carry that any more: it goes to
// the program's own function or, without one, into the session's next event.
func (ss *sessions) hearLate(key sessionKey, c *conversation, out hook.Outcome) {
	texts := apply.UserMessages(out)
	if out.StopReason != "" {
		texts = append(texts, out.StopReason)
	}
	if out.Blocked && out.Reason != "" && !slices.Contains(texts, out.Reason) {
		texts = append(texts, "A hook wanted the agent to go on: "+out.Reason)
	}
	if ss.toUser == nil {
		c.additions.tell(texts)
		return
	}
	for _, text := range texts {
		ss.toUser(key.id, text)
	}
}
