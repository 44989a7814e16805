//go:build linux || darwin

package process

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// soon is the upper bound for what should happen at once. It is generous, so
// that only something that would never happen fails a test on a busy machine.
const soon = 20 * time.Second

// bash returns a command that runs a script in an empty directory.
func bash(t testing.TB, script string) Command {
	return Command{
		Argv: []string{"bash", "-c", script},
		Env:  os.Environ(),
		Dir:  t.TempDir(),
	}
}

// inTime returns what run does, and ends the test if that hangs.
func inTime(t *testing.T, run func() Result) Result {
	t.Helper()
	done := make(chan Result, 1)
	go func() { done <- run() }()
	select {
	case r := <-done:
		return r
	case <-time.After(soon):
		t.Fatalf("it hangs")
	}
	return Result{}
}

// runSoon runs c and ends the test if that hangs.
func runSoon(t *testing.T, c Command) Result {
	t.Helper()
	return inTime(t, func() Result { return Run(t.Context(), c) })
}

// interrupt runs c, waits until it writes a line of pids to the file $READY, and
// then cancels it. It returns the pids, too.
func interrupt(t *testing.T, c Command) (Result, []int) {
	t.Helper()
	fifo := filepath.Join(t.TempDir(), "ready")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	// Opened for writing, too, so that opening does not block.
	ready, err := os.OpenFile(fifo, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer ready.Close()
	ready.SetReadDeadline(time.Now().Add(soon))

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c.Env = append(c.Env, "READY="+fifo)
	done := make(chan Result, 1)
	go func() { done <- Run(ctx, c) }()
	line, err := bufio.NewReader(ready).ReadString('\n')
	if err != nil {
		t.Errorf("the hook did not get ready: %v", err)
	}
	cancel()
	return inTime(t, func() Result { return <-done }), pids(t, line)
}

// pids parses process ids.
func pids(t *testing.T, s string) (list []int) {
	t.Helper()
	for _, f := range strings.Fields(s) {
		pid, err := strconv.Atoi(f)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, pid)
	}
	return list
}

// running reports whether there is a process pid that is not a zombie.
func running(pid int) bool {
	p, ok := lookup(pid)
	return ok && !p.zombie
}

// wantGone waits until none of the processes runs any more.
func wantGone(t *testing.T, pids ...int) {
	t.Helper()
	if len(pids) == 0 {
		t.Error("no processes to check")
	}
	for deadline := time.Now().Add(soon); ; time.Sleep(time.Millisecond) {
		left := 0
		for _, pid := range pids {
			if running(pid) {
				left = pid
			}
		}
		if left == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("process %d still runs", left)
		}
	}
}

func TestExitCode(t *testing.T) {
	for script, want := range map[string]int{
		"exit 0":              0,
		"exit 1":              1,
		"exit 2":              2,
		"exit 255":            255,
		"/dev/null":           126,
		"no-such-program-xyz": 127,
	} {
		r := runSoon(t, bash(t, script))
		if r.Ending != Exited || r.ExitCode != want || r.Signal != "" || r.Err != nil {
			t.Errorf("%s: got %+v, want exit code %d", script, r, want)
		}
		if r.Duration <= 0 {
			t.Errorf("%s: duration %v", script, r.Duration)
		}
	}
}

func TestSignal(t *testing.T) {
	for script, want := range map[string]string{
		"kill -9 $$":    "SIGKILL",
		"kill -TERM $$": "SIGTERM",
		"kill -PIPE $$": "SIGPIPE",
	} {
		r := runSoon(t, bash(t, "echo out; "+script))
		if r.Ending != Signaled || r.ExitCode != -1 || r.Signal != want || string(r.Stdout) != "out\n" {
			t.Errorf("%s: got %+v, want %s", script, r, want)
		}
	}
}

func TestEnvironment(t *testing.T) {
	c := bash(t, "")
	c.Argv = []string{"env"}
	c.Env = []string{"A=1", "B=x y"}
	if r := runSoon(t, c); !regexp.MustCompile(`^A=1\nB=x y\nGRAPNEL_RUN=[0-9a-f]{32}\n$`).Match(r.Stdout) {
		t.Errorf("got %q", r.Stdout)
	}
	c.Env = nil
	if r := runSoon(t, c); !regexp.MustCompile(`^GRAPNEL_RUN=[0-9a-f]{32}\n$`).Match(r.Stdout) {
		t.Errorf("nil is not an empty environment: %q", r.Stdout)
	}
}

func TestNoTerminal(t *testing.T) {
	r := runSoon(t, bash(t, "echo $$; : </dev/tty"))
	if r.Ending != Exited || r.ExitCode == 0 {
		t.Errorf("the hook has a terminal: %+v", r)
	}
	r = runSoon(t, bash(t, `ps -o pid= -o pgid= -o sid= -p $$ 2>/dev/null || ps -o pid= -o pgid= -o sess= -p $$`))
	f := pids(t, string(r.Stdout))
	if len(f) == 3 && (f[0] != f[1] || f[0] != f[2] && f[2] != 0) {
		t.Errorf("the hook does not lead a session: %v", f)
	}
}

func TestConcurrent(t *testing.T) {
	var runs sync.WaitGroup
	for i := range 100 {
		c := bash(t, `cat; echo "$0" >&2; exit 3`)
		c.Argv = append(c.Argv, strconv.Itoa(i))
		c.Stdin = []byte(strings.Repeat(strconv.Itoa(i), 100_000))
		runs.Go(func() {
			r := Run(t.Context(), c)
			if r.ExitCode != 3 || string(r.Stdout) != string(c.Stdin) || string(r.Stderr) != strconv.Itoa(i)+"\n" {
				t.Errorf("run %d: %v %d, stdout %d bytes, stderr %q, %v",
					i, r.Ending, r.ExitCode, len(r.Stdout), r.Stderr, r.Err)
			}
		})
	}
	runs.Wait()
}

func TestEndingString(t *testing.T) {
	got := []string{}
	for e := NotStarted; e <= Canceled+1; e++ {
		got = append(got, e.String())
	}
	want := "not started, exited, signaled, timed out, canceled, unknown ending"
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("got %s", s)
	}
}
