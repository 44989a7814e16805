//go:build linux || darwin

package process

import (
	"fmt"
	"os"
	"sync"
	"syscall"
	"time"
)

// watchDelay is how long a run lasts before it gets a watchdog. Most hooks are
// done by then, and do not pay for one.
const watchDelay = 200 * time.Millisecond

// watchScript kills a process group, and on Linux all processes with a mark,
// when its standard input ends.
const watchScript = `exec >/dev/null 2>&1
read -r group mark
read -r end
kill -s KILL -- "-$group"
grep -lsF -e "$mark" /proc/[0-9]*/environ | while IFS=/ read -r _ _ pid _; do
	kill -s KILL "$pid"
done`

// watchdog ends a run if this program is killed. It is a process that reads from
// a pipe, of which nobody but us has the other end.
type watchdog struct {
	timer *time.Timer

	mu      sync.Mutex
	stopped bool
	process *os.Process // nil if it was not started
	pipe    *os.File
}

// watch gives the run of a leader a watchdog, after a while. It must be stopped
// before the leader is reaped, after which its group may be another.
func watch(leader int, mark string) *watchdog {
	w := &watchdog{}
	w.timer = time.AfterFunc(watchDelay, func() { w.start(leader, mark) })
	return w
}

// start starts the process. If that is not possible there is no watchdog; the
// run itself is not affected.
func (w *watchdog) start(leader int, mark string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.stopped {
		return
	}
	theirs, ours, err := os.Pipe()
	if err != nil {
		return
	}
	defer theirs.Close()
	fmt.Fprintln(ours, leader, mark)
	p, err := os.StartProcess("/bin/sh", []string{"grapnel-watchdog", "-c", watchScript}, &os.ProcAttr{
		Dir: "/", Env: []string{"PATH=/usr/bin:/bin"}, Files: []*os.File{theirs, nil, nil},
		Sys: &syscall.SysProcAttr{Setsid: true}, // who kills our group shall not kill it too
	})
	if err != nil {
		ours.Close()
		return
	}
	w.process, w.pipe = p, ours
}

// stop ends the watchdog.
func (w *watchdog) stop() {
	w.timer.Stop()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stopped = true
	if w.process == nil {
		return
	}
	w.process.Kill()
	w.process.Wait()
	w.pipe.Close()
}
