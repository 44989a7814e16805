package process

import (
	"bytes"
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// processes returns the process table. Without /proc it is empty: then only the
// process group of a leader can be signalled.
func processes() []proc {
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	table := make([]proc, 0, len(names))
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil {
			continue
		}
		if p, ok := lookup(pid); ok {
			table = append(table, p)
		}
	}
	return table
}

// lookup returns the process table's entry for pid. It avoids os.ReadFile, whose
// additional system calls and garbage count when there are many processes.
func lookup(pid int) (proc, bool) {
	fd, err := unix.Open("/proc/"+strconv.Itoa(pid)+"/stat", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return proc{}, false
	}
	defer unix.Close(fd)
	var buf [1024]byte
	n, err := unix.Read(fd, buf[:])
	if err != nil {
		return proc{}, false
	}
	return parseStat(pid, buf[:n])
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
