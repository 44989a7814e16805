//go:build linux || darwin

package process

import (
	"bufio"
	"context"
	"io"
	"os"
	"sync"
	"time"
)

const (
	// exitWait is how long a worker that is no longer needed, or has closed its
	// pipes, has to end by itself.
	exitWait = time.Second

	// leftoverWait bounds the wait for the last output of a worker that has
	// ended: its children may hold the pipes open.
	leftoverWait = 100 * time.Millisecond

	// maxNoise is how much of what a worker writes to stderr is kept.
	maxNoise = 64 << 10
)

// worker is one process and our ends of its pipes. It serves several calls at a
// time.
type worker struct {
	*leader
	in, out *os.File
	replies *bufio.Reader
	errors  *os.File
	noise   noise
	drained chan struct{} // closed when nobody reads errors any more
	talk    talk
	ending  sync.Once
	how     Result // it ended
}

// noise collects what a worker writes to stderr, all of which is read.
type noise struct {
	mu sync.Mutex
	output
}

func (n *noise) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.add(p)
	return len(p), nil
}

// take returns what was collected and begins anew.
func (n *noise) take() []byte {
	n.mu.Lock()
	defer n.mu.Unlock()
	kept := n.kept
	n.output = output{limit: maxNoise}
	return kept
}

// startWorker starts a process and waits until it is ready. If that fails, the
// result says how.
func startWorker(ctx context.Context, c *Command) (*worker, Result) {
	one, err := spawn(c)
	if err != nil {
		return nil, notStarted(c, err)
	}
	if one.awaitReady(ctx) {
		go one.listen()
		return one, Result{}
	}
	r := one.end(c.Grace)
	if ctx.Err() != nil {
		return nil, Result{Ending: Canceled, ExitCode: -1}
	}
	return nil, Result{Ending: NotStarted, ExitCode: -1, Err: notReady(c.Argv[0], errNotReady, r.Stderr)}
}

// spawn starts a process with a pipe at each of its three standard files.
func spawn(c *Command) (*worker, error) {
	path, err := locate(c)
	if err != nil {
		return nil, err
	}
	child, ours, err := openPipes()
	if err != nil {
		return nil, err
	}
	l, err := launch(path, c, child[:])
	closeAll(child[:])
	if err != nil {
		closeAll(ours[:])
		return nil, err
	}
	one := &worker{
		leader: l, drained: make(chan struct{}),
		in: ours[0], out: ours[1], errors: ours[2], replies: bufio.NewReader(ours[1]),
	}
	one.noise.limit = maxNoise
	one.talk.over = make(chan struct{})
	go func() {
		defer close(one.drained)
		io.Copy(&one.noise, one.errors)
	}()
	return one, nil
}

// dismiss ends a worker that waits for a call: the end of its input tells it to
// go, and what it leaves in the background is left alone.
func (o *worker) dismiss() {
	o.in.Close()
	o.awaitExit()
	o.end(DefaultGrace)
}

// awaitExit waits a moment for the process to end by itself.
func (o *worker) awaitExit() {
	timer := time.NewTimer(exitWait)
	defer timer.Stop()
	select {
	case <-o.exited:
	case <-timer.C:
	}
}

// end ends the worker, with everything that came from it if it still runs, and
// returns how its process went, with what it wrote to stderr. All who call it
// wait for that.
func (o *worker) end(grace time.Duration) Result {
	o.ending.Do(func() { o.how = o.terminateAll(grace) })
	return o.how
}

func (o *worker) terminateAll(grace time.Duration) Result {
	o.in.Close()
	if !o.hasExited() {
		o.terminate(grace)
	}
	o.out.Close()
	o.errors.SetReadDeadline(time.Now().Add(leftoverWait))
	<-o.drained
	o.errors.Close()
	r := o.reap()
	r.Stderr = o.noise.take()
	return r
}
