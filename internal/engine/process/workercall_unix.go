//go:build linux || darwin

package process

import (
	"bufio"
	"context"
	"time"
)

// state is what a worker is good for after a call.
type state uint8

const (
	ended  state = iota // it has been ended
	unread              // it has been ended, and has not even read the call
	usable
)

// call sends a call and waits for the answer.
func (o *worker) call(ctx context.Context, handler string, c *Command) (Result, state) {
	o.calls++
	line, err := callLine(o.calls, handler, c.Stdin)
	if err != nil {
		return notStarted(c, err), usable
	}
	o.noise.take()
	a, interrupted := o.await(ctx, c.Timeout, func() answer {
		return o.exchange(line, o.calls, maxReply(c.MaxOutput))
	})
	if interrupted != NotStarted {
		r := o.end(c.Grace)
		r.Ending, r.ExitCode, r.Err = interrupted, -1, nil
		return r, ended
	}
	if a.err == nil {
		if result, err := readReply(a.line, o.calls, c.MaxOutput); err == nil {
			return result, usable
		}
	}
	if a.err != nil {
		o.awaitExit() // a broken pipe is what a process that ends leaves first
	}
	alive := !o.hasExited()
	r := o.end(c.Grace)
	if alive {
		r.Ending = NotStarted // how it ended is our doing
	}
	if !a.begun {
		return unanswered(r), unread
	}
	return unanswered(r), ended
}

// answer is a line that a worker wrote.
type answer struct {
	begun bool // a call was read
	line  []byte
	err   error
}

// await talks to the worker and waits for its answer. If that did not come
// because time ran out or ctx was done, it says which; the worker must then be
// ended.
func (o *worker) await(ctx context.Context, timeout time.Duration, talk func() answer) (a answer, interrupted Ending) {
	answers := make(chan answer, 1)
	go func() { answers <- talk() }()
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	wait := time.Duration(0)
	select {
	case a := <-answers:
		return a, NotStarted
	case <-o.exited:
		wait = leftoverWait // an answer may still be in the pipe
	case <-timer.C:
		interrupted = TimedOut
	case <-ctx.Done():
		interrupted = Canceled
	}
	until := time.Now().Add(wait)
	o.in.SetWriteDeadline(until)
	o.out.SetReadDeadline(until)
	return <-answers, interrupted
}

// exchange writes a call and reads what the worker says to it.
func (o *worker) exchange(call []byte, id uint64, limit int) answer {
	if _, err := o.in.Write(call); err != nil {
		return answer{err: err}
	}
	first, err := readLine(o.replies, maxSignal)
	if err != nil {
		return answer{err: err}
	}
	if !hasBegun(first, id) {
		return answer{begun: true, line: first} // nonsense: nobody knows what it did
	}
	reply, err := readLine(o.replies, limit)
	return answer{begun: true, line: reply, err: err}
}

// readLine reads a line of at most about limit bytes.
func readLine(r *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err != bufio.ErrBufferFull:
			return line, err
		case len(line) > limit:
			return nil, errTooLong
		}
	}
}
