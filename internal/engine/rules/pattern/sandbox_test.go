//go:build !windows

package pattern_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// sandbox is a directory with a PATH of its own, on which rm only records how
// it was called.
type sandbox struct {
	dir, bash string
}

// stand-ins for programs that need rights or machines we do not have: they skip
// what comes before the program and run it.
const (
	recorder = `#!/bin/sh
{ for a in "$@"; do printf '%s\037' "$a"; done; printf '\036'; } >> "$RECORD"
`
	runAfterOptions = `#!/bin/sh
while :; do case "$1" in -u) shift 2 ;; -*) shift ;; *) break ;; esac; done
exec "$@"
`
	runAfterAssignments = `#!/bin/sh
while :; do case "$1" in -u) shift 2 ;; -*|*=*) shift ;; *) break ;; esac; done
exec "$@"
`
	runAfterHost = `#!/bin/sh
while :; do case "$1" in -p|-o|-i) shift 2 ;; -*) shift ;; *) break ;; esac; done
shift
exec sh -c "$*"
`
	runAfterContainer = `#!/bin/sh
[ "$1" = exec ] || exit 0
shift
while :; do case "$1" in -*) shift ;; *) break ;; esac; done
shift
[ "$1" = -- ] && shift
exec "$@"
`
)

func newSandbox(t testing.TB) *sandbox {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	s := &sandbox{dir: t.TempDir(), bash: bash}
	for name, text := range map[string]string{
		"bin/rm": recorder, "abs/rm": recorder,
		"bin/sudo": runAfterAssignments, "bin/doas": runAfterOptions, "bin/unshare": runAfterOptions,
		"bin/ssh": runAfterHost, "bin/docker": runAfterContainer, "bin/kubectl": runAfterContainer,
	} {
		file := filepath.Join(s.dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"bash", "sh", "dash", "cat", "env", "nohup", "nice", "ionice", "timeout", "setsid", "stdbuf", "flock", "chrt", "taskset", "xargs", "script", "find", "time", "tee", "sleep", "mkdir"} {
		if real, err := exec.LookPath(name); err == nil {
			if err := os.Symlink(real, filepath.Join(s.dir, "bin", name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return s
}

// has reports whether the sandbox has a program.
func (s *sandbox) has(name string) bool {
	_, err := os.Stat(filepath.Join(s.dir, "bin", name))
	return err == nil
}

// run runs a text in bash and returns the arguments of each call of rm.
func (s *sandbox) run(text string) [][]string {
	work, err := os.MkdirTemp(s.dir, "work")
	if err != nil {
		panic(err) // the test ends here either way
	}
	defer os.RemoveAll(work)
	record := filepath.Join(work, ".record")
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, s.bash, "--norc", "--noprofile", "-c", text)
	cmd.Dir = work
	cmd.Env = []string{"PATH=" + filepath.Join(s.dir, "bin"), "HOME=" + work, "RECORD=" + record, "LC_ALL=C.UTF-8", "SHELL=" + s.bash}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	_ = cmd.Run() // most texts fail in one way or another
	data, err := os.ReadFile(record)
	if err != nil {
		return nil
	}
	var calls [][]string
	for call := range strings.SplitSeq(strings.TrimSuffix(string(data), "\x1e"), "\x1e") {
		calls = append(calls, strings.Split(strings.TrimSuffix(call, "\x1f"), "\x1f"))
	}
	return calls
}

// deletes reports whether one of the calls was rm with -r and -f.
func deletes(calls [][]string) bool {
	for _, args := range calls {
		recursive, force := false, false
		for _, arg := range args {
			if arg == "--" {
				break
			}
			long := strings.HasPrefix(arg, "--")
			short := strings.HasPrefix(arg, "-") && !long
			recursive = recursive || short && strings.ContainsAny(arg, "rR") || len(arg) > 3 && strings.HasPrefix("--recursive", arg)
			force = force || short && strings.Contains(arg, "f") || len(arg) > 3 && strings.HasPrefix("--force", arg)
		}
		if recursive && force {
			return true
		}
	}
	return false
}
