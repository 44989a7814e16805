//go:build unix

package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// last is what the latest fire of a script left behind.
type last struct {
	dialect  string // of the script
	stdout   []byte
	exitCode int
	took     time.Duration
}

type lastKey struct{}

func lastFire(ts *testscript.TestScript) *last { return ts.Value(lastKey{}).(*last) }

// configFiles is what a script's configuration is called in each dialect.
var configFiles = map[string]string{
	"llxprt": "settings.json", "wave": "settings.json", "claude": "settings.json", "massgen": "config.yaml", "pi": "hooks.json",
	"grapnel": "grapnel.yaml",
}

// fire runs `grapnel fire` in the script's dialect, with its configuration file
// and its payload.json as standard input, and remembers the outcome:
//
//	fire EVENT [-discover] [-payload FILE] [grapnel flags]
//
// -discover leaves out --config, so that configuration is looked for. An exit
// code of 1 fails the script, unless the command is negated, which demands it.
func fire(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) == 0 {
		ts.Fatalf("usage: fire EVENT [-discover] [-payload FILE] [grapnel flags]")
	}
	dialect := lastFire(ts).dialect
	payload, flags := "payload.json", []string{"fire", args[0], "--dialect", dialect}
	discover := slices.Contains(args, "--config")
	for i := 1; i < len(args); i++ {
		switch args[i] {
		case "-discover":
			discover = true
		case "-payload":
			i++
			payload = args[i]
		default:
			flags = append(flags, args[i])
		}
	}
	if !discover {
		flags = append(flags, "--config", configFiles[dialect])
	}
	if !slices.Contains(flags, "--output") {
		flags = append(flags, "--output", "json")
	}
	run(ts, payload, flags)
	if failed := lastFire(ts).exitCode == 1; failed != neg {
		ts.Fatalf("exit code %d", lastFire(ts).exitCode)
	}
}

func run(ts *testscript.TestScript, payload string, flags []string) {
	cmd := exec.Command(grapnelPath(ts), flags...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = environ(ts)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if in, err := os.ReadFile(ts.MkAbs(payload)); err == nil {
		cmd.Stdin = bytes.NewReader(in)
	} else if payload != "payload.json" {
		ts.Fatalf("payload: %v", err)
	}
	start := time.Now()
	err := cmd.Run()
	l := lastFire(ts)
	*l = last{dialect: l.dialect, stdout: stdout.Bytes(), took: time.Since(start)}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		l.exitCode = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("run grapnel: %v", err)
	}
	ts.Logf("[exit %d] %s%s", l.exitCode, shown(stdout.String()), shown(stderr.String()))
	// For the script's own stdout and stderr checks.
	ts.Check(os.WriteFile(ts.MkAbs("fire.stdout"), stdout.Bytes(), 0o644))
	ts.Check(os.WriteFile(ts.MkAbs("fire.stderr"), stderr.Bytes(), 0o644))
}

func shown(text string) string {
	if len(text) > 5000 {
		return text[:5000] + "…\n"
	}
	return text
}

func grapnelPath(ts *testscript.TestScript) string {
	for _, dir := range filepath.SplitList(ts.Getenv("PATH")) {
		path := filepath.Join(dir, "grapnel")
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	ts.Fatalf("no grapnel in PATH")
	return ""
}

// environ is the script's environment: the variables that scripts commonly
// set, over the test's own.
func environ(ts *testscript.TestScript) []string {
	env := os.Environ()
	for _, name := range []string{
		"HOME", "PATH", "WORK", "NO_COLOR", "GREETING", "LLXPRT_SYSTEM_SETTINGS_PATH", "LLXPRT_PROJECT_DIR",
		"PI_HOOKS_JSON", "PI_GASTOWN_MODE", "PI_ENABLE_CLAUDE_SETTINGS_HOOKS", "GRAPNEL_PYTHON", "PYTHONUTF8", "LC_ALL",
	} {
		if value := ts.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// outcome checks the outcome document of the latest fire:
//
//	outcome PATH VALUE          the value there equals VALUE (JSON, or a string)
//	outcome -match PATH REGEXP  the string there matches
//	outcome -len PATH N         the list or object there has N members
//	! outcome PATH              nothing is there
//
// A path is keys and indexes joined by dots: hooks.0.status.
func outcome(ts *testscript.TestScript, neg bool, args []string) {
	check(ts, neg, "outcome", lastFire(ts).stdout, args)
}

// jsonFile checks a JSON file like outcome: json FILE PATH VALUE.
func jsonFile(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: json FILE PATH VALUE")
	}
	check(ts, neg, "json", []byte(ts.ReadFile(args[0])), args[1:])
}

func check(ts *testscript.TestScript, neg bool, name string, text []byte, args []string) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var doc any
	if err := dec.Decode(&doc); err != nil {
		ts.Fatalf("%s: not JSON: %v\n%s", name, err, shown(string(text)))
	}
	mode := ""
	if len(args) > 0 && strings.HasPrefix(args[0], "-") {
		mode, args = args[0], args[1:]
	}
	if neg && len(args) != 1 || !neg && len(args) != 2 {
		ts.Fatalf("usage: %s [-match|-len] PATH VALUE, or ! %s PATH", name, name)
	}
	got, found := lookUp(doc, args[0])
	if neg {
		if found {
			ts.Fatalf("%s: %s is there: %s", name, args[0], encoded(got))
		}
		return
	}
	if !found {
		ts.Fatalf("%s: nothing at %s in %s", name, args[0], shown(encoded(doc)))
	}
	if problem := compare(mode, got, args[1]); problem != "" {
		ts.Fatalf("%s: %s: %s", name, args[0], problem)
	}
}

func compare(mode string, got any, want string) string {
	switch mode {
	case "-match":
		re, err := regexp.Compile(want)
		if err != nil {
			return err.Error()
		}
		text, ok := got.(string)
		if !ok {
			text = encoded(got)
		}
		if !re.MatchString(text) {
			return fmt.Sprintf("%q does not match %s", shown(text), want)
		}
	case "-len":
		n := reflect.ValueOf(got).Len()
		if strconv.Itoa(n) != want {
			return fmt.Sprintf("has %d members, want %s: %s", n, want, encoded(got))
		}
	default:
		if text, ok := got.(string); ok && text == want {
			return ""
		}
		dec := json.NewDecoder(strings.NewReader(want))
		dec.UseNumber()
		var wanted any
		if dec.Decode(&wanted) != nil || dec.More() || !reflect.DeepEqual(got, wanted) {
			return fmt.Sprintf("got %s, want %s", shown(encoded(got)), want)
		}
	}
	return ""
}

func lookUp(doc any, path string) (value any, found bool) {
	if path == "." {
		return doc, true
	}
	value = doc
	for _, key := range strings.Split(path, ".") {
		switch node := value.(type) {
		case map[string]any:
			if value, found = node[key]; !found {
				return nil, false
			}
		case []any:
			i, err := strconv.Atoi(key)
			if err != nil || i < 0 || i >= len(node) {
				return nil, false
			}
			value = node[i]
		default:
			return nil, false
		}
	}
	return value, true
}

func encoded(v any) string {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err.Error()
	}
	return strings.TrimSuffix(buf.String(), "\n")
}

// exitCode checks the exit code of the latest fire.
func exitCode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: exitcode N")
	}
	if got := strconv.Itoa(lastFire(ts).exitCode); got != args[0] {
		ts.Fatalf("exit code %s, want %s", got, args[0])
	}
}

// took checks that the latest fire took less than a generous bound: that it
// did not hang.
func took(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: took DURATION")
	}
	bound, err := time.ParseDuration(args[0])
	ts.Check(err)
	if got := lastFire(ts).took; got > bound {
		ts.Fatalf("took %v, more than %v", got, bound)
	}
}

// alive checks that the process whose ID is in a file lives, or, negated, that
// it is gone. A process that is just ending gets a moment.
func alive(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: [!] alive PIDFILE")
	}
	pid, err := strconv.Atoi(strings.TrimSpace(ts.ReadFile(args[0])))
	ts.Check(err)
	if !neg {
		if !processLives(pid) {
			ts.Fatalf("process %d is gone", pid)
		}
		return
	}
	for deadline := time.Now().Add(5 * time.Second); processLives(pid); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			ts.Fatalf("process %d is still there", pid)
		}
	}
}
