package process

import (
	"bytes"

	"golang.org/x/sys/unix"
)

// processes returns the process table. It is never certainly complete: who
// forks and ends while the table is read is not in there.
func processes(mark string) (table []proc, complete bool) {
	infos, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return nil, false
	}
	table = make([]proc, len(infos))
	for i := range infos {
		table[i] = newProc(&infos[i])
		table[i].marked = hasInEnvironment(table[i].pid, mark)
	}
	return table, false
}

// hasInEnvironment reports whether a process was started with a text in its
// environment, or its arguments, which macOS keeps in the same place. It hides
// the environment of protected programs.
func hasInEnvironment(pid int, text string) bool {
	started, err := unix.SysctlRaw("kern.procargs2", pid)
	return err == nil && bytes.Contains(started, []byte(text))
}

// lookup returns the process table's entry for pid.
func lookup(pid int) (proc, bool) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return proc{}, false
	}
	return newProc(info), true
}

// newProc takes from info what a proc needs. The session in info is a kernel
// address, so its id has to be asked for.
func newProc(info *unix.KinfoProc) proc {
	const zombie = 5 // SZOMB in sys/proc.h
	p := proc{
		pid:    int(info.Proc.P_pid),
		ppid:   int(info.Eproc.Ppid),
		pgid:   int(info.Eproc.Pgid),
		start:  uint64(info.Proc.P_starttime.Nano()),
		zombie: info.Proc.P_stat == zombie,
	}
	if sid, err := unix.Getsid(p.pid); err == nil {
		p.sid = sid
	}
	return p
}
