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
	marked               bool // has the mark that was looked for
}

// tree is the set of processes that came from a leader. The leader must not be
// reaped as long as its tree is in use.
type tree struct {
	leader   int
	mark     string
	members  map[int]proc // by pid; without the leader, and without zombies
	sessions map[int]bool // those that nobody but the tree is in
}

// enough is how many looks at the process table in a row must find nothing if
// each of them may have missed something.
const enough = 5

// terminate ends the leader and everything that came from it: first politely,
// and after grace by force. It returns as soon as all are gone, and at most
// grace plus killWait later, but for the time it takes to look at the process
// table.
//
// The force is used in any case. It costs nothing if all are gone, and reaches
// what no look at the table has shown: a process that is quick enough can have
// forked and ended in between, but a signal to its group does not miss it.
func (l *leader) terminate(grace time.Duration) {
	t := tree{leader: l.process.Pid, mark: l.mark}
	t.end(syscall.SIGTERM, l.exited, grace)
	t.end(syscall.SIGKILL, l.exited, killWait)
}

// end sends sig to the whole tree and waits at most limit until all of it is
// gone.
func (t *tree) end(sig syscall.Signal, exited <-chan struct{}, limit time.Duration) {
	deadline := time.NewTimer(limit)
	defer deadline.Stop()
	t.look()
	t.signal(sig)
	const minPause, maxPause = 2 * time.Millisecond, 50 * time.Millisecond
	pause := minPause
	for empty := 0; empty < enough; {
		if exited == nil && !t.alive() {
			// A process may have been forked before the signal but after
			// the look at the table, or by one that was cleaning up.
			if sure := t.look(); len(t.members) > 0 {
				t.signal(sig)
				empty, pause = 0, minPause
			} else if sure {
				return
			} else {
				empty, pause = empty+1, minPause
			}
		}
		select {
		case <-exited:
			exited = nil // the leader is gone; on with the others
		case <-time.After(pause):
			pause = min(2*pause, maxPause)
		case <-deadline.C:
			return
		}
	}
}

// look updates the members from the system's process table. It reports whether
// it has certainly seen all processes that there are.
func (t *tree) look() (sure bool) {
	table, sure := processes(t.mark)
	t.update(table)
	return sure
}

// update takes the members from the process table: those known that still run,
// those that have the mark, and all that have a parent in the tree or are in a
// session of it.
//
// A session can be inherited or founded but not joined, so that of a member who
// has founded it holds only what came from that member. A marked process can
// also be in another one, if a daemon has started it at the wish of a hook and
// in its environment. That session is the daemon's.
func (t *tree) update(table []proc) {
	pids := map[int]bool{t.leader: true}
	sessions := make(map[int]bool)
	strangers := make(map[int]bool) // sessions with processes that have no mark
	for _, p := range table {
		if p.pid == t.leader && p.sid == t.leader { // anything else would be our own session
			sessions[t.leader] = true
		}
		if !p.marked && !p.zombie { // a zombie has no environment any more
			strangers[p.sid] = true
		}
	}
	members := make(map[int]proc)
	for grown := true; grown; {
		grown = false
		for _, p := range table {
			known := t.knows(p)
			if pids[p.pid] || !known && !p.marked && !pids[p.ppid] && !sessions[p.sid] {
				continue
			}
			grown = true
			pids[p.pid] = true
			ours := p.sid == p.pid || known && t.sessions[p.sid] || p.marked && !strangers[p.sid]
			if ours && p.sid > 0 { // else unknown
				sessions[p.sid] = true
			}
			if !p.zombie {
				members[p.pid] = p
			}
		}
	}
	t.members, t.sessions = members, sessions
}

// knows reports whether p was a member before.
func (t *tree) knows(p proc) bool {
	old, known := t.members[p.pid]
	return known && old.start == p.start
}

// signal sends sig to the leader and all members. In the sessions of the tree it
// goes by process group, which is always within a session: that also reaches
// what was forked since the look at the table, and nobody gets it twice.
//
// The look was a moment ago. The number of a group that has ended since cannot
// be another group's yet: the system uses all other numbers first.
func (t *tree) signal(sig syscall.Signal) {
	targets := map[int]bool{-t.leader: true}
	for _, p := range t.members {
		switch {
		case t.sessions[p.sid] && p.pgid > 1: // -1 would be everybody
			targets[-p.pgid] = true
		case p.pid > 1:
			targets[p.pid] = true
		}
	}
	for target := range targets {
		syscall.Kill(target, sig)
		if sig == syscall.SIGTERM {
			syscall.Kill(target, syscall.SIGCONT) // the stopped cannot react
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
