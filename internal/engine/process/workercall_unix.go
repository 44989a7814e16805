//go:build linux || darwin

package process

import (
	"bufio"
	"context"
	"errors"
	"sync"
	"time"
)

// talk is what a worker and those who call it say to each other.
type talk struct {
	writing sync.Mutex // one line at a time

	mu      sync.Mutex
	calls   uint64
	pending map[uint64]*pendingCall
	limit   int           // the longest line that any call can be answered with
	err     error         // why it is over
	ended   bool          // somebody ended the worker because of another call
	over    chan struct{} // closed when no more answers come
}

// pendingCall is a call that waits for its answer.
type pendingCall struct {
	id     uint64
	begun  bool
	ending *int // exit code if the worker ends now; nil if that says nothing special
	answer chan workerReply
}

// state is what a worker is good for after a call.
type state uint8

const (
	ended  state = iota // it has been ended
	unread              // it has been ended, and has not even read the call
	usable
)

// awaitReady waits until the worker says that it is ready.
func (o *worker) awaitReady(ctx context.Context) bool {
	stop := context.AfterFunc(ctx, func() { o.out.SetReadDeadline(time.Now()) })
	defer stop()
	o.out.SetReadDeadline(time.Now().Add(startLimit))
	line, err := readLine(o.replies, func() int { return maxSignal })
	if err != nil || !isReady(line) || !stop() {
		return false
	}
	o.out.SetReadDeadline(time.Time{})
	return true
}

// listen hands the worker's answers to those who wait for them, until there are
// no more, or one that nobody understands.
func (o *worker) listen() {
	defer close(o.talk.over)
	go func() { // its children may hold the pipe, but have nothing to say
		<-o.exited
		o.out.SetReadDeadline(time.Now().Add(leftoverWait))
	}()
	for {
		line, err := readLine(o.replies, o.talk.longest)
		if err == nil {
			err = o.talk.deliver(line)
		}
		if err != nil {
			o.talk.mu.Lock()
			o.talk.err = err
			o.talk.mu.Unlock()
			return
		}
	}
}

// longest is the longest line that can be an answer.
func (t *talk) longest() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return max(t.limit, maxSignal)
}

// deliver hands an answer to the call that it is for. One that was given up may
// still be answered.
func (t *talk) deliver(line []byte) error {
	reply, err := parseReply(line)
	if err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	call := t.pending[reply.ID]
	switch {
	case reply.ID > t.calls:
		return errBadReply
	case call == nil:
	case reply.Begun:
		call.begun, call.ending = true, reply.ExitCode
	default:
		delete(t.pending, reply.ID)
		call.answer <- reply
	}
	return nil
}

// begin enters a call.
func (t *talk) begin(maxOutput int) *pendingCall {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls++
	t.limit = max(t.limit, maxReply(maxOutput))
	if t.pending == nil {
		t.pending = make(map[uint64]*pendingCall)
	}
	call := &pendingCall{id: t.calls, answer: make(chan workerReply, 1)}
	t.pending[call.id] = call
	return call
}

// forget forgets a call that nobody waits for any more.
func (t *talk) forget(call *pendingCall) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.pending, call.id)
}

// send writes a line in the background: a worker that is busy may take its time
// to read it.
func (o *worker) send(line []byte) {
	go func() {
		o.talk.writing.Lock()
		defer o.talk.writing.Unlock()
		_, _ = o.in.Write(line) // a worker that cannot be reached will not answer
	}()
}

// call sends a call and waits for the answer.
func (o *worker) call(ctx context.Context, handler string, c *Command) (Result, state) {
	call := o.talk.begin(c.MaxOutput)
	defer o.talk.forget(call)
	line, err := callLine(call.id, handler, c.Stdin)
	if err != nil {
		return notStarted(c, err), usable
	}
	o.send(line)
	timer := time.NewTimer(c.Timeout)
	defer timer.Stop()
	select {
	case reply := <-call.answer:
		return reply.result(c.MaxOutput), usable
	case <-o.talk.over:
		return o.unanswered(call, c)
	case <-timer.C:
		return o.giveUp(call, c, TimedOut)
	case <-ctx.Done():
		return o.giveUp(call, c, Canceled)
	}
}

// giveUp has the worker go on without a call. If it cannot, it is ended, and all
// that it remembers is lost.
func (o *worker) giveUp(call *pendingCall, c *Command, why Ending) (Result, state) {
	o.send(abandonLine(call.id))
	timer := time.NewTimer(abandonLimit)
	defer timer.Stop()
	select {
	case reply := <-call.answer:
		if reply.Abandoned && reply.ExitCode != nil && why == TimedOut {
			return reply.result(c.MaxOutput), usable
		}
		r := Result{Ending: why, ExitCode: -1}
		r.Stderr, r.StderrDropped = capped(reply.Stderr, c.MaxOutput)
		return r, usable
	case <-o.talk.over:
	case <-timer.C:
	}
	o.talk.mu.Lock()
	o.talk.ended = true
	o.talk.mu.Unlock()
	r := o.end(c.Grace)
	r.Ending, r.ExitCode, r.Err = why, -1, nil
	return r, ended
}

// unanswered is the result of a call that will get no answer.
func (o *worker) unanswered(call *pendingCall, c *Command) (Result, state) {
	select {
	case reply := <-call.answer: // the last one before the end
		return reply.result(c.MaxOutput), ended
	default:
	}
	o.talk.mu.Lock()
	nonsense := errors.Is(o.talk.err, errBadReply) || errors.Is(o.talk.err, errTooLong)
	begun, ending, ours := call.begun, call.ending, o.talk.ended
	o.talk.mu.Unlock()
	if !nonsense {
		o.awaitExit() // a closed pipe is what a process that ends leaves first
	}
	alive := !o.hasExited()
	r := o.end(c.Grace)
	switch {
	case ours:
		r = Result{Ending: Exited, ExitCode: 1, Stderr: []byte(errOther.Error())}
	case alive:
		r.Ending = NotStarted // how it ended is our doing
		r = unanswered(r)
	case ending != nil:
		r = unprepared(r, *ending)
	default:
		r = unanswered(r)
	}
	if !begun && !nonsense {
		return r, unread
	}
	return r, ended
}

// readLine reads a line of at most about limit bytes.
func readLine(r *bufio.Reader, limit func() int) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err != bufio.ErrBufferFull:
			return line, err
		case len(line) > limit():
			return nil, errTooLong
		}
	}
}
