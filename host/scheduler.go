package host

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/apply"
)

// Call is a tool call that the model made.
type Call struct {
	ID   string
	Name string
	Args json.RawMessage
}

// Completed is a call with its result. A blocked or refused call is completed
// too: its result says why it did not run.
type Completed struct {
	Call   Call
	Result ToolResult
}

// Status is where a call stands.
type Status string

// A call waits, executes, and is idle once its result is there. One that a stop
// keeps from running goes from waiting to idle.
const (
	Waiting   Status = "waiting"
	Executing Status = "executing"
	Idle      Status = "idle"
)

// defaultLimit is how many calls run at the same time unless told otherwise.
const defaultLimit = 8

// Scheduler runs the tool calls of one model turn, several at a time.
type Scheduler struct {
	Hooks *grapnel.System
	// Tool returns the function of a tool, or nil if there is no such tool.
	Tool func(name string) ToolFunc
	// Ask, if set, asks the user about calls that a hook wants confirmed.
	// Without it they are refused if the dialect says so; see
	// [grapnel.System.AskNeedsUser].
	Ask AskFunc
	// OnAsk, if set, is told what to tell hooks, directly before the user is
	// asked. It may be called from several goroutines at once.
	OnAsk func(hook.Data)
	// Limit is how many calls run at the same time; 0 means 8.
	Limit int
	// Publish, if set, gets each completed call, in the order of the calls, as
	// soon as all before it are completed.
	Publish func(Completed)
	// OnStatus, if set, is told when a call changes its status. It may be
	// called from several goroutines at once.
	OnStatus func(c Call, from, to Status)
}

// Run runs the calls and returns their results in the same order. allowed says
// which tools the model may call; nil allows all. A call outside of it is
// refused. When a hook stops the agent, running tools finish, the others do not
// run; the reason is that of all hooks that stopped it, in the order of the
// calls, one per line.
func (s *Scheduler) Run(ctx context.Context, calls []Call, allowed func(name string) bool) ([]Completed, Stop) {
	t := &turn{
		scheduler: s, allowed: allowed, calls: calls,
		results: make([]*ToolResult, len(calls)), stops: make([]apply.Stop, len(calls)),
	}
	limit := s.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	var others sync.WaitGroup
	for range min(limit, len(calls)) - 1 {
		others.Go(func() { t.work(ctx) })
	}
	t.work(ctx) // here too: no goroutine for one call, or one at a time
	others.Wait()
	return t.completed(), Stop(apply.JoinStops(t.stops))
}

func (s *Scheduler) status(c Call, from, to Status) {
	if s.OnStatus != nil {
		s.OnStatus(c, from, to)
	}
}

// turn is one run of a scheduler.
type turn struct {
	scheduler *Scheduler
	allowed   func(string) bool
	calls     []Call
	next      atomic.Int64 // the call to start next

	mu        sync.Mutex
	results   []*ToolResult // nil as long as a call is not completed
	published int
	stopped   bool
	stops     []apply.Stop // by call
}

// work runs one call after the other until none is left.
func (t *turn) work(ctx context.Context) {
	for {
		i := int(t.next.Add(1)) - 1
		if i >= len(t.calls) {
			return
		}
		if t.over(ctx) {
			t.scheduler.status(t.calls[i], Waiting, Idle)
			t.complete(i, failure(ErrorNotRun, apply.NotRun), Stop{})
			continue
		}
		t.scheduler.status(t.calls[i], Waiting, Executing)
		result, stop := t.execute(ctx, t.calls[i])
		t.scheduler.status(t.calls[i], Executing, Idle)
		t.complete(i, result, stop)
	}
}

// execute runs one call, or refuses it.
func (t *turn) execute(ctx context.Context, c Call) (ToolResult, Stop) {
	if t.allowed != nil && !t.allowed(c.Name) {
		return failure(ErrorNotAllowed, apply.NotAllowed(c.Name)), Stop{}
	}
	run := t.scheduler.Tool(c.Name)
	if run == nil {
		return failure(ErrorUnknown, fmt.Sprintf("There is no tool %q.", c.Name)), Stop{}
	}
	input, err := arguments(c.Args)
	if err != nil {
		return failure(ErrorArguments, err.Error()), Stop{}
	}
	c.Args = input
	with := caller{hooks: t.scheduler.Hooks, ask: t.scheduler.Ask, asked: t.scheduler.OnAsk, over: func() bool { return t.over(ctx) }}
	return with.execute(ctx, c, run)
}

// arguments returns the arguments of a call, which must be an object; a model
// may leave them out if there are none.
func arguments(raw json.RawMessage) (json.RawMessage, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return json.RawMessage("{}"), nil
	}
	if raw[0] != '{' || !json.Valid(raw) {
		return nil, errors.New("the arguments of the call are not a JSON object")
	}
	return raw, nil
}

// over reports whether no further tool is to run.
func (t *turn) over(ctx context.Context) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.stopped || ctx.Err() != nil
}

// complete stores a result and publishes what can be published in order.
func (t *turn) complete(i int, result ToolResult, stop Stop) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.results[i], t.stops[i] = &result, apply.Stop(stop)
	t.stopped = t.stopped || stop.Stopped
	for ; t.published < len(t.calls) && t.results[t.published] != nil; t.published++ {
		if t.scheduler.Publish != nil {
			t.scheduler.Publish(Completed{t.calls[t.published], *t.results[t.published]})
		}
	}
}

func (t *turn) completed() []Completed {
	list := make([]Completed, len(t.calls))
	for i, c := range t.calls {
		list[i] = Completed{c, *t.results[i]}
	}
	return list
}
