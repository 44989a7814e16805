//go:build linux

package faults

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// hostile is a text that would change what a terminal shows: escape sequences,
// also with C1, a carriage return, an override and line separators.
const hostile = "H\x1b]52;c;ZXZpbA==\a\x1b[2J\u009b2J\rX\u202eY\u2066Z\u2028\u2029\x7f"

// planted is a project in which data that anybody may have chosen is hostile
// wherever that is possible.
func planted(t *testing.T) place {
	p := newPlace(t)
	p.dir = filepath.Join(p.dir, "dir"+hostile)
	h := quote(hostile)
	hook := fmt.Sprintf(`{"type": "command", "name": %s, "command": %s}`, h, quote("echo '"+hostile+"' >&2; exit 2 # "+hostile))
	group := fmt.Sprintf(`{"matcher": %s, "sequential": true, "hooks": [%s]}`, quote("x|"+hostile), hook)
	settings := fmt.Sprintf(`{"enableHooks": true, %s: 1, "hooks": {"BeforeTool": [%s, {"hooks": [{"type": %s}, %s]}], %s: []}}`, h, group, h, hook, h)
	test := fmt.Sprintf("dialect: llxprt\ntests:\n  - name: %s\n    event: BeforeTool\n    payload: {tool_name: x}\n    expect: {reason: %s}\n  - name: skipped\n    skip: %s\n    event: BeforeTool\n", h, h, h)
	p.write(map[string]string{
		".llxprt/settings.json": settings, "c" + hostile + ".json": settings, "a" + hostile + ".hooktest.yaml": test,
		"bad" + hostile + ".hooktest.yaml": h + ": 1\n",
		"payload.json":                     fmt.Sprintf(`{"tool_name": "x", "session_id": %s, "tool_input": {%s: %s}}`, h, h, h),
		"record.json": fmt.Sprintf(`{"id": %s, "time": "2026-01-01T00:00:00Z", "event": "BeforeTool", "dialect": "llxprt", "tool": %s, "cwd": %s, "session": %s, "payload": {"tool_name": "x"}, "decision": %s, "reason": %s}`+"\n",
			h, h, quote(p.dir), h, h, h),
		"session.json": fmt.Sprintf(`{"prompts": [{"prompt": %s, "turns": [{"text": %s, "calls": [{"name": "read_file", "args": {"path": %s}}]}, {"text": %s}]}]}`, h, h, h, h),
	})
	forged := fmt.Sprintf(`{"id": "1k0axypqejfctq", "time": "2026-11-15T21:39:02.897231Z", "event": %s, "dialect": %s, "payload": {}, "tool": %s, "cwd": %s, "session": %s, "agent": %s, "config": [%s], "decision": %s, "blocked": true, "reason": %s, "rewrote": [%s], "hooks": [{"name": %s, "status": %s, "source": %s, "origin": %s, "signal": %s, "decision": %s, "stdout": %s, "exitCode": 1}], "diagnostics": [{"level": %s, "code": %s, "message": %s}], "dropped": [%s]}`+"\n",
		h, h, h, h, h, h, h, h, h, h, h, h, h, h, h, h, h, h, h, h, h)
	journal := filepath.Join(p.beside("../state"), "journal")
	if err := os.MkdirAll(journal, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(journal, "2026-11-15.0001.jsonl"), []byte(forged), 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

// commands are all commands that print text, in such a project.
func commands() [][]string {
	c := "c" + hostile + ".json"
	return [][]string{
		{"fire", "BeforeTool", "--output", "text"},
		{"fire", "BeforeTool", "--output", "text", "--config", c},
		{"fire", hostile},
		{"fire", "BeforeTool", "--config", "no" + hostile},
		{"fire", "BeforeTool", "--dialect", hostile},
		{"list", "--output", "text"},
		{"list", "--output", "text", "--config", c},
		{"list", "--output", hostile},
		{"check"},
		{"check", c},
		{"explain", "BeforeTool", "--tool", "x"},
		{"explain", "BeforeTool", "--payload", "payload.json"},
		{"explain", "BeforeTool", "--tool", hostile, "--config", c},
		{"trace"},
		{"trace", "1k0axypqejfctq"},
		{"trace", "stats"},
		{"trace", hostile},
		{"trace", "--html", "page" + hostile},
		{"replay", "record.json"},
		{"replay", "payload.json", "--event", "BeforeTool"},
		{"replay", "1k0axypqejfctq"},
		{"replay", "--all"},
		{"test"},
		{"test", "-v"},
		{"test", "--tap"},
		{"test", hostile},
		{"convert", "--from", "llxprt", "--to", "wave", "--write", "out" + hostile, c},
		{"convert", "--from", "llxprt", "--to", "massgen", "--write", "out2" + hostile, c},
		{"schema", "llxprt", "--all", "schemas" + hostile},
		{"schema", hostile},
		{"init", "--cwd", "new" + hostile},
		{"init"},
		{"demo", "--config", c},
		{"demo", "--script", "session.json", "--config", c},
		{"completion", hostile},
		{"trust", "--yes"},
		{"trust", "--diff"},
		{"trust", "--list"},
		{"trust", "--cwd", "no" + hostile},
		{"install", "--yes", "--project", "claude"},
		{"install", hostile},
		{"uninstall", hostile},
		{"doctor"},
		{"doctor", hostile},
		{"matrix"},
		{"hook", "--host", hostile},
		{"hook", "--" + hostile},
		{hostile},
		{"list", "--" + hostile},
	}
}

// onTerminal are those whose output is for programs, unless there is a terminal.
func onTerminal() [][]string {
	return append(commands(), [][]string{
		{"fire", "BeforeTool", "--json"},
		{"fire", "BeforeTool", "--output", "hook"},
		{"list", "--json"},
		{"check", "--json"},
		{"explain", "BeforeTool", "--payload", "payload.json", "--json"},
		{"trace", "--json"},
		{"trace", "1k0axypqejfctq", "--json"},
		{"trace", "--html", "-"},
		{"trace", "--perfetto", "-"},
		{"trace", "stats", "--json"},
		{"replay", "record.json", "--json"},
		{"test", "--json"},
		{"convert", "--from", "llxprt", "--to", "wave", "c" + hostile + ".json"},
		{"convert", "--from", "llxprt", "--to", "massgen", "c" + hostile + ".json"},
		{"convert", "--from", "llxprt", "--to", "wave", "c" + hostile + ".json", "--json"},
		{"demo", "--script", "session.json", "--config", "c" + hostile + ".json", "--json"},
	}...)
}

func TestNoDataReachesTheOutputRaw(t *testing.T) {
	for _, args := range commands() {
		t.Run(title(args), func(t *testing.T) {
			count(t)
			t.Parallel()
			p := planted(t)
			cmd := p.grapnel(args)
			cmd.Stdin = strings.NewReader(`{"tool_name": "x"}`)
			text, _ := cmd.CombinedOutput() // most of these are errors
			looksClean(t, string(text))
		})
	}
}

func TestNoDataReachesATerminalRaw(t *testing.T) {
	for _, args := range onTerminal() {
		t.Run(title(args), func(t *testing.T) {
			count(t)
			t.Parallel()
			p := planted(t)
			cmd := p.grapnel(args)
			cmd.Env = append(cmd.Env, "NO_COLOR=1")
			cmd.Stdin = strings.NewReader(`{"tool_name": "x"}`)
			looksClean(t, replace(onPTY(t, cmd), "\r\n", "\n"))
		})
	}
}

func title(args []string) string { return replace(strings.Join(args, " "), hostile, "HOSTILE") }

// grapnel is the command in the project.
func (p place) grapnel(args []string) *exec.Cmd {
	cmd := exec.CommandContext(p.t.Context(), filepath.Join(binaries, "grapnel"), args...)
	cmd.Dir, cmd.Env = p.dir, append(p.environ(), "HOME="+p.beside("../home"), "GRAPNEL_STATE_DIR="+p.beside("../state"), "TMPDIR="+p.beside("../tmp"))
	return cmd
}

// looksClean complains of characters that must not reach a terminal.
func looksClean(t *testing.T, text string) {
	t.Helper()
	if text == "" {
		t.Error("it prints nothing")
	}
	bad := strings.IndexFunc(text, func(r rune) bool {
		return r < ' ' && r != '\n' && r != '\t' || 0x7f <= r && r < 0xa0 || 0x2028 <= r && r <= 0x202e || 0x2066 <= r && r <= 0x2069
	})
	if bad >= 0 {
		t.Errorf("raw at %q in:\n%q", text[bad:min(len(text), bad+20)], text)
	}
}

// onPTY runs a command on a terminal and returns what that was sent.
func onPTY(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there are no terminals here: ", err)
	}
	defer master.Close()
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skip(err)
	}
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skip(err)
	}
	slave, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	cmd.Stdout, cmd.Stderr = slave, slave
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	slave.Close()
	text, _ := io.ReadAll(master) // an error is how the last one to close it looks
	_ = cmd.Wait()                // most of these are errors
	return string(text)
}
