//go:build unix

package massgen

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/engine/process"
)

const soon = 30 * time.Second

// python is a project with Python hooks in the module "hooks".
type python struct {
	t       *testing.T
	dir     string
	workers *process.Workers
}

func newPython(t *testing.T, module string) *python {
	t.Helper()
	if _, err := findPython(); err != nil {
		t.Skip("needs python3: ", err)
	}
	p := &python{t: t, dir: t.TempDir(), workers: new(process.Workers)}
	t.Cleanup(p.workers.Close)
	p.write("hooks.py", module)
	return p
}

func (p *python) write(name, text string) {
	p.t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o600); err != nil {
		p.t.Fatal(err)
	}
}

// call calls a function with an event that has these fields.
func (p *python) call(handler string, fields hook.Object, timeout time.Duration) process.Result {
	p.t.Helper()
	program, err := Dialect{}.Program(hook.Definition{Type: typePython, Command: handler}, p.dir)
	if err != nil {
		p.t.Fatal(err)
	}
	stdin, env := Dialect{}.Input(hook.Event{Type: events[0], Time: time.Now(), Fields: fields})
	return p.workers.Call(p.t.Context(), program.Handler, process.Command{
		Argv: program.Argv, Dir: p.dir, Stdin: stdin, Env: append(os.Environ(), env...), Timeout: timeout, MaxOutput: 16<<20 + 1,
	})
}

func (p *python) want(handler, stdout string) {
	p.t.Helper()
	r := p.call(handler, hook.Object{}, soon)
	if r.ExitCode != 0 || string(r.Stdout) != stdout {
		p.t.Errorf("%s: got %v %d, %q\n%s", handler, r.Ending, r.ExitCode, r.Stdout, r.Stderr)
	}
}

func TestWorkerKeepsStateBetweenCalls(t *testing.T) {
	p := newPython(t, `
import asyncio, os
n = 0
queue = None

def count(event):
    global n
    n += 1
    return {"reason": str(n)}

async def put(event):
    global queue
    queue = asyncio.Queue()
    await queue.put("kept")

async def get(event):
    return {"reason": await queue.get()}

def name(event):
    return {"reason": event.tool_name + os.environ["MASSGEN_TOOL_NAME"]}

class Counter:
    n = 0
    def __call__(self, event):
        self.n += 1
        return {"reason": str(self.n)}
`)
	p.want("hooks.count", `{"reason": "1"}`)
	p.want("hooks.count", `{"reason": "2"}`)
	p.want("hooks.put", ``)
	p.want("hooks.get", `{"reason": "kept"}`)
	p.want("hooks.Counter", `{"reason": "1"}`)
	p.want("hooks.Counter", `{"reason": "2"}`)
	for _, name := range []string{"A", "B"} {
		fields := hook.Object{}
		fields.Set("tool_name", name)
		if r := p.call("hooks.name", fields, soon); string(r.Stdout) != `{"reason": "`+name+name+`"}` {
			t.Errorf("got %s, %s", r.Stdout, r.Stderr)
		}
	}
}

func TestWorkerEndsTheCallNotTheSession(t *testing.T) {
	p := newPython(t, `
import os, threading, time
def pid(event): return {"reason": str(os.getpid())}
def vanish(event): os._exit(5)
def sleep(event): time.sleep(60)
def crash(event): os.abort()
def thread(event): threading.Thread(target=time.sleep, args=[60]).start()
`)
	p.want("hooks.thread", ``)
	for handler, ending := range map[string]process.Ending{
		"hooks.vanish": process.Exited, "hooks.sleep": process.TimedOut, "hooks.crash": process.Signaled,
	} {
		timeout := soon
		if ending == process.TimedOut {
			timeout = time.Second
		}
		if r := p.call(handler, nil, timeout); r.Ending != ending || r.ExitCode == 0 || len(r.Stdout) > 0 {
			t.Errorf("%s: got %v %d %q %q", handler, r.Ending, r.ExitCode, r.Stdout, r.Stderr)
		}
		if r := p.call("hooks.pid", nil, soon); r.ExitCode != 0 {
			t.Errorf("after %s: got %v %d %q", handler, r.Ending, r.ExitCode, r.Stderr)
		}
	}
}

func TestWorkerEndsWithItsInput(t *testing.T) {
	p := newPython(t, `
import atexit, os, threading, time
def start(event):
    threading.Thread(target=time.sleep, args=[60]).start()
    atexit.register(lambda: open("left", "w").close())
    return {"reason": str(os.getpid())}
`)
	r := p.call("hooks.start", nil, soon)
	var answer struct{ Reason string }
	if err := json.Unmarshal(r.Stdout, &answer); err != nil {
		t.Fatalf("got %+v: %s", r, r.Stderr)
	}
	pid, _ := strconv.Atoi(answer.Reason)
	start := time.Now()
	p.workers.Close()
	if err := syscall.Kill(pid, 0); err == nil {
		t.Errorf("process %d is still there", pid)
	}
	if _, err := os.Stat(filepath.Join(p.dir, "left")); err != nil {
		t.Error("what hooks registered for the end was not called")
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("closing waited %v for the thread", took)
	}
}

// Calls at the same time share everything that their modules remember, and
// nothing of what they print.
func TestPythonHooksAtTheSameTimeShareTheirState(t *testing.T) {
	p := newPython(t, `
import asyncio, threading
lock, begun = threading.Lock(), 0
all_begun = threading.Barrier(4)
def count(event):
    global begun
    all_begun.wait()
    with lock:
        begun += 1
        print("I am", begun)
        return {"reason": str(begun)}
async def later(event):
    await asyncio.sleep(0.01)
    return count(event)
`)
	var mu sync.Mutex
	answers := map[string]string{}
	var calls sync.WaitGroup
	for range 4 {
		calls.Go(func() {
			r := p.call("hooks.count", nil, soon)
			mu.Lock()
			defer mu.Unlock()
			answers[string(r.Stdout)] = string(r.Stderr)
		})
	}
	calls.Wait()
	for n := range 4 {
		answer, printed := fmt.Sprintf(`{"reason": "%d"}`, n+1), fmt.Sprintf("I am %d\n", n+1)
		if answers[answer] != printed {
			t.Errorf("%s printed %q; all: %q", answer, answers[answer], answers)
		}
	}
}

// A hook that runs out of time costs the others nothing, unless it has started
// processes: those must end, and so does the worker.
func TestAPythonHookThatTakesTooLongIsAbandoned(t *testing.T) {
	p := newPython(t, `
import asyncio, os, subprocess, time
calls = 0
def count(event):
    global calls
    calls += 1
    return {"reason": str(calls)}
def busy(event):
    print("working")
    while True: pass
def sleepy(event): time.sleep(60)
async def waiting(event): await asyncio.sleep(60)
async def blocked(event): time.sleep(60)
def child(event): subprocess.run(["sleep", "60"])
`)
	calls := 0
	for _, handler := range []string{"busy", "sleepy", "waiting", "blocked"} {
		calls++
		p.want("hooks.count", fmt.Sprintf(`{"reason": "%d"}`, calls))
		if r := p.call("hooks."+handler, nil, 300*time.Millisecond); r.Ending != process.TimedOut {
			t.Errorf("%s: got %+v", handler, r)
		}
	}
	p.want("hooks.count", fmt.Sprintf(`{"reason": "%d"}`, calls+1))
	if r := p.call("hooks.child", nil, 300*time.Millisecond); r.Ending != process.TimedOut {
		t.Errorf("got %+v", r)
	}
	p.want("hooks.count", `{"reason": "1"}`)
}

// A module that cannot be imported in time is one that cannot be imported, but
// goes on importing: a slow guard is a guard from then on.
func TestASlowImportIsAFailedImport(t *testing.T) {
	p := newPython(t, `
import os, time
while not os.path.exists("go"): time.sleep(0.01)
def check(event): return {"reason": "here"}
`)
	r := p.call("hooks.check", nil, 200*time.Millisecond)
	if r.Ending != process.Exited || r.ExitCode != exitImport || string(r.Stdout) != "the module of hooks.check was not imported in time" {
		t.Errorf("got %+v: %s", r, r.Stdout)
	}
	if err := os.WriteFile(filepath.Join(p.dir, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p.want("hooks.check", `{"reason": "here"}`)
}

func TestWorkerAnswers(t *testing.T) {
	p := newPython(t, `
import collections, enum, pathlib, types
class D(str, enum.Enum):
    deny = "deny"
class Odd:
    def __init__(self): self.decision, self.reason, self.inject = "deny", None, {"content": pathlib.Path("a")}
class Rude(Exception):
    def __str__(self): raise ValueError
loop = {}; loop["a"] = loop
def enums(event): return {"decision": D.deny, 1: (1, 2), "s": {3}, "b": b"x", "p": pathlib.Path("a")}
def odd(event): return Odd()
def nan(event): return {"decision": "deny", "updated_input": {"a": float("inf")}}
def circular(event): return {"decision": "deny", "updated_input": loop}
def keys(event): return {"decision": "deny", "updated_input": {(1, 2): 3}}
def mapping(event): return types.MappingProxyType({"decision": "ask"})
def surrogate(event): return {"reason": "\ud800"}
def big(event): return {"reason": "x" * (17 << 20)}
def rude(event): raise Rude
def text(event): return "deny"
def args(): pass
`)
	for handler, want := range map[string]string{
		"enums":     `{"decision": "deny", "1": [1, 2], "s": [3], "b": "x", "p": "a"}`,
		"odd":       `{"decision": "deny", "inject": {"content": "a"}}`,
		"nan":       `{"decision": "deny", "updated_input": "(not JSON: ValueError: `,
		"circular":  `{"decision": "deny", "updated_input": "(not JSON: ValueError: Circular reference detected)"}`,
		"keys":      `{"decision": "deny", "updated_input": "(not JSON: TypeError: `,
		"mapping":   `{"decision": "ask"}`,
		"surrogate": `{"reason": "\ud800"}`,
		"text":      `"deny"`,
	} {
		if r := p.call("hooks."+handler, nil, soon); r.ExitCode != 0 || !strings.HasPrefix(string(r.Stdout), want) {
			t.Errorf("%s: got %d %s, want %s\n%s", handler, r.ExitCode, r.Stdout, want, r.Stderr)
		}
	}
	if r := p.call("hooks.big", nil, soon); len(r.Stdout) != 16<<20+1 {
		t.Errorf("big: %v %d, %d bytes", r.Ending, r.ExitCode, len(r.Stdout))
	}
	for handler, want := range map[string]string{"rude": "Rude: (no text)", "args": "TypeError: args() takes 0 positional arguments but 1 was given"} {
		if r := p.call("hooks."+handler, nil, soon); r.ExitCode != 1 || string(r.Stdout) != want {
			t.Errorf("%s: got %d %s\n%s", handler, r.ExitCode, r.Stdout, r.Stderr)
		}
	}
}

// A guard that cannot read its event has not agreed to it.
func TestEventTooDeepToRead(t *testing.T) {
	p := newPython(t, "def check(event): pass\n")
	deep := strings.Repeat("[", 5000) + strings.Repeat("]", 5000)
	r := p.call("hooks.check", hook.Object{"tool_input": json.RawMessage(`{"a":` + deep + `}`)}, soon)
	if r.ExitCode != exitImport && r.ExitCode != 0 { // newer versions of Python read it
		t.Errorf("got %v %d %s", r.Ending, r.ExitCode, r.Stderr)
	}
}

// A guard is told of every event, whatever its fields are called and whatever
// encoding Python takes for the system's.
func TestEventsThatAreHardToTell(t *testing.T) {
	for _, utf8 := range []string{"0", "1"} {
		t.Run("PYTHONUTF8="+utf8, func(t *testing.T) {
			t.Setenv("LC_ALL", "C")
			t.Setenv("PYTHONUTF8", utf8)
			p := newPython(t, `
import os
def check(event):
    variable = os.environb[b"MASSGEN_TOOL_NAME"].decode()
    return {"decision": "deny", "reason": variable[:4], "same": variable == event.tool_name, "self": event["self"]}
`)
			for name, want := range map[string]string{
				"über":                   `{"decision": "deny", "reason": "\u00fcber", "same": true, "self": 1}`,
				strings.Repeat("ü", 1e6): `{"decision": "deny", "reason": "\u00fc\u00fc\u00fc\u00fc", "same": false, "self": 1}`,
				"a\x00b":                 `{"decision": "deny", "reason": "ab", "same": false, "self": 1}`,
			} {
				fields := hook.Object{}
				fields.Set("tool_name", name)
				for _, key := range []string{"self", "cls", "fields", "__class__", "keys", "__init__"} {
					fields.Set(key, 1)
				}
				if r := p.call("hooks.check", fields, soon); r.ExitCode != 0 || string(r.Stdout) != want {
					t.Errorf("%.10s: got %v %d %s\n%s", name, r.Ending, r.ExitCode, r.Stdout, r.Stderr)
				}
			}
		})
	}
}

// What one hook does to its streams is not the next one's problem.
func TestEveryCallHasStreamsOfItsOwn(t *testing.T) {
	p := newPython(t, `
import io, sys
def wrap(event):
    sys.stdout = io.TextIOWrapper(sys.stdout.detach(), encoding="latin-1")
    print("wrapped")
    print("beside", file=sys.stderr)
def detach(event):
    sys.stdout.detach()
    sys.stderr.detach()
def remove(event):
    sys.stdout = sys.stderr = None
def close(event):
    sys.stdout.close()
    sys.stderr.buffer.close()
def check(event):
    print("printed")
    return {"decision": "deny"}
`)
	for _, handler := range []string{"wrap", "detach", "remove", "close"} {
		if r := p.call("hooks."+handler, nil, soon); r.ExitCode != 0 || handler == "wrap" && string(r.Stderr) != "beside\nwrapped\n" {
			t.Errorf("%s: got %v %d %q", handler, r.Ending, r.ExitCode, r.Stderr)
		}
		if r := p.call("hooks.check", nil, soon); string(r.Stdout) != `{"decision": "deny"}` || string(r.Stderr) != "printed\n" {
			t.Errorf("after %s: got %v %d %s %q", handler, r.Ending, r.ExitCode, r.Stdout, r.Stderr)
		}
	}
}

// A module that is repaired is imported at the next call.
func TestImportIsTriedAgain(t *testing.T) {
	p := newPython(t, "")
	if r := p.call("late.check", nil, soon); r.ExitCode != exitImport {
		t.Errorf("got %v %d", r.Ending, r.ExitCode)
	}
	p.write("late.py", "def check(event): return {}\n")
	p.want("late.check", "{}")
}

// The worker runs with every version of Python that it is meant for.
func TestWorkerRunsWithEveryPython(t *testing.T) {
	for _, name := range []string{"python3.8", "python3.9", "python3.10", "python3.11", "python3.12", "python3.13", "python3.14"} {
		path, err := exec.LookPath(name)
		if err != nil || exec.Command(path, "-c", "").Run() != nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Setenv(pythonVariable, path)
			newPython(t, "async def check(event): return {'reason': event.timestamp.isoformat()[:2]}\n").want("hooks.check", `{"reason": "20"}`)
		})
	}
}

// An older one is told so in words, for which it must be able to read the
// worker at all.
func TestWorkerAndAnOldPython(t *testing.T) {
	p := newPython(t, "def check(event): pass\n")
	parse := exec.Command("python3", "-c", "import ast, sys; ast.parse(sys.argv[1], feature_version=(3, 6))", worker)
	if out, err := parse.CombinedOutput(); err != nil {
		t.Errorf("Python 3.6 could not read the worker: %s", out)
	}
	old := filepath.Join(p.dir, "python3.6")
	script := "#!/bin/sh\n" + `exec python3 -c 'import sys; sys.version_info = (3, 6, 9); exec(sys.argv[1])' "$3"` + "\n"
	if err := os.WriteFile(old, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv(pythonVariable, old)
	r := p.call("hooks.check", nil, soon)
	if r.Ending != process.NotStarted || !strings.HasSuffix(r.Err.Error(), "Python 3.8 or later is needed, this is 3.6") {
		t.Errorf("got %v %v", r.Ending, r.Err)
	}
}
