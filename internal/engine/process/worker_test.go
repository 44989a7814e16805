//go:build linux || darwin

package process

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// serve is a worker in bash. A handler is the path of a script, and what that
// leaves in the variables code and out is the reply.
const serve = `
echo '{"ready": true}'
while IFS= read -r line; do
	[[ $line =~ \"id\":([0-9]+),\"handler\":\"([^\"]*)\" ]]
	id=${BASH_REMATCH[1]} code=0 out=
	echo "{\"id\": $id, \"begun\": true}"
	. "${BASH_REMATCH[2]}"
	echo "{\"id\": $id, \"exitCode\": $code, \"stdout\": \"$out\", \"stderr\": \"\"}"
done`

// newWorkers returns workers that are closed at the end of the test.
func newWorkers(t testing.TB) *Workers {
	w := new(Workers)
	t.Cleanup(w.Close)
	return w
}

// handler returns a handler for a worker that serves scripts.
func handler(t testing.TB, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "handler")
	if err := os.WriteFile(path, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// call has a script run by a worker and fails the test if that takes long.
func call(t *testing.T, w *Workers, script string, c Command) Result {
	t.Helper()
	name := handler(t, script)
	return inTime(t, func() Result { return w.Call(t.Context(), name, c) })
}

// workerPid asks a worker who it is.
func workerPid(t *testing.T, w *Workers, c Command) int {
	t.Helper()
	r := call(t, w, "out=$$", c)
	pid, err := strconv.Atoi(string(r.Stdout))
	if err != nil {
		t.Fatalf("got %+v, stderr %q", r, r.Stderr)
	}
	return pid
}

func TestWorkerServesManyCalls(t *testing.T) {
	w, c := newWorkers(t), bash(t, serve)
	first := workerPid(t, w, c)
	if r := call(t, w, "code=3; out=hello", c); r.Ending != Exited || r.ExitCode != 3 || string(r.Stdout) != "hello" || r.Duration <= 0 {
		t.Errorf("got %+v", r)
	}
	if second := workerPid(t, w, c); second != first {
		t.Errorf("process %d, then %d", first, second)
	}
	c.Dir = t.TempDir()
	if other := workerPid(t, w, c); other == first {
		t.Error("another directory has the same worker")
	}
}

func TestWorkerReadsTheCall(t *testing.T) {
	c := bash(t, `echo '{"ready":true}'; read -r line; printf %s "$line" >call; echo '{"id":1,"begun":true}'; echo '{"id":1,"exitCode":0}'; read -r line`)
	c.Stdin = []byte("{\"a\":\"ä\"}\n")
	if r := newWorkers(t).Call(t.Context(), `say "x"`, c); r.ExitCode != 0 {
		t.Errorf("got %+v", r)
	}
	got, err := os.ReadFile(filepath.Join(c.Dir, "call"))
	if want := `{"id":1,"handler":"say \"x\"","stdin":"{\"a\":\"ä\"}\n"}`; string(got) != want {
		t.Errorf("got %s, %v\nwant %s", got, err, want)
	}
}

func TestLargeCallAndReply(t *testing.T) {
	c := bash(t, `echo '{"ready":true}'; read -r line; echo '{"id":1,"begun":true}'; printf '{"id":1,"exitCode":0,"stdout":"%s"}\n' "${line//[^x]/}"; read -r line`)
	c.Stdin = []byte(strings.Repeat("x", 3<<20))
	c.MaxOutput = 1 << 20
	r := newWorkers(t).Call(t.Context(), "h", c)
	if r.ExitCode != 0 || len(r.Stdout) != 1<<20 || r.StdoutDropped != 2<<20 {
		t.Errorf("got %v %d, %d bytes, %d dropped, %q", r.Ending, r.ExitCode, len(r.Stdout), r.StdoutDropped, r.Stderr)
	}
}

func TestWorkerThatTakesTooLongIsReplaced(t *testing.T) {
	w, c := newWorkers(t), bash(t, serve)
	first := workerPid(t, w, c)
	c.Timeout = 200 * time.Millisecond
	r := call(t, w, `echo busy >&2; sleep 60 & echo $! >child; wait`, c)
	if r.Ending != TimedOut || r.ExitCode != -1 || r.Err != nil || string(r.Stderr) != "busy\n" {
		t.Errorf("got %+v, stderr %q", r, r.Stderr)
	}
	child, _ := os.ReadFile(filepath.Join(c.Dir, "child"))
	wantGone(t, append(pids(t, string(child)), first)...)
	c.Timeout = soon
	if second := workerPid(t, w, c); second == first {
		t.Error("the same worker goes on")
	}
}

func TestStubbornWorkerIsKilled(t *testing.T) {
	w, c := newWorkers(t), bash(t, "trap '' TERM;"+serve)
	pid := workerPid(t, w, c)
	c.Timeout, c.Grace = 100*time.Millisecond, 100*time.Millisecond
	if r := call(t, w, "while :; do sleep 1; done", c); r.Ending != TimedOut || r.Signal != "SIGKILL" {
		t.Errorf("got %+v", r)
	}
	wantGone(t, pid)
}

func TestCanceledCallEndsTheWorker(t *testing.T) {
	w, c := newWorkers(t), bash(t, serve)
	pid := workerPid(t, w, c)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if r := w.Call(ctx, handler(t, "sleep 60"), c); r.Ending != Canceled || r.ExitCode != -1 {
		t.Errorf("got %+v", r)
	}
	wantGone(t, pid)
	if r := w.Call(ctx, handler(t, "out=1"), c); r.Ending != Canceled {
		t.Errorf("then got %+v", r)
	}
}

func TestStartCanBeCanceled(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	w, c := newWorkers(t), bash(t, "exec sleep 60")
	if r := inTime(t, func() Result { return w.Call(ctx, "h", c) }); r.Ending != Canceled {
		t.Errorf("got %+v", r)
	}
}

// The time it takes to start is not the handler's.
func TestSlowStartIsNoTimeout(t *testing.T) {
	c := bash(t, "sleep 0.5;"+serve)
	c.Timeout = 400 * time.Millisecond
	if r := call(t, newWorkers(t), "out=1", c); r.Ending != Exited || string(r.Stdout) != "1" {
		t.Errorf("got %+v", r)
	}
}

func TestWorkerThatCannotStart(t *testing.T) {
	missing := bash(t, serve)
	missing.Dir += "/missing"
	for name, test := range map[string]struct {
		command Command
		want    string
	}{
		"no such program":   {Command{Argv: []string{"no-such-program-xyz"}}, "no such program: no-such-program-xyz"},
		"no such directory": {missing, "does not exist"},
		"nothing to run":    {Command{}, "empty command"},
		"ends at once":      {bash(t, "echo first >&2; echo broken >&2; exit 3"), "bash cannot be used: it did not say that it is ready: broken"},
		"says other things": {bash(t, "echo hello; sleep 60"), "bash cannot be used: it did not say that it is ready"},
	} {
		t.Run(name, func(t *testing.T) {
			r := call(t, newWorkers(t), "out=1", test.command)
			if r.Ending != NotStarted || r.ExitCode != -1 || r.Err == nil || !strings.Contains(r.Err.Error(), test.want) {
				t.Errorf("got %+v, want an error with %q", r, test.want)
			}
		})
	}
}

// serveAtOnce is a worker in bash that serves calls at the same time. It can go
// on without any of them.
const serveAtOnce = `
echo '{"ready": true}'
while IFS= read -r line; do
	[[ $line =~ \"id\":([0-9]+) ]]
	id=${BASH_REMATCH[1]}
	if [[ $line == *abandon* ]]; then
		echo "{\"id\": $id, \"abandoned\": true, \"stderr\": \"so far\"}"
		continue
	fi
	[[ $line =~ \"handler\":\"([^\"]*)\" ]]
	echo "{\"id\": $id, \"begun\": true}"
	( . "${BASH_REMATCH[1]}"; echo "{\"id\": $id, \"exitCode\": 0, \"stdout\": \"$out\"}" ) &
done`

func TestConcurrentCallsShareAWorker(t *testing.T) {
	w, c := newWorkers(t), bash(t, serveAtOnce)
	const n = 4
	// Each call waits until all of them have begun.
	script := `touch begun.$id; while set -- begun.*; [ $# -lt ` + strconv.Itoa(n) + ` ]; do sleep 0.01; done; out=$$`
	results := make([]Result, n)
	var calls sync.WaitGroup
	for i := range results {
		calls.Go(func() { results[i] = call(t, w, script, c) })
	}
	calls.Wait()
	for _, r := range results {
		if string(r.Stdout) != string(results[0].Stdout) || len(r.Stdout) == 0 {
			t.Errorf("got %q and %q", r.Stdout, results[0].Stdout)
		}
	}
	w.Close()
	wantGone(t, pids(t, string(results[0].Stdout))...)
}

func TestACallThatCanBeGivenUpCostsNobodyTheWorker(t *testing.T) {
	w, c := newWorkers(t), bash(t, serveAtOnce)
	pid := workerPid(t, w, c)
	short := c
	short.Timeout = 100 * time.Millisecond
	if r := call(t, w, "exec sleep 2", short); r.Ending != TimedOut || r.ExitCode != -1 || string(r.Stderr) != "so far" {
		t.Errorf("got %+v, stderr %q", r, r.Stderr)
	}
	if again := workerPid(t, w, c); again != pid {
		t.Errorf("process %d, then %d", pid, again)
	}
}

// A call that shares a worker with one that cannot be given up is made again if
// the worker has not read it, and fails otherwise.
func TestACallThatCannotBeGivenUpEndsTheWorker(t *testing.T) {
	w, c := newWorkers(t), bash(t, serve)
	pid := workerPid(t, w, c)
	stuck := c
	stuck.Timeout = 200 * time.Millisecond
	var calls sync.WaitGroup
	calls.Go(func() {
		if r := call(t, w, "touch stuck; exec sleep 60", stuck); r.Ending != TimedOut {
			t.Errorf("got %+v", r)
		}
	})
	for range 1000 {
		if _, err := os.Stat(filepath.Join(c.Dir, "stuck")); err == nil {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if r := call(t, w, "out=fine", c); string(r.Stdout) != "fine" {
		t.Errorf("got %+v, stderr %q", r, r.Stderr)
	}
	calls.Wait()
	wantGone(t, pid)
}

// However many directories there are, only so many workers wait, and the one
// that has waited longest goes first.
func TestWorkersOfManyDirectories(t *testing.T) {
	w, c := newWorkers(t), bash(t, serve)
	dirs := make([]Command, maxIdle+1)
	served := make([]int, len(dirs))
	for i := range dirs {
		dirs[i] = c
		dirs[i].Dir = t.TempDir()
	}
	for i := range maxIdle {
		served[i] = workerPid(t, w, dirs[i])
	}
	if again := workerPid(t, w, dirs[0]); again != served[0] {
		t.Errorf("process %d, then %d", served[0], again)
	}
	served[maxIdle] = workerPid(t, w, dirs[maxIdle])
	wantGone(t, served[1])
	for i, pid := range served {
		if i != 1 && !running(pid) {
			t.Errorf("worker %d is gone", i)
		}
	}
	w.Close()
	wantGone(t, served...)
}
