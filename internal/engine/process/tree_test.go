//go:build linux || darwin

package process

import (
	"maps"
	"os"
	"slices"
	"testing"
	"time"
)

func TestTreeUpdate(t *testing.T) {
	table := []proc{
		{pid: 1, ppid: 0, pgid: 1, sid: 1},
		{pid: 2, ppid: 0},                                 // of the kernel; no session
		{pid: 15, ppid: 14, pgid: 14, sid: 14},            // before its parent
		{pid: 10, ppid: 9, pgid: 10, sid: 10},             // the leader
		{pid: 11, ppid: 10, pgid: 10, sid: 10},            // child
		{pid: 12, ppid: 1, pgid: 12, sid: 10},             // orphan in a group of its own
		{pid: 14, ppid: 11, pgid: 14, sid: 14},            // in a session of its own
		{pid: 16, ppid: 1, pgid: 16, sid: 14},             // orphan in that session
		{pid: 17, ppid: 11, zombie: true},                 // session unknown
		{pid: 20, ppid: 1, pgid: 20, sid: 20, start: 5},   // orphan known from before
		{pid: 21, ppid: 20, pgid: 20, sid: 20},            // its child
		{pid: 30, ppid: 1, pgid: 30, sid: 30, start: 100}, // reuses a known pid
		{pid: 9, ppid: 1, pgid: 9, sid: 9},                // parent of the leader
		{pid: 50, ppid: 1, pgid: 49, sid: 49, marked: true},
		{pid: 51, ppid: 1, pgid: 49, sid: 49, zombie: true},
		{pid: 60, ppid: 1, pgid: 60, sid: 60}, // a daemon
		{pid: 61, ppid: 60, pgid: 60, sid: 60, marked: true},
		{pid: 62, ppid: 61, pgid: 60, sid: 60},
		{pid: 70, ppid: 1, pgid: 70, sid: 69}, // orphan, known, in a session of the tree
		{pid: 71, ppid: 1, pgid: 71, sid: 69}, // its founder is gone
	}
	tr := tree{leader: 10, members: map[int]proc{
		20: {pid: 20, start: 5},
		30: {pid: 30, start: 99},
		40: {pid: 40, start: 1},
		70: {pid: 70},
	}, sessions: map[int]bool{69: true}}
	tr.update(table)
	got := slices.Sorted(maps.Keys(tr.members))
	if want := []int{11, 12, 14, 15, 16, 20, 21, 50, 61, 62, 70, 71}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	sessions := slices.Sorted(maps.Keys(tr.sessions))
	if want := []int{10, 14, 20, 49, 69}; !slices.Equal(sessions, want) {
		t.Errorf("got sessions %v, want %v", sessions, want)
	}
}

func TestLookup(t *testing.T) {
	self, ok := lookup(os.Getpid())
	if !ok || self.pid != os.Getpid() || self.ppid != os.Getppid() || self.start == 0 || self.zombie {
		t.Errorf("got %+v, %v", self, ok)
	}
	if table, _ := processes("no such mark"); !slices.Contains(table, self) {
		t.Error("not in the table")
	}
	if _, ok := current(self); !ok {
		t.Error("not current")
	}
	self.start++
	if _, ok := current(self); ok {
		t.Error("current with another start time")
	}
}

// A process that does not end is left, and reaped when it does.
func TestReapLater(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	l, err := launch("/bin/sh", &Command{Argv: []string{"sh", "-c", "read line"}}, []*os.File{r})
	r.Close()
	if err != nil {
		t.Fatal(err)
	}
	pid := l.process.Pid
	if got := l.reap(); got.ExitCode != -1 {
		t.Errorf("got %+v", got)
	}
	w.Close()
	for deadline := time.Now().Add(soon); ; time.Sleep(time.Millisecond) {
		if _, ok := lookup(pid); !ok {
			return
		}
		if time.Now().After(deadline) {
			t.Fatal("not reaped")
		}
	}
}
