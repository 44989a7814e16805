package process

import (
	"bytes"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// processes returns the process table, and whether it is complete: a process
// that was started while the table was read may not be in there. Without /proc
// it is empty: then only the process group of a leader can be signalled.
func processes(mark string) (table []proc, complete bool) {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil, true
	}
	defer dir.Close()
	newest := newestProcess()
	names, _ := dir.Readdirnames(-1)
	table = make([]proc, 0, len(names))
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		marked := hasInEnvironment(pid, mark) // before it can become a zombie
		if p, ok := lookup(pid); ok {
			p.marked = marked
			table = append(table, p)
		}
	}
	now := newestProcess()
	return table, now != 0 && now == newest
}

// newestProcess returns the pid that was given out last, or 0 if the system does
// not tell. It is the last word of /proc/loadavg.
func newestProcess() int {
	var buf [128]byte
	fields := bytes.Fields(readProc("loadavg", buf[:]))
	if len(fields) == 0 {
		return 0
	}
	pid, _ := strconv.Atoi(string(fields[len(fields)-1]))
	return pid
}

// hasInEnvironment reports whether a process was started with a text in its
// environment. That of other users' processes cannot be read.
func hasInEnvironment(pid int, text string) bool {
	fd, err := openProc(strconv.Itoa(pid) + "/environ")
	if err != nil {
		return false
	}
	defer unix.Close(fd)
	return contains(func(p []byte) (int, error) { return unix.Read(fd, p) }, text)
}

// lookup returns the process table's entry for pid.
func lookup(pid int) (proc, bool) {
	var buf [1024]byte
	return parseStat(pid, readProc(strconv.Itoa(pid)+"/stat", buf[:]))
}

// openProc opens a file in /proc. It avoids package os, whose additional system
// calls and garbage count when there are many processes.
func openProc(name string) (fd int, err error) {
	return unix.Open("/proc/"+name, unix.O_RDONLY|unix.O_CLOEXEC, 0)
}

// readProc reads the beginning of a file in /proc.
func readProc(name string, buf []byte) []byte {
	fd, err := openProc(name)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	n, _ := unix.Read(fd, buf)
	return buf[:max(n, 0)]
}

// parseStat reads a line of /proc/PID/stat; see proc_pid_stat(5). The second
// field is the program's name in parentheses and can itself contain both
// parentheses and spaces, so the fields are counted from its end.
func parseStat(pid int, line []byte) (proc, bool) {
	fields := bytes.Fields(line[bytes.LastIndexByte(line, ')')+1:])
	if len(fields) < 20 {
		return proc{}, false
	}
	p := proc{pid: pid, zombie: fields[0][0] == 'Z' || fields[0][0] == 'X'}
	var errs [4]error
	p.ppid, errs[0] = strconv.Atoi(string(fields[1]))
	p.pgid, errs[1] = strconv.Atoi(string(fields[2]))
	p.sid, errs[2] = strconv.Atoi(string(fields[3]))
	p.start, errs[3] = strconv.ParseUint(string(fields[19]), 10, 64)
	return p, errs == [4]error{}
}
