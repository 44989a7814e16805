//go:build linux || darwin

package process

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// hasMark reports whether any process has a mark.
func hasMark(mark string) bool {
	table, _ := processes(mark)
	return slices.ContainsFunc(table, func(p proc) bool { return p.marked && !p.zombie })
}

// needSetsid skips a test where there is no program setsid.
func needSetsid(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip(err)
	}
}

// wantNoStrays starts something in a run, cancels the run and looks for what it
// left.
func wantNoStrays(t *testing.T, script string) {
	t.Helper()
	wantNoStraysAfter(t, 50*time.Millisecond, script)
}

func wantNoStraysAfter(t *testing.T, grace time.Duration, script string) {
	t.Helper()
	c := bash(t, script+`; echo $$ >"$READY"; sleep 60`)
	mark := newMark()
	c.Env = withMark(c.Env, mark)
	c.Grace = grace
	if r, _ := interrupt(t, c); r.Ending != Canceled {
		t.Errorf("got %+v, stderr %q", r, r.Stderr)
	}
	for range 20 { // one look can miss a process that respawns
		if hasMark(mark) {
			t.Error("something still runs")
			killMarked(t, mark)
			return
		}
	}
}

// killMarked clears away what a failed test left.
func killMarked(t *testing.T, mark string) {
	t.Helper()
	for deadline := time.Now().Add(soon); hasMark(mark) && time.Now().Before(deadline); {
		table, _ := processes(mark)
		for _, p := range table {
			if p.marked {
				syscall.Kill(-p.pgid, syscall.SIGKILL)
			}
		}
	}
}

func TestDoubleForkEnds(t *testing.T) { wantNoStrays(t, `( (sleep 60 &) & )`) }

func TestDaemonEnds(t *testing.T) {
	needSetsid(t)
	wantNoStrays(t, `setsid -f sleep 60`)
}

func TestStubbornDaemonEnds(t *testing.T) {
	needSetsid(t)
	wantNoStrays(t, `setsid -f bash -c 'trap "" TERM; while :; do sleep 60; done'`)
}

func TestStoppedDaemonEnds(t *testing.T) {
	needSetsid(t)
	wantNoStrays(t, `setsid -f bash -c 'kill -STOP $$'`)
}

// With a long grace there are many looks, and one that finds nothing is enough
// to believe that all is over.
func TestRespawningChildrenEnd(t *testing.T) {
	wantNoStraysAfter(t, 2*time.Second, `f() { trap '' TERM; sleep 0.01; f & exit; }; f & sleep 0.03`)
}

func TestRespawningDaemonEnds(t *testing.T) {
	needSetsid(t)
	for range 5 {
		wantNoStrays(t, `setsid -f bash -c 'f() { trap "" TERM; sleep 0.01; f & exit; }; f'; sleep 0.03`)
	}
}

// Each generation is in a session of its own.
func TestRespawningDaemonsEnd(t *testing.T) {
	needSetsid(t)
	wantNoStrays(t, `export F='trap "" TERM; sleep 0.01; setsid -f bash -c "$F"'; setsid -f bash -c "$F"`)
}

func TestStraysOfACanceledRunEnd(t *testing.T) {
	needSetsid(t)
	c := bash(t, `setsid -f bash -c 'echo $$ >"$READY"; exec sleep 60'; sleep 60`)
	_, daemon := interrupt(t, c)
	if running(daemon[0]) {
		t.Error("it still runs")
		syscall.Kill(daemon[0], syscall.SIGKILL)
	}
}

func TestStraysOfAWorkerEnd(t *testing.T) {
	needSetsid(t)
	w, c := newWorkers(t), bash(t, serve)
	c.Timeout = 500 * time.Millisecond
	call(t, w, `setsid -f bash -c 'echo $$ >child; exec sleep 60'; sleep 60`, c)
	text, _ := os.ReadFile(filepath.Join(c.Dir, "child"))
	wantGone(t, pids(t, string(text))...)
}

// What a run that ended by itself left belongs to nobody, also if another run of
// the same program is out of time.
func TestStraysOfOtherRunsAreLeftAlone(t *testing.T) {
	needSetsid(t)
	r := runSoon(t, bash(t, `setsid -f bash -c 'echo $$; exec sleep 60 >&-' | cat`))
	daemon := pids(t, string(r.Stdout))
	defer wantGone(t, daemon...)
	defer syscall.Kill(daemon[0], syscall.SIGKILL)
	c := bash(t, "sleep 60")
	c.Timeout = 50 * time.Millisecond
	runSoon(t, c)
	if !running(daemon[0]) {
		t.Error("it was killed")
	}
}

func TestChildrenOfThisProgramAreLeftAlone(t *testing.T) {
	own := map[string]*exec.Cmd{"plain": exec.Command("sleep", "60"), "own session": exec.Command("sleep", "60")}
	own["own session"].SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	for _, cmd := range own {
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		defer cmd.Wait()
		defer cmd.Process.Kill()
	}
	c := bash(t, `echo $$ >"$READY"; sleep 60`)
	interrupt(t, c)
	for name, cmd := range own {
		if !running(cmd.Process.Pid) {
			t.Errorf("%s: it was killed", name)
		}
	}
}

// A daemon from before that starts a process in the environment of a hook loses
// that process, but neither its own life nor its other children.
func TestDaemonThatServesAHookIsLeftAlone(t *testing.T) {
	daemon := exec.Command("bash", "-c", `sleep 60 & echo $! >sibling
		mkfifo wish; read -r mark <wish; GRAPNEL_RUN=$mark sleep 60 & echo $! >served; wait; wait`)
	daemon.Dir = t.TempDir()
	daemon.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	defer daemon.Wait()
	defer syscall.Kill(-daemon.Process.Pid, syscall.SIGKILL)
	c := bash(t, `cd "$DAEMON"; until [ -p wish ]; do sleep 0.01; done; echo $GRAPNEL_RUN >wish
		until [ -s served ]; do sleep 0.01; done; echo $(cat sibling served) >"$READY"; sleep 60`)
	c.Env = append(c.Env, "DAEMON="+daemon.Dir)
	_, both := interrupt(t, c)
	if sibling, served := both[0], both[1]; !running(sibling) || running(served) || !running(daemon.Process.Pid) {
		t.Errorf("daemon runs: %v, its child: %v, the process for the hook: %v",
			running(daemon.Process.Pid), running(sibling), running(served))
	}
}

func TestMarksOfNestedRunsAddUp(t *testing.T) {
	outer := withMark([]string{"A=1"}, "x")
	inner := withMark(outer, "y")
	if got := strings.Join(inner, " "); got != "A=1 GRAPNEL_RUN=x.y" || outer[1] != "GRAPNEL_RUN=x" {
		t.Errorf("got %s in %s", got, outer)
	}
}

func FuzzContains(f *testing.F) {
	f.Add("abc", "b", 1)
	f.Add(strings.Repeat("x", 40<<10)+"mark", "mark", 32<<10-2)
	f.Fuzz(func(t *testing.T, data, text string, chunk int) {
		if text == "" || len(text) > 1000 {
			return
		}
		rest := data
		read := func(p []byte) (int, error) {
			n := copy(p[:min(len(p), max(1, chunk))], rest)
			rest = rest[n:]
			return n, nil
		}
		if got, want := contains(read, text), strings.Contains(data, text); got != want {
			t.Errorf("got %v, want %v", got, want)
		}
	})
}
