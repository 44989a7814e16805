//go:build linux || darwin

package process

import (
	"context"
	"os/exec"
	"sync"
	"syscall"
	"testing"
	"time"
)

func TestTimeout(t *testing.T) {
	for _, script := range []string{"sleep 60", "exec sleep 60", "sleep 60 & wait", "echo a | sleep 60"} {
		c := bash(t, script)
		c.Timeout = 50 * time.Millisecond
		c.Grace = time.Minute // not to be waited for
		r := runSoon(t, c)
		if r.Ending != TimedOut || r.ExitCode != -1 || r.Signal != "SIGTERM" || r.Err != nil {
			t.Errorf("%s: got %+v", script, r)
		}
	}
}

func TestInTime(t *testing.T) {
	c := bash(t, "exit 3")
	c.Timeout = time.Minute
	if r := runSoon(t, c); r.Ending != Exited || r.ExitCode != 3 {
		t.Errorf("got %+v", r)
	}
}

func TestCanceledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := bash(t, "echo started")
	if r := Run(ctx, c); r.Ending != Canceled || r.ExitCode != -1 || r.Stdout != nil {
		t.Errorf("got %+v", r)
	}
}

func TestCanceled(t *testing.T) {
	c := bash(t, `echo out; echo err >&2; sleep 60 & echo $$ $! >"$READY"; wait`)
	c.Grace = time.Minute
	r, all := interrupt(t, c)
	wantGone(t, all...)
	if r.Ending != Canceled || r.ExitCode != -1 || r.Signal != "SIGTERM" {
		t.Errorf("got %+v", r)
	}
	if string(r.Stdout) != "out\n" || string(r.Stderr) != "err\n" {
		t.Errorf("stdout %q, stderr %q", r.Stdout, r.Stderr)
	}
}

func TestCleanup(t *testing.T) {
	for name, work := range map[string]string{
		"waiting": `sleep 60 & echo $$ $! >"$READY"; wait`,
		"stopped": `(kill -STOP $$; echo $$ >"$READY"); sleep 60`,
	} {
		t.Run(name, func(t *testing.T) {
			c := bash(t, `trap 'echo bye; exit 0' TERM; echo hello; `+work)
			c.Grace = time.Minute
			r, all := interrupt(t, c)
			wantGone(t, all...)
			if r.Ending != Canceled || r.ExitCode != -1 || r.Signal != "" || string(r.Stdout) != "hello\nbye\n" {
				t.Errorf("got %+v, stdout %q", r, r.Stdout)
			}
		})
	}
}

// Everything that came from the hook has to go, wherever it went.
func TestWholeTreeEnds(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip(err)
	}
	const stubborn = `bash -c 'trap "" TERM; echo $$ >&3; while :; do sleep 60; done'`
	for name, script := range map[string]string{
		"child":            `sleep 60 & echo $$ $! >"$READY"; wait`,
		"own session":      `setsid sleep 60 & echo $$ $! >"$READY"; wait`,
		"own group":        `set -m; sleep 60 & echo $$ $! >"$READY"; wait`,
		"stopped":          `(kill -STOP $$; echo $$ >"$READY"); sleep 60`,
		"stopped child":    `sleep 60 & kill -STOP $!; echo $$ $! >"$READY"; exec sleep 60`,
		"stopped job":      `set -m; sleep 60 & kill -STOP $!; echo $$ $! >"$READY"; exec sleep 60`,
		"orphan":           `(sleep 60 & echo $! >"$READY"); sleep 60`,
		"stubborn":         `trap "" TERM; echo $$ >"$READY"; while :; do sleep 60; done`,
		"stubborn child":   `coproc { ` + stubborn + ` 3>&1; }; read pid <&"${COPROC[0]}"; echo $$ $pid >"$READY"; wait`,
		"stubborn session": `exec 4< <(setsid ` + stubborn + ` 3>&1); read pid <&4; echo $$ $pid >"$READY"; sleep 60`,
		"late child":       `trap 'sleep 60 & echo $!; exit 0' TERM; echo $$ >"$READY"; while :; do sleep 0.01; done`,
	} {
		t.Run(name, func(t *testing.T) {
			c := bash(t, script)
			c.Grace = 200 * time.Millisecond
			r, all := interrupt(t, c)
			if r.Ending != Canceled || r.ExitCode != -1 {
				t.Errorf("got %+v, stderr %q", r, r.Stderr)
			}
			if name == "stubborn" && r.Signal != "SIGKILL" {
				t.Errorf("ended by %s", r.Signal)
			}
			wantGone(t, append(all, pids(t, string(r.Stdout))...)...)
		})
	}
}

// A daemon with another environment is out of reach, but cannot hold up the run
// by holding the pipes.
func TestDaemonHoldsPipes(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip(err)
	}
	c := bash(t, `(env -i READY="$READY" setsid bash -c 'echo $$ >"$READY"; exec sleep 60' &); exec sleep 60`)
	c.Grace = 200 * time.Millisecond
	r, daemon := interrupt(t, c)
	defer wantGone(t, daemon...)
	defer syscall.Kill(daemon[0], syscall.SIGKILL)
	if r.Ending != Canceled {
		t.Errorf("got %+v", r)
	}
}

// Who ignores SIGTERM has the whole grace for it.
func TestStubbornTakesGrace(t *testing.T) {
	c := bash(t, `trap 'echo asked' TERM; echo $$ >"$READY"; while :; do sleep 0.01; done`)
	c.Grace = 500 * time.Millisecond
	r, all := interrupt(t, c)
	wantGone(t, all...)
	if r.Signal != "SIGKILL" || string(r.Stdout) != "asked\n" {
		t.Errorf("%s after %q", r.Signal, r.Stdout)
	}
}

func TestConcurrentTimeouts(t *testing.T) {
	var runs sync.WaitGroup
	for range 50 {
		c := bash(t, "sleep 60 & sleep 60")
		c.Timeout = 100 * time.Millisecond
		runs.Go(func() {
			if r := Run(t.Context(), c); r.Ending != TimedOut {
				t.Errorf("got %+v", r)
			}
		})
	}
	runs.Wait()
}

// Whichever of the two wins, the result has to be of one piece.
func TestExitAtTimeout(t *testing.T) {
	for range 50 {
		c := bash(t, "")
		c.Argv = []string{"sleep", "0.02"}
		c.Timeout = 20 * time.Millisecond
		r := runSoon(t, c)
		exited := r.Ending == Exited && r.ExitCode == 0 && r.Signal == ""
		timedOut := r.Ending == TimedOut && r.ExitCode == -1
		if !exited && !timedOut {
			t.Fatalf("got %+v", r)
		}
	}
}

func TestExitCountsMoreThanWhatHappensAtTheSameMoment(t *testing.T) {
	exited := make(chan struct{})
	close(exited)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for range 100 { // select takes any that is ready
		if got := await(canceled, exited, time.Minute); got != Exited {
			t.Fatalf("with the cancellation: %v", got)
		}
		if got := await(t.Context(), exited, 0); got != Exited {
			t.Fatalf("with the timeout: %v", got)
		}
	}
}
