package process

import "golang.org/x/sys/unix"

// processes returns the process table.
func processes() []proc {
	infos, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return nil
	}
	table := make([]proc, len(infos))
	for i := range infos {
		table[i] = newProc(&infos[i])
	}
	return table
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
