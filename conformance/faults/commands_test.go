//go:build unix

package faults

import (
	"strings"
	"testing"
)

// A repository that was cloned may have any file with the name of a test.
func TestHostileTestFiles(t *testing.T) {
	var faults []fault
	for name, script := range map[string]string{
		"pipe":                        `mkfifo x.hooktest.yaml`,
		"pipe, as an archive":         `mkfifo x.hooktest.txtar`,
		"link to /dev/zero":           `ln -s /dev/zero x.hooktest.yaml`,
		"link to /dev/random":         `ln -s /dev/random x.hooktest.yaml`,
		"link to /dev/tty":            `ln -s /dev/tty x.hooktest.yaml`,
		"link to /dev/stdin":          `ln -s /dev/stdin x.hooktest.yaml; exec < <(sleep 200)`,
		"link to nothing":             `ln -s nothing x.hooktest.yaml`,
		"link to itself":              `ln -s x.hooktest.yaml x.hooktest.yaml`,
		"link to a directory":         `ln -s / x.hooktest.yaml`,
		"socket":                      `python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("x.hooktest.yaml")'`,
		"larger than is read":         `head -c 20000000 /dev/zero > x.hooktest.yaml`,
		"sparse":                      `truncate -s 1T x.hooktest.yaml`,
		"empty":                       `: > x.hooktest.yaml`,
		"tests are a number":          `echo 'tests: 5' > x.hooktest.yaml`,
		"not UTF-8":                   `printf 'dialect: \xff\xfe\n' > x.hooktest.yaml`,
		"too deep":                    `printf %0100000d 0 | tr 0 '[' > x.hooktest.yaml`,
		"aliases that multiply":       `{ echo 'a0: &a0 [x, x]'; for i in {1..40}; do echo "a$i: &a$i [*a$((i-1)), *a$((i-1))]"; done; } > x.hooktest.yaml`,
		"alias of itself":             `echo 'dialect: &a [*a]' > x.hooktest.yaml`,
		"archive that leaves its dir": `printf -- '-- ../../x --\n-- test.yaml --\ndialect: llxprt\n' > x.hooktest.txtar`,
		"archive with a nameless one": `printf -- '-- --\n' > x.hooktest.txtar`,
		"name with control codes":     `echo 'tests: 5' > $'\e]52;c;eA==\a.hooktest.yaml'`,
	} {
		faults = append(faults, fault{name: name, run: script + `; ulimit -v 4000000; grapnel test`, exit: 1, says: ".hooktest."})
	}
	check(t, faults)
}

// The same for what is named on the command line, and for what commands find.
func TestFilesThatNeverEnd(t *testing.T) {
	const limited = "ulimit -v 4000000; "
	var faults []fault
	for name, arg := range map[string]string{
		"a pipe that nobody writes to": `mkfifo f; `, "a link to /dev/zero": `ln -s /dev/zero f; `, "a directory": `mkdir f; `, "a link to itself": `ln -s f f; `,
	} {
		for command, exit := range map[string]int{
			"replay f": 1, "demo --script f": 1, "demo --config f": 1, "fire BeforeTool --config f < /dev/null": 1, "list --config f": 1, "check f": 1,
			"convert --from llxprt --to wave f": 1, "test f": 1,
		} {
			verb, _, _ := strings.Cut(command, " ")
			if verb == "check" && name == "a directory" {
				exit = 0 // it is a project, without hooks
			}
			faults = append(faults, fault{name: command + " is " + name, run: arg + limited + "grapnel " + command, exit: exit, slow: verb == "convert" || verb == "list"})
		}
	}
	check(t, append(faults,
		fault{name: "payload is a link to /dev/zero", files: guard(deny), run: `ln -s /dev/zero f; ` + limited + `grapnel explain BeforeTool --config c.json --payload f`, exit: 1},
		fault{name: "scripts of hooks are links to /dev/zero", files: guard("./x.sh; bash y.sh"), run: `ln -s /dev/zero x.sh; ln -s /dev/zero y.sh; ` + limited + `grapnel check --config c.json > out 2>&1; (($? < 2))`},
		fault{name: "scripts of hooks are pipes", files: guard("./x.sh; bash y.sh"), run: `mkfifo x.sh y.sh; grapnel check --config c.json > out 2>&1; (($? < 2))`},
	))
}

// Commands that only look must not run anything of a repository.
func TestLookingRunsNothing(t *testing.T) {
	files := map[string]string{
		".llxprt/settings.json": hooks("touch ran", ""), ".wave/settings.json": contracts()[1].config("touch ran", 5),
		"bash": "#!/bin/sh\ntouch ran\n", "sh": "#!/bin/sh\ntouch ran\n", "rc": "touch ran\n",
		"sitecustomize.py": "open('ran', 'w')\n",
	}
	var faults []fault
	for _, command := range []string{
		"list", "check", "explain BeforeTool", "explain PreToolUse --dialect wave", "convert --from llxprt --to wave", "trace", "trace stats",
		"schema llxprt", "version", "completion bash", "replay --all", "trust --diff", "trust --list", "trust --yes", "matrix", "doctor", "init --cwd new",
	} {
		faults = append(faults, fault{
			name: command, files: files,
			run: `export BASH_ENV=$PWD/rc ENV=$PWD/rc PYTHONPATH=$PWD PATH=.:$PATH; grapnel ` + command + ` > /dev/null 2>&1; unset BASH_ENV ENV; [ ! -e ran ]`,
		})
	}
	check(t, faults)
}

// Growth is linear: twice as much takes about twice as long, and what used to
// take minutes ends in time.
func TestLargeInputsEndInTime(t *testing.T) {
	group := `{"matcher": "x", "hooks": [{"type": "command", "command": "nosuch", "timeout": 5}]}`
	check(t, []fault{
		{
			name:  "check of thousands of findings in one line",
			files: map[string]string{"c.json": `{"hooks": {"BeforeTool": [` + strings.Repeat(group+",", 8000) + group + `]}}`},
			run:   `timeout 60 grapnel check --config c.json > out; (($? < 2)) && tail -1 out`, says: "checked",
		},
		{
			name: "answer that looks like keys, a megabyte of it", files: guard("yes AKIA | tr -d '\\n' | head -c 1000000; " + deny),
			run: `timeout 60 ` + fire + `< /dev/null > /dev/null`, exit: 2,
		},
		{
			name: "payload of quotes, a megabyte, recorded", files: guard(deny),
			run: `{ printf '{"tool_input": {"a": "'; yes '\"password\": ' | tr -d '\n' | head -c 1000000 | sed 's/[^ ]*$//'; printf '"}}'; } | timeout 60 ` + fire + `--record > /dev/null`, exit: 2,
		},
	})
}
