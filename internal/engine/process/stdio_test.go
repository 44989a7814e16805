//go:build linux || darwin

package process

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// randomBytes returns n bytes that are the same in every run.
func randomBytes(n int) []byte {
	data := make([]byte, n)
	rand.NewChaCha8([32]byte{}).Read(data)
	return data
}

func TestOutputIsExact(t *testing.T) {
	for script, want := range map[string]string{
		`printf 'a\0b\0'`:                          "a\x00b\x00",
		`printf '\303'; printf '\244'`:             "ä",
		`printf '\377\376'`:                        "\xff\xfe",
		`printf '\303' >&1; :; printf '\244\n'`:    "ä\n",
		`printf 'no newline'; printf x >/dev/fd/2`: "no newline",
		``: "",
	} {
		r := runSoon(t, bash(t, script))
		if string(r.Stdout) != want || r.StdoutDropped != 0 {
			t.Errorf("%s: got %q, want %q", script, r.Stdout, want)
		}
	}
}

func TestStreamsAreSeparate(t *testing.T) {
	r := runSoon(t, bash(t, "echo out; echo err >&2; exit 2"))
	if string(r.Stdout) != "out\n" || string(r.Stderr) != "err\n" || r.ExitCode != 2 {
		t.Errorf("got %+v", r)
	}
}

func TestMaxOutput(t *testing.T) {
	for _, test := range []struct{ max, kept, dropped int }{
		{9, 9, 1}, {10, 10, 0}, {11, 10, 0}, {1, 1, 9},
	} {
		c := bash(t, "printf 0123456789; printf 0123456789 >&2")
		c.MaxOutput = test.max
		r := runSoon(t, c)
		want := "0123456789"[:test.kept]
		if string(r.Stdout) != want || r.StdoutDropped != int64(test.dropped) {
			t.Errorf("max %d: stdout %q, dropped %d", test.max, r.Stdout, r.StdoutDropped)
		}
		if string(r.Stderr) != want || r.StderrDropped != int64(test.dropped) {
			t.Errorf("max %d: stderr %q, dropped %d", test.max, r.Stderr, r.StderrDropped)
		}
	}
}

func TestHugeOutput(t *testing.T) {
	const total, kept = 100 << 20, 1 << 20
	c := bash(t, "head -c "+strconv.Itoa(total)+" /dev/zero && echo complete >&2")
	c.MaxOutput = kept
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r := runSoon(t, c)
	runtime.ReadMemStats(&after)
	if len(r.Stdout) != kept || r.StdoutDropped != total-kept {
		t.Errorf("kept %d, dropped %d", len(r.Stdout), r.StdoutDropped)
	}
	if string(r.Stderr) != "complete\n" || r.ExitCode != 0 {
		t.Errorf("the hook was disturbed: %v %d %q", r.Ending, r.ExitCode, r.Stderr)
	}
	if n := after.TotalAlloc - before.TotalAlloc; n > 16<<20 {
		t.Errorf("%d bytes were allocated", n)
	}
}

func TestBackgroundChildIsLeftAlone(t *testing.T) {
	r := runSoon(t, bash(t, "echo hi; sleep 60 & echo $! >&2; exit 0"))
	child := pids(t, string(r.Stderr))
	if len(child) != 1 {
		t.Fatalf("got %+v", r)
	}
	defer wantGone(t, child...)
	defer syscall.Kill(child[0], syscall.SIGKILL)
	if r.Ending != Exited || r.ExitCode != 0 || string(r.Stdout) != "hi\n" {
		t.Errorf("got %+v", r)
	}
	if !running(child[0]) {
		t.Error("the child was killed")
	}
}

// A lot of output just before the exit is still in the pipe, or on its way, when
// the exit is noticed.
func TestLastOutputIsComplete(t *testing.T) {
	for range 50 {
		r := runSoon(t, bash(t, "sleep 60 & echo $! >&2; head -c 50000 /dev/zero; printf end"))
		for _, pid := range pids(t, string(r.Stderr)) {
			syscall.Kill(pid, syscall.SIGKILL)
		}
		if len(r.Stdout) != 50003 || !bytes.HasSuffix(r.Stdout, []byte("end")) {
			t.Fatalf("got %d bytes", len(r.Stdout))
		}
	}
}

func TestBackgroundFlood(t *testing.T) {
	c := bash(t, "echo hi; yes >&1 & echo $! >&2; exit 4")
	c.MaxOutput = 1 << 20
	r := runSoon(t, c)
	child := pids(t, string(r.Stderr))
	if len(child) != 1 {
		t.Fatalf("got %v %d %q", r.Ending, r.ExitCode, r.Stderr)
	}
	defer wantGone(t, child...)
	defer syscall.Kill(child[0], syscall.SIGKILL)
	if r.ExitCode != 4 || !bytes.HasPrefix(r.Stdout, []byte("hi\n")) {
		t.Errorf("got %v %d %.20q", r.Ending, r.ExitCode, r.Stdout)
	}
}

func TestStdin(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 64 << 10, 64<<10 + 1, 1 << 20, 1<<20 + 1, 10_000_000} {
		c := bash(t, "cat")
		c.Stdin = randomBytes(n)
		r := runSoon(t, c)
		if r.ExitCode != 0 || !bytes.Equal(r.Stdout, c.Stdin) {
			t.Errorf("%d bytes: got %d bytes, %v %d", n, len(r.Stdout), r.Ending, r.ExitCode)
		}
	}
}

func TestStdinNotRead(t *testing.T) {
	for name, script := range map[string]string{
		"never":         "exit 0",
		"child has it":  "sleep 60 <&0 & echo $!",
		"partly":        "read -r line; exit 0",
		"closed":        "exec <&-; echo closed; exit 0",
		"closed, later": "read -r line; exec <&-; head -c 1000000 /dev/zero; exit 0",
	} {
		c := bash(t, script)
		c.Stdin = []byte(strings.Repeat("line\n", 2_000_000))
		r := runSoon(t, c)
		if name == "child has it" {
			child := pids(t, string(r.Stdout))
			syscall.Kill(child[0], syscall.SIGKILL)
			wantGone(t, child...)
		}
		if r.Ending != Exited || r.ExitCode != 0 {
			t.Errorf("%s: got %+v", name, r)
		}
	}
}

func TestStdinNotReadTimeout(t *testing.T) {
	c := bash(t, "exec sleep 60")
	c.Stdin = randomBytes(10_000_000)
	c.Timeout = 50 * time.Millisecond
	if r := runSoon(t, c); r.Ending != TimedOut || r.Signal != "SIGTERM" {
		t.Errorf("got %+v", r)
	}
}
