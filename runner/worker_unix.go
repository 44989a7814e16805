//go:build linux || darwin

package runner

import (
	"bufio"
	"context"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"time"
)

// maxIdle is how many workers of one kind wait for their next call.
const maxIdle = 4

// Workers are processes that serve calls, kept from one call to the next. The
// zero value is ready to use. It is safe for concurrent use.
type Workers struct {
	mu   sync.Mutex
	idle map[string][]*worker // by command and directory
}

// Call has a worker run a handler. c describes the worker, except for Stdin and
// Timeout, which are the call's. A worker that does not answer in time is ended
// like any process, and so is one that answers nonsense; the next call starts
// another.
func (w *Workers) Call(ctx context.Context, handler string, c Command) Result {
	if ctx.Err() != nil {
		return Result{Ending: Canceled, ExitCode: -1}
	}
	line, err := callLine(handler, c.Stdin)
	if err != nil {
		return notStarted(&c, err)
	}
	start := time.Now()
	key := strings.Join(append([]string{c.Dir}, c.Argv...), "\x00")
	one, err := w.take(key, &c)
	if err != nil {
		return notStarted(&c, err)
	}
	result, healthy := one.call(ctx, line, &c)
	result.Duration = time.Since(start)
	if healthy {
		w.put(key, one)
	}
	return result
}

// Close ends all workers that wait.
func (w *Workers) Close() {
	w.mu.Lock()
	idle := w.idle
	w.idle = nil
	w.mu.Unlock()
	for _, list := range idle {
		for _, one := range list {
			one.end(0)
		}
	}
}

// take returns a waiting worker, or a new one.
func (w *Workers) take(key string, c *Command) (*worker, error) {
	for {
		one := w.waiting(key)
		if one == nil {
			return startWorker(c)
		}
		select {
		case <-one.exited: // it died while it waited
			one.end(0)
		default:
			return one, nil
		}
	}
}

func (w *Workers) waiting(key string) *worker {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := w.idle[key]
	if len(list) == 0 {
		return nil
	}
	one := list[len(list)-1]
	w.idle[key] = list[:len(list)-1]
	return one
}

func (w *Workers) put(key string, one *worker) {
	w.mu.Lock()
	if w.idle == nil {
		w.idle = make(map[string][]*worker)
	}
	keep := len(w.idle[key]) < maxIdle
	if keep {
		w.idle[key] = append(w.idle[key], one)
	}
	w.mu.Unlock()
	if !keep {
		one.end(0)
	}
}

// worker is one process and our ends of its pipes.
type worker struct {
	process *os.Process
	exited  chan struct{}
	in      *os.File
	out     *os.File
	replies *bufio.Reader
	errors  *os.File // what it writes there is read and dropped
	drained chan struct{}
}

func startWorker(c *Command) (*worker, error) {
	path, err := locate(c)
	if err != nil {
		return nil, err
	}
	std, err := openStdio(nil, 1)
	if err != nil {
		return nil, err
	}
	stdin, write, err := os.Pipe() // the other one is closed already: it has no input
	if err != nil {
		std.closeChild()
		std.close()
		return nil, err
	}
	std.child[0].Close()
	std.child[0] = stdin
	process, err := os.StartProcess(path, c.Argv, &os.ProcAttr{
		Dir: c.Dir, Env: c.Env, Files: std.child[:], Sys: &syscall.SysProcAttr{Setsid: true},
	})
	std.closeChild()
	if err != nil {
		write.Close()
		std.close()
		return nil, err
	}
	one := &worker{
		process: process, exited: make(chan struct{}), drained: make(chan struct{}),
		in: write, out: std.stdout.pipe, errors: std.stderr.pipe, replies: bufio.NewReader(std.stdout.pipe),
	}
	go func() {
		defer close(one.exited)
		awaitExit(process.Pid)
	}()
	go func() {
		defer close(one.drained)
		io.Copy(io.Discard, one.errors)
	}()
	return one, nil
}

// call sends a line and waits for the answer. healthy says whether the worker
// can be used again; if not, it has been ended.
func (o *worker) call(ctx context.Context, line []byte, c *Command) (result Result, healthy bool) {
	type answer struct {
		line []byte
		err  error
	}
	answers := make(chan answer, 1)
	go func() {
		if _, err := o.in.Write(line); err != nil {
			answers <- answer{nil, err}
			return
		}
		reply, err := o.replies.ReadBytes('\n')
		answers <- answer{reply, err}
	}()
	var expired <-chan time.Time
	if c.Timeout > 0 {
		timer := time.NewTimer(c.Timeout)
		defer timer.Stop()
		expired = timer.C
	}
	ending := NotStarted
	select {
	case a := <-answers:
		if result, err := readReply(a.line, c.MaxOutput); err == nil && a.err == nil {
			return result, true
		}
		return o.broken(c), false
	case <-expired:
		ending = TimedOut
	case <-ctx.Done():
		ending = Canceled
	}
	o.end(c.Grace)
	<-answers // the pipes are closed now
	return Result{Ending: ending, ExitCode: -1}, false
}

// broken is the result of a call during which the worker ended or answered
// nonsense.
func (o *worker) broken(c *Command) Result {
	r := o.end(c.Grace)
	if r.Ending == NotStarted || r.Ending == Exited && r.ExitCode == 0 {
		// A function that ends the process has not answered, whatever the
		// exit code says.
		return Result{Ending: Exited, ExitCode: 1, Stderr: []byte(errBadReply.Error())}
	}
	if len(r.Stderr) == 0 {
		r.Stderr = []byte(errBadReply.Error())
	}
	return r
}

// end ends the worker and returns how its process went.
func (o *worker) end(grace time.Duration) Result {
	o.in.Close() // a worker that waits for a call ends by itself
	select {
	case <-o.exited:
	default:
		if grace <= 0 {
			grace = DefaultGrace
		}
		terminate(o.process.Pid, o.exited, grace)
	}
	o.out.Close()
	o.errors.Close()
	<-o.drained
	return reap(o.process, o.exited)
}
