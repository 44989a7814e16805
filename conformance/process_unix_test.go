//go:build unix

package conformance

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// processLives reports whether the process exists and is no zombie.
func processLives(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return true // no /proc here: the signal has to do
	}
	_, after, _ := strings.Cut(string(stat), ") ")
	return !strings.HasPrefix(after, "Z")
}
