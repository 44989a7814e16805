//go:build unix

package faults

import (
	"fmt"
	"testing"
)

// What a hook writes besides its answer does not cost the answer.
func TestDenyIsReadWhateverElseAHookDoes(t *testing.T) {
	check(t, []fault{
		{name: "says nothing", files: guard("exit 2"), run: fire + "< /dev/null", exit: 2},
		{name: "closes its output", files: guard("exec >&- 2>&-; exit 2"), run: fire + "< /dev/null", exit: 2},
		{name: "closes its input", files: guard("exec <&-; " + deny), run: "yes | head -c 1000 | jq -R . | jq -s '{a: .}' | " + fire, exit: 2, needs: "jq"},
		{name: "floods its output", files: guard("yes | head -c 50000000; " + deny), run: fire + "< /dev/null | wc -c; exit ${PIPESTATUS[0]}", exit: 2},
		{name: "floods its errors", files: guard("yes | head -c 50000000 >&2; exit 2"), run: fire + "< /dev/null | wc -c; exit ${PIPESTATUS[0]}", exit: 2},
		{name: "floods with a gigabyte", files: guard("yes | head -c 1000000000; " + deny), slow: true, run: fire + "< /dev/null | wc -c; exit ${PIPESTATUS[0]}", exit: 2},
		{name: "writes NUL", files: guard(`printf 'no\0pe' >&2; exit 2`), run: fire + "< /dev/null", exit: 2},
		{name: "writes what is not UTF-8", files: guard(`printf '\xff\xfe\xfd' >&2; exit 2`), run: fire + "< /dev/null", exit: 2},
		{name: "writes escape sequences", files: guard(`printf '\e]0;x\a' >&2; exit 2`), run: fire + "--output text < /dev/null", exit: 2, never: "\x1b"},
		{name: "leaves a child that holds its output", files: guard("sleep 30 & " + deny), run: "SECONDS=0; " + fire + "< /dev/null > /dev/null; c=$?; ((SECONDS < 25)) && exit $c", exit: 2},
		{name: "forks again and again", files: guard("f() { ((++n < 6)) && { f & f & }; }; f; " + deny), run: fire + "< /dev/null", exit: 2},
		{name: "ignores SIGTERM and goes on", files: guardWith("trap '' TERM; sleep 60 & wait; wait", `"timeout": 300`), run: fire + "< /dev/null; true", says: "timed out"},
		{name: "stops itself", files: guardWith("kill -STOP $$", `"timeout": 300`), run: fire + "< /dev/null; true", says: "timed out"},
		{name: "kills itself", files: guard("kill -KILL $$"), run: fire + "< /dev/null; true", says: "SIGKILL"},
		{name: "kills its process group", files: guard("echo no >&2; kill -TERM 0"), run: fire + "--json < /dev/null; true", says: "SIGTERM"},
		{name: "one of many denies", files: guardMany(30, 17), run: fire + "< /dev/null > /dev/null", exit: 2},
		{name: "one of very many denies", files: guardMany(200, 199), slow: true, run: fire + "< /dev/null > /dev/null", exit: 2},
	})
}

// guardMany has n hooks, of which only one denies.
func guardMany(n, denying int) map[string]string {
	list := ""
	for i := range n {
		command := fmt.Sprintf("exit %d # %d", i%2, i)
		if i == denying {
			command = deny
		}
		list += fmt.Sprintf(`{"type": "command", "command": %s}, `, quote(command))
	}
	return map[string]string{"c.json": `{"hooks": {"BeforeTool": [{"hooks": [` + list[:len(list)-2] + `]}]}}`}
}

// Answers in other encodings, or with odd JSON, are read or reported.
func TestAnswersInJSON(t *testing.T) {
	const object = `{"decision": "deny", "reason": "no"}`
	check(t, []fault{
		{name: "byte order mark", files: guard(`printf '\xef\xbb\xbf` + object + `'`), run: fire + "< /dev/null", exit: 2},
		{name: "white space around it", files: guard(`printf '\n\n` + object + `\n\n'`), run: fire + "< /dev/null", exit: 2},
		{name: "huge number in it", files: guard(`echo '{"decision": "deny", "n": 1e99999999}'`), run: fire + "< /dev/null", exit: 2},
		{name: "deep nesting in it", files: guard(`d() { printf %05000d 0 | tr 0 "$1"; }; echo '{"decision": "deny", "n": '$(d '[')$(d ']')'}'`), run: fire + "< /dev/null > /dev/null", exit: 2},
		{name: "nesting without end is reported", files: guard(`echo '{"decision": "deny", "n": '$(printf %0200000d 0 | tr 0 '[')'}'`), run: fire + "--json < /dev/null | tail -c 2000", says: `"level":"`},
		{name: "key twice, the last denies", files: guard(`echo '{"decision": "allow", "decision": "deny"}'`), run: fire + "< /dev/null", exit: 2},
		{name: "ten megabytes", files: guard(`printf '{"decision": "deny", "a": "'; yes | tr -d '\n' | head -c 10000000; printf '"}'`), run: fire + "< /dev/null > /dev/null", exit: 2},
		{name: "twenty megabytes are reported", files: guard(`printf '{"decision": "deny", "a": "'; yes | tr -d '\n' | head -c 20000000; printf '"}'`), run: fire + "--json < /dev/null | tail -c 3000", says: "bad-output"},
		{name: "a list is reported", files: guard("echo '[]'"), run: fire + "--json < /dev/null", says: "bad_output"},
	})
}

func TestMatchersThatTakeForEver(t *testing.T) {
	const pattern = `"matcher": "(a|a?)+(x+x+)+(b|b?)+y$", `
	check(t, []fault{
		{
			name:  "catastrophic pattern counts as matching",
			files: map[string]string{"c.json": `{"hooks": {"BeforeTool": [{` + pattern + `"hooks": [{"type": "command", "command": "exit 2"}]}]}}`},
			run:   fire + `<<<"{\"tool_name\": \"$(printf %060d 0 | tr 0 a)$(printf %060d 0 | tr 0 x)\"}" > /dev/null; (($? == 2 || $? == 0))`,
		},
		{
			name:  "invalid pattern is reported",
			files: map[string]string{"c.json": `{"hooks": {"BeforeTool": [{"matcher": "(", "hooks": [{"type": "command", "command": "exit 2"}]}]}}`},
			run:   fire + `--json <<<'{"tool_name": "x"}'; true`, says: "bad-matcher",
		},
		{
			name:  "pattern of a hundred kilobytes",
			files: map[string]string{"c.json": `{"hooks": {"BeforeTool": [{"matcher": "` + repeated("(a|b)*", 20_000) + `x", "hooks": [{"type": "command", "command": "exit 2"}]}]}}`},
			run:   fire + `--json <<<'{"tool_name": "x"}' > /dev/null; (($? == 2 || $? == 0))`,
		},
	})
}

// A module that cannot be imported denies, however it fails.
func TestPythonModulesThatCannotBeImported(t *testing.T) {
	var faults []fault
	for name, body := range map[string]string{
		"ends the process":    "import os; os._exit(0)",
		"kills the process":   "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
		"exits":               "import sys; sys.exit(0)",
		"raises":              "raise ValueError('x')",
		"has a syntax error":  "def (:",
		"closes all streams":  "import os\nfor d in range(3, 64):\n  try: os.close(d)\n  except OSError: pass\nraise SystemExit",
		"is not UTF-8":        "x = '\xff'\xfe",
		"hangs":               "import time; time.sleep(600)",
		"needs another":       "import no_such_module_at_all",
		"has no such handler": "x = 1",
	} {
		faults = append(faults, fault{
			name: name, needs: "python3", slow: name == "hangs",
			files: map[string]string{"guards.py": body + "\n", "c.yaml": "hooks:\n  PreToolUse:\n    - handler: guards.check\n      type: python\n      timeout: 20\n"},
			run:   contracts()[2].fire() + "<<<" + call, exit: 2,
		})
	}
	check(t, faults)
}
