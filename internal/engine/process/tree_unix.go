//go:build linux || darwin

package process

import (
	"syscall"
	"time"
)

// proc is one line of the system's process table.
type proc struct {
	pid, ppid, pgid, sid int
	start                uint64 // start time, to recognise a reused pid
	zombie               bool
}

// tree is the set of processes that came from a leader. The leader must not be
// reaped as long as its tree is in use.
type tree struct {
	leader  int
	members map[int]proc // by pid; without the leader, and without zombies
}

// terminate ends the leader and everything that came from it: first politely,
// and after grace by force. It returns as soon as all are gone, and at most
// grace plus killWait later in any case.
func terminate(leader int, exited <-chan struct{}, grace time.Duration) {
	t := tree{leader: leader}
	if !t.end(syscall.SIGTERM, exited, grace) {
		t.end(syscall.SIGKILL, exited, killWait)
	}
}

// end sends sig to the whole tree and waits at most limit until all of it is
// gone, which it reports.
func (t *tree) end(sig syscall.Signal, exited <-chan struct{}, limit time.Duration) bool {
	deadline := time.NewTimer(limit)
	defer deadline.Stop()
	t.update(processes())
	t.signal(sig)
	const minPause, maxPause = 2 * time.Millisecond, 50 * time.Millisecond
	for pause := minPause; ; pause = min(2*pause, maxPause) {
		if exited == nil && !t.alive() {
			// A process may have been forked before the signal but after
			// the look at the table, or by one that was cleaning up.
			t.update(processes())
			if len(t.members) == 0 {
				return true
			}
			t.signal(sig)
		}
		select {
		case <-exited:
			exited = nil // the leader is gone; on with the others
		case <-time.After(pause):
		case <-deadline.C:
			return false
		}
	}
}

// update takes the members from the process table: those known that still run,
// and all that have a parent in the tree or share a session with one of it. A
// session can be inherited or founded but not joined, and the leader founded its
// own, so no session has processes both in the tree and outside. Neither has a
// process group, which is always within a session.
func (t *tree) update(table []proc) {
	pids := map[int]bool{t.leader: true}
	sids := make(map[int]bool)
	for _, p := range table {
		if p.pid == t.leader && p.sid == t.leader { // anything else would be our own session
			sids[t.leader] = true
		}
	}
	members := make(map[int]proc)
	for grown := true; grown; {
		grown = false
		for _, p := range table {
			old, known := t.members[p.pid]
			known = known && old.start == p.start
			if pids[p.pid] || !known && !pids[p.ppid] && !sids[p.sid] {
				continue
			}
			grown = true
			pids[p.pid] = true
			if p.sid > 0 { // else unknown
				sids[p.sid] = true
			}
			if !p.zombie {
				members[p.pid] = p
			}
		}
	}
	t.members = members
}

// signal sends sig to the leader and all members. It goes by process group: that
// also reaches what is being forked at the moment, and nobody gets it twice.
func (t *tree) signal(sig syscall.Signal) {
	groups := map[int]bool{t.leader: true}
	for _, p := range t.members {
		if now, ok := current(p); ok && now.pgid > 1 { // -1 would be everybody
			groups[now.pgid] = true
		}
	}
	for pgid := range groups {
		syscall.Kill(-pgid, sig)
		if sig == syscall.SIGTERM {
			syscall.Kill(-pgid, syscall.SIGCONT) // the stopped cannot react
		}
	}
}

// alive reports whether any of the members still runs, and forgets those that
// do not.
func (t *tree) alive() bool {
	for pid, p := range t.members {
		if _, ok := current(p); ok {
			return true
		}
		delete(t.members, pid)
	}
	return false
}

// current returns p as it is now, if it still runs. A zombie does not, and
// another process with the same pid is not p.
func current(p proc) (now proc, ok bool) {
	now, ok = lookup(p.pid)
	return now, ok && now.start == p.start && !now.zombie
}
