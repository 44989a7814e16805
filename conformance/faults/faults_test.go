//go:build unix

package faults

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

var everything = flag.Bool("all", false, "also run the checks that take long")

// How many checks there were, for the summary.
var checked, failed, skipped atomic.Int32

// binaries is the directory that has the command.
var binaries string

func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "8") // most of the time is waiting
	// A signal that is ignored here, as under nohup, would be ignored by the
	// commands too.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "grapnel-faults-")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		binaries = dir
		build := exec.Command("go", "build", "-o", filepath.Join(dir, "grapnel"), "github.com/grapnel-hooks/grapnel/cmd/grapnel")
		if text, err := build.CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s%v\n", text, err)
			return 1
		}
		code := m.Run()
		fmt.Printf("faults: %d checks, %d failed, %d skipped\n", checked.Load(), failed.Load(), skipped.Load())
		return code
	}())
}

// fault is something that goes wrong, and what must come of it.
type fault struct {
	name  string
	files map[string]string // of the project
	// run is a script for bash, which runs in the project. Its home directory is
	// $HOME, and "grapnel" is in PATH.
	run string
	// exit is the exit code of the script.
	exit int
	// says and never are in what it prints, or not.
	says, never string
	needs       string // a program
	slow        bool   // not in every run
}

// hangs is when something that has not ended never will, also on a machine that
// has a lot else to do.
const hangs = 2 * time.Minute

// check runs a table of faults.
func check(t *testing.T, faults []fault) {
	t.Helper()
	for _, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			count(t)
			if f.slow && !*everything {
				t.Skip("takes long; make faults runs it")
			}
			if f.needs != "" {
				need(t, f.needs)
			}
			t.Parallel()
			p := newPlace(t)
			p.write(f.files)
			code, printed := p.bash(f.run)
			if code != f.exit {
				t.Errorf("exit code %d, want %d\n%s", code, f.exit, printed)
			}
			if !strings.Contains(printed, f.says) {
				t.Errorf("it does not say %q:\n%s", f.says, printed)
			}
			if f.never != "" && strings.Contains(printed, f.never) {
				t.Errorf("it says %q:\n%s", f.never, printed)
			}
		})
	}
}

// count counts a check and how it ends.
func count(t *testing.T) {
	checked.Add(1)
	t.Cleanup(func() {
		switch {
		case t.Failed():
			failed.Add(1)
		case t.Skipped():
			skipped.Add(1)
		}
	})
}

func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skip("needs " + program)
	}
}

// place is a project, with a home directory beside it.
type place struct {
	t   *testing.T
	dir string
}

func newPlace(t *testing.T) place {
	t.Helper()
	root := t.TempDir()
	p := place{t, filepath.Join(root, "project")}
	for _, dir := range []string{"project", "home", "tmp"} {
		if err := os.Mkdir(filepath.Join(root, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func (p place) write(files map[string]string) {
	p.t.Helper()
	for name, text := range files {
		path := filepath.Join(p.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			p.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
			p.t.Fatal(err)
		}
	}
}

// beside is a directory next to the project.
func (p place) beside(name string) string { return filepath.Join(filepath.Dir(p.dir), name) }

// environ is an environment that knows nothing of this machine's hooks.
func (p place) environ() []string {
	var env []string
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "GRAPNEL_") {
			env = append(env, variable)
		}
	}
	return append(env,
		"PATH="+binaries+":"+os.Getenv("PATH"), "HOME="+p.beside("home"), "TMPDIR="+p.beside("tmp"),
		"GRAPNEL_STATE_DIR="+p.beside("state"), "LLXPRT_SYSTEM_SETTINGS_PATH="+p.beside("none"),
		"MARK="+fmt.Sprintf("98765.%d", time.Now().UnixNano()))
}

// prelude has what many scripts need.
const prelude = `
# closed N makes N a descriptor whose reader is gone.
closed() { eval "exec $1> >(:)"; wait $!; }
# alive WORD succeeds if a process has that word in its command line.
alive() {
	local p line
	for p in /proc/[0-9]*; do
		{ line=$(tr '\0' ' ' < $p/cmdline); } 2> /dev/null || continue
		[[ $line == *"sleep $1"* && $p != /proc/$$ && $(cut -d' ' -f3 $p/stat 2> /dev/null) != Z ]] && return 0
	done
	return 1
}
# gone WORD waits until there is none, for ten seconds.
gone() { local i; for i in {1..200}; do alive "$1" || return 0; sleep 0.05; done; echo "still there: $1"; return 1; }
# await COMMAND waits until a command succeeds, for twenty seconds.
await() { local i; for i in {1..400}; do "$@" 2> /dev/null && return 0; sleep 0.05; done; echo "not seen: $*"; return 1; }
`

// bash runs a script and returns its exit code and what it prints.
func (p place) bash(script string) (code int, printed string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), hangs)
	defer cancel()
	cmd := exec.CommandContext(ctx, "bash", "-c", prelude+script)
	cmd.Dir, cmd.Env, cmd.WaitDelay = p.dir, p.environ(), time.Second
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		p.t.Fatalf("it hangs:\n%s", text)
	case err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay):
		p.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(text)
}

// fire is how scripts fire an event at c.json.
const fire = `grapnel fire BeforeTool --config c.json `

// guard is a configuration with one hook before tools, as c.json.
func guard(command string) map[string]string { return guardWith(command, "") }

// guardWith is guard with more members of the hook, such as a timeout.
func guardWith(command, more string) map[string]string {
	return map[string]string{"c.json": hooks(command, more)}
}

// hooks is a configuration for LLxprt with one hook before tools.
func hooks(command, more string) string {
	if more != "" {
		more = ", " + more
	}
	return fmt.Sprintf(`{"enableHooks": true, "hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": %s%s}]}]}}`, quote(command), more)
}

// with returns files and some more.
func with(files map[string]string, more ...string) map[string]string {
	all := maps.Clone(files)
	for i := 0; i < len(more); i += 2 {
		all[more[i]] = more[i+1]
	}
	return all
}

// deny is what the commands of guards do.
const deny = "echo no >&2; exit 2"

func replace(text, old, by string) string { return strings.ReplaceAll(text, old, by) }

func repeated(text string, times int) string { return strings.Repeat(text, times) }
