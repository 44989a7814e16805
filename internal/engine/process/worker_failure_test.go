//go:build linux || darwin

package process

import (
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
)

func TestBadReplyEndsTheWorker(t *testing.T) {
	for name, script := range map[string]string{
		"text":              `echo hello`,
		"a list":            `echo []`,
		"no exit code":      `echo '{}'`,
		"wrong type":        `echo '{"id": '$id', "exitCode": "x"}'`,
		"of another call":   `echo '{"id": 99, "exitCode": 0}'`,
		"endless line":      `tr '\0' x </dev/zero`,
		"closes its output": `exec >&-; sleep 60`,
	} {
		t.Run(name, func(t *testing.T) {
			w, c := newWorkers(t), bash(t, serve)
			c.MaxOutput = 1000
			pid := workerPid(t, w, c)
			r := call(t, w, script, c)
			if r.Ending != Exited || r.ExitCode != 1 || string(r.Stderr) != errBadReply.Error() || r.Err != nil {
				t.Errorf("got %+v, stderr %q", r, r.Stderr)
			}
			wantGone(t, pid)
			if next := call(t, w, "out=1", c); string(next.Stdout) != "1" {
				t.Errorf("then got %+v", next)
			}
		})
	}
}

func TestWorkerThatEndsDuringACall(t *testing.T) {
	for script, want := range map[string]Result{
		"exit 0":     {Ending: Exited, ExitCode: 1, Stderr: []byte("the worker ended with exit code 0 during the call")},
		"exit 7":     {Ending: Exited, ExitCode: 1, Stderr: []byte("the worker ended with exit code 7 during the call")},
		"kill -9 $$": {Ending: Signaled, ExitCode: -1, Signal: "SIGKILL", Stderr: []byte("the worker was killed by SIGKILL during the call")},
	} {
		t.Run(script, func(t *testing.T) {
			w, c := newWorkers(t), bash(t, serve)
			r := call(t, w, "echo help >&2; "+script, c)
			if r.Ending != want.Ending || r.ExitCode != want.ExitCode || r.Signal != want.Signal || string(r.Stderr) != "help\n"+string(want.Stderr) {
				t.Errorf("got %+v, stderr %q", r, r.Stderr)
			}
			if next := call(t, w, "out=1", c); string(next.Stdout) != "1" {
				t.Errorf("then got %+v", next)
			}
		})
	}
}

// A child that holds the pipes of a worker that ended holds up nothing, and is
// left alone.
func TestChildHoldsThePipesOfAWorker(t *testing.T) {
	w, c := newWorkers(t), bash(t, serve)
	r := call(t, w, "sleep 60 <&0 & echo $! >child; exit 0", c)
	text, _ := os.ReadFile(filepath.Join(c.Dir, "child"))
	child := pids(t, string(text))
	defer wantGone(t, child...)
	defer syscall.Kill(child[0], syscall.SIGKILL)
	if r.Ending != Exited || r.ExitCode != 1 {
		t.Errorf("got %+v", r)
	}
	if !running(child[0]) {
		t.Error("the child was killed")
	}
}

// A line that is neither beginning nor reply may mean anything.
func TestCallIsNotMadeAgainAfterNonsense(t *testing.T) {
	w := newWorkers(t)
	c := bash(t, `echo '{"ready":true}'; while read -r line; do echo x >>calls; echo hello; done`)
	call(t, w, "", c)
	if text, _ := os.ReadFile(filepath.Join(c.Dir, "calls")); string(text) != "x\n" {
		t.Errorf("calls: %q", text)
	}
}

func TestAnswerOfAWorkerThatEndsAfterIt(t *testing.T) {
	w, c := newWorkers(t), bash(t, serve)
	for range 20 {
		if r := call(t, w, `out=1; echo '{"id": '$id', "exitCode": 4}'; exit 0`, c); r.Ending != Exited || r.ExitCode != 4 {
			t.Fatalf("got %+v, stderr %q", r, r.Stderr)
		}
	}
}

func TestFloodedErrorsDoNotHoldUpAWorker(t *testing.T) {
	w, c := newWorkers(t), bash(t, serve)
	if r := call(t, w, "head -c 5000000 /dev/zero >&2; out=1", c); string(r.Stdout) != "1" || len(r.Stderr) != 0 {
		t.Errorf("got %v %d, %d bytes of stderr", r.Ending, r.ExitCode, len(r.Stderr))
	}
	if r := call(t, w, "head -c 5000000 /dev/zero >&2; exit 1", c); len(r.Stderr) > maxNoise+100 {
		t.Errorf("%d bytes of stderr", len(r.Stderr))
	}
}

// No call is lost because the worker that was to serve it has died meanwhile.
func TestWorkerThatDiesWhileItWaits(t *testing.T) {
	w, c := newWorkers(t), bash(t, serve)
	for range 20 {
		pid := workerPid(t, w, c)
		syscall.Kill(pid, syscall.SIGKILL)
		if next := workerPid(t, w, c); next == pid {
			t.Fatal("a dead worker answers")
		}
	}
}

func TestCloseEndsAllWorkers(t *testing.T) {
	w, c := newWorkers(t), bash(t, serve)
	waits := workerPid(t, w, c)
	ignores := bash(t, serve+"; sleep 60") // does not go when its input ends
	stays := workerPid(t, w, ignores)
	w.Close()
	wantGone(t, waits, stays)

	later := workerPid(t, w, c)
	wantGone(t, later) // nobody would end it
}

func TestWorkerThatServesDuringCloseEndsAfterItsCall(t *testing.T) {
	w, c := newWorkers(t), bash(t, serve)
	fifo := filepath.Join(c.Dir, "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	var calling sync.WaitGroup
	calling.Go(func() {
		if r := call(t, w, "echo $$ >fifo; read -r out <fifo", c); string(r.Stdout) != "go" {
			t.Errorf("got %+v", r)
		}
	})
	pid, err := os.ReadFile(fifo)
	if err != nil {
		t.Fatal(err)
	}
	w.Close()
	if err := os.WriteFile(fifo, []byte("go\n"), 0); err != nil {
		t.Fatal(err)
	}
	calling.Wait()
	wantGone(t, pids(t, string(pid))...)
}

func FuzzReply(f *testing.F) {
	for _, seed := range []string{`{"id":1,"exitCode":0,"stdout":"x","stderr":"y"}`, `{}`, `[]`, `{"id":1,"exitCode":null}`, "{\"id\":1,\"exitCode\":1,\"stdout\":\"\xff\"}", `{"id":1e400}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		isReady(line)
		reply, err := parseReply(line)
		if err != nil || reply.ExitCode == nil {
			return
		}
		r := reply.result(10)
		if r.Ending != Exited || len(r.Stdout) > 10 || len(r.Stderr) > 10 {
			t.Errorf("got %+v", r)
		}
	})
}
