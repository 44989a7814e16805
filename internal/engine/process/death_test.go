//go:build linux || darwin

package process

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// mortal names the variable with the script of a hook that this program runs, in
// place of its tests, until somebody kills it.
const mortal = "GRAPNEL_TEST_MORTAL"

func TestMain(m *testing.M) {
	if script := os.Getenv(mortal); script != "" {
		Run(context.Background(), Command{Argv: []string{"bash", "-c", script}, Env: os.Environ()})
		os.Exit(0)
	}
	goleak.VerifyTestMain(m)
}

// startMortal starts a program that runs a hook, and returns when the hook has
// written the pids of its processes to the file "pids".
func startMortal(t *testing.T, script string) (program *os.Process, hook []int) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), mortal+"="+script)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
		for _, pid := range hook {
			syscall.Kill(pid, syscall.SIGKILL) // so that a failure leaves nothing
		}
	})
	eventually(t, "the hook is ready", func() bool {
		text, _ := os.ReadFile(filepath.Join(cmd.Dir, "pids"))
		hook = pids(t, string(text))
		return strings.HasSuffix(string(text), "\n")
	})
	return cmd.Process, hook
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(soon); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("it never comes that %s", what)
		}
	}
}

// awaitWatchdog waits until a program has a watchdog beside the hook that it
// runs, and returns its pid.
func awaitWatchdog(t *testing.T, program, hook int) (watchdog int) {
	t.Helper()
	eventually(t, "there is a watchdog", func() bool {
		table, _ := processes("no mark")
		for _, p := range table {
			if p.ppid == program && p.pid != hook {
				watchdog = p.pid
			}
		}
		return watchdog != 0
	})
	return watchdog
}

func TestHookDiesWithTheProgramThatRunsIt(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("there is no parent-death signal; a watchdog comes later")
	}
	program, hook := startMortal(t, `echo $$ >pids; while :; do sleep 60; done`)
	program.Kill()
	wantGone(t, hook...)
}

func TestProcessGroupDiesWithTheProgram(t *testing.T) {
	program, hook := startMortal(t, `trap "" TERM HUP; sleep 60 & (sleep 60 & echo $$ $! $(jobs -p) >pids); wait`)
	watchdog := awaitWatchdog(t, program.Pid, hook[0])
	program.Kill()
	wantGone(t, append(hook, watchdog)...)
}

func TestStraysDieWithTheProgram(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the watchdog finds marks on Linux only")
	}
	needSetsid(t)
	program, hook := startMortal(t, `echo $$ >leader; setsid -f bash -c 'echo $(cat leader) $$ >pids; exec sleep 60'; sleep 60`)
	awaitWatchdog(t, program.Pid, hook[0])
	program.Kill()
	wantGone(t, hook...)
}

// A second SIGTERM, which nobody catches, is no way to leave hooks behind.
func TestHookDiesWithAProgramThatGetsSIGTERM(t *testing.T) {
	program, hook := startMortal(t, `trap "" TERM; echo $$ >pids; while :; do sleep 60; done`)
	awaitWatchdog(t, program.Pid, hook[0])
	program.Signal(syscall.SIGTERM)
	wantGone(t, hook...)
}

func TestWatchdogGoesWithItsRun(t *testing.T) {
	c := bash(t, `until [ -e go ]; do sleep 0.01; done; sleep 60 & echo $!`)
	done := make(chan Result, 1)
	go func() { done <- Run(t.Context(), c) }()
	watchdog := 0
	eventually(t, "there is a watchdog", func() bool {
		table, _ := processes("no mark")
		for _, p := range table {
			if p.ppid == os.Getpid() && p.sid == p.pid && isWatchdog(t, p.pid) {
				watchdog = p.pid
			}
		}
		return watchdog != 0
	})
	if err := os.WriteFile(filepath.Join(c.Dir, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := inTime(t, func() Result { return <-done })
	if _, there := lookup(watchdog); there {
		t.Error("the watchdog is left")
	}
	child := pids(t, string(r.Stdout))
	defer wantGone(t, child...)
	defer syscall.Kill(child[0], syscall.SIGKILL)
	if !running(child[0]) {
		t.Error("what the hook left in the background was killed")
	}
}

// isWatchdog reports whether a process is a watchdog.
func isWatchdog(t *testing.T, pid int) bool {
	t.Helper()
	out, _ := exec.Command("ps", "-o", "args=", "-p", strconv.Itoa(pid)).Output()
	return strings.HasPrefix(string(out), "grapnel-watchdog")
}

// The parent-death signal comes with the death of the thread that started a
// process. Threads of this program come and go as it likes.
func TestHookSurvivesTheThreadsOfTheProgram(t *testing.T) {
	for range 20 {
		c := bash(t, `until [ -e go ]; do sleep 0.01; done`)
		done := make(chan Result, 1)
		go func() { done <- Run(t.Context(), c) }()
		ended := make(chan struct{})
		for range 20 {
			go func() {
				defer func() { ended <- struct{}{} }()
				runtime.LockOSThread() // never unlocked: the thread ends
				exec.Command("true").Run()
			}()
		}
		for range 20 {
			<-ended
		}
		if err := os.WriteFile(filepath.Join(c.Dir, "go"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if r := inTime(t, func() Result { return <-done }); r.Ending != Exited || r.ExitCode != 0 {
			t.Fatalf("got %+v", r)
		}
	}
}
