//go:build linux || darwin

package process

import (
	"bytes"
	"os/exec"
	"testing"
	"time"
)

// The benchmarks run the same command alternately by Run and by os/exec, so that
// noise of the machine hits both, and report how many times as long Run takes.
//
// They are of use on an idle machine only: Linux schedules each session as a
// group (see autogrouping in sched(7)), which gives a process that has a session
// of its own, as by Run, another share of busy CPUs than one that has not.

func BenchmarkSmall(b *testing.B) {
	c := bash(b, "true")
	c.Stdin = bytes.Repeat([]byte("x"), 1<<10)
	compare(b, c)
}

func BenchmarkLargeStdin(b *testing.B) {
	c := bash(b, "cat >/dev/null")
	c.Stdin = make([]byte, 10_000_000)
	compare(b, c)
}

func BenchmarkLargeStdout(b *testing.B) {
	c := bash(b, "head -c 10000000 /dev/zero")
	compare(b, c)
}

func BenchmarkEcho(b *testing.B) {
	c := bash(b, "cat; echo done >&2")
	c.Stdin = make([]byte, 50_000)
	c.Timeout = time.Minute
	compare(b, c)
}

// compare reports the time of a Run, that of os/exec, and their ratio.
func compare(b *testing.B, c Command) {
	b.ReportAllocs()
	var ours, theirs time.Duration
	turns := [2]func(){
		func() {
			start := time.Now()
			if r := Run(b.Context(), c); r.ExitCode != 0 {
				b.Fatalf("got %+v", r)
			}
			ours += time.Since(start)
		},
		func() {
			start := time.Now()
			if err := runExec(c); err != nil {
				b.Fatal(err)
			}
			theirs += time.Since(start)
		},
	}
	for i := 0; b.Loop(); i++ {
		turns[i%2]() // neither always comes second
		turns[1-i%2]()
	}
	b.ReportMetric(float64(ours.Microseconds())/float64(b.N), "µs/Run")
	b.ReportMetric(float64(theirs.Microseconds())/float64(b.N), "µs/exec")
	b.ReportMetric(float64(ours)/float64(theirs), "ratio")
}

// runExec runs c the plain way.
func runExec(c Command) error {
	cmd := exec.Command(c.Argv[0], c.Argv[1:]...)
	cmd.Env, cmd.Dir = c.Env, c.Dir
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(c.Stdin), &stdout, &stderr
	return cmd.Run()
}
