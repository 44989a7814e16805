package process

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// openFiles counts the file descriptors of this process.
func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

// children returns the pids of the children of this process, zombies included.
func children(t *testing.T) []int {
	t.Helper()
	files, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil || len(files) == 0 {
		t.Skip("no /proc/self/task/*/children")
	}
	var all []int
	for _, file := range files {
		text, _ := os.ReadFile(file) // a thread may have ended
		for _, f := range bytes.Fields(text) {
			pid, err := strconv.Atoi(string(f))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, pid)
		}
	}
	return all
}

// wantNothingLeft runs all many times and looks for open files and children that
// it leaves behind.
func wantNothingLeft(t *testing.T, times int, all func()) {
	t.Helper()
	all() // the first one opens what the Go runtime keeps for itself
	files, procs := openFiles(t), children(t)
	for range times {
		all()
	}
	if now := openFiles(t); now != files {
		t.Errorf("%d open files, were %d", now, files)
	}
	for _, pid := range children(t) {
		if !slices.Contains(procs, pid) {
			t.Errorf("child process %d is left", pid)
		}
	}
}

func TestNothingLeaks(t *testing.T) {
	timeout := bash(t, "sleep 60")
	timeout.Timeout = 5 * time.Millisecond
	big := bash(t, "exec <&-; head -c 200000 /dev/zero")
	big.Stdin = make([]byte, 5<<20)
	noDir := bash(t, "true")
	noDir.Dir += "/missing"
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	all := func() {
		Run(t.Context(), bash(t, "exit 1"))
		Run(t.Context(), bash(t, "kill -9 $$"))
		Run(t.Context(), timeout)
		Run(t.Context(), big)
		Run(t.Context(), noDir)
		Run(t.Context(), Command{Argv: []string{"no-such-program-xyz"}})
		Run(t.Context(), Command{Argv: []string{"/etc/passwd"}})
		Run(canceled, bash(t, "true"))
	}
	wantNothingLeft(t, 20, all)
}

// With workers as without: no descriptor, process or goroutine outlives Close.
// (TestMain looks after the goroutines.)
func TestWorkersLeakNothing(t *testing.T) {
	timeout := bash(t, serve)
	timeout.Timeout = 5 * time.Millisecond
	noDir := bash(t, serve)
	noDir.Dir += "/missing"
	all := func() {
		w := new(Workers)
		defer w.Close()
		c := bash(t, serve)
		call(t, w, "out=1", c)
		call(t, w, "sleep 60", timeout)
		call(t, w, "exit 3", c)
		call(t, w, "kill -9 $$", c)
		call(t, w, "echo nonsense", c)
		call(t, w, "out=1", noDir)
		call(t, w, "out=1", bash(t, "exit 1"))
		call(t, w, "out=1", Command{Argv: []string{"no-such-program-xyz"}})
		syscall.Kill(workerPid(t, w, c), syscall.SIGKILL)
		workerPid(t, w, c)
	}
	wantNothingLeft(t, 5, all)
}

// With ever more descriptors to be had, Run fails at one point after the other
// until it does not.
func TestTooManyOpenFiles(t *testing.T) {
	Run(t.Context(), bash(t, "true"))
	var old syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &old); err != nil {
		t.Fatal(err)
	}
	c := bash(t, "true")
	files := openFiles(t)
	var results []Result
	for n := range 16 {
		limit := syscall.Rlimit{Cur: uint64(files + n - 1), Max: old.Max}
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
			t.Fatal(err)
		}
		results = append(results, Run(t.Context(), c))
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &old); err != nil {
			t.Fatal(err)
		}
	}
	if now := openFiles(t); now != files {
		t.Errorf("%d open files, were %d", now, files)
	}
	if first := results[0]; first.Ending != NotStarted || !first.Machine ||
		!strings.Contains(first.Err.Error(), "out of resources") || strings.Contains(first.Err.Error(), "\n") {
		t.Errorf("got %+v", first)
	}
	if last := results[len(results)-1]; last.Ending != Exited {
		t.Errorf("got %+v", last)
	}
}

func TestParseStat(t *testing.T) {
	const tail = " 1 7 8 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 4711 1 1"
	for line, want := range map[string]proc{
		"42 (bash) S" + tail:           {pid: 42, ppid: 1, pgid: 7, sid: 8, start: 4711},
		"42 (a) S 9 9 (b) Z) R" + tail: {pid: 42, ppid: 1, pgid: 7, sid: 8, start: 4711},
		"42 (\n\x00) Z" + tail + "\n":  {pid: 42, ppid: 1, pgid: 7, sid: 8, start: 4711, zombie: true},
	} {
		if got, ok := parseStat(42, []byte(line)); !ok || got != want {
			t.Errorf("%q: got %v, %v", line, got, ok)
		}
	}
	for _, line := range []string{"", "42", "42 (x) S 1 2 3", "42 (x) S x" + tail[2:]} {
		if got, ok := parseStat(42, []byte(line)); ok {
			t.Errorf("%q: got %v", line, got)
		}
	}
}
