//go:build unix

package faults

import (
	"fmt"
	"strings"
	"testing"
)

// notStarted is what fire says if this machine could not start a hook.
const notStarted = "grapnel: a hook could not be started"

// What the contract lets through although the machine is at fault, somebody is
// told of.
func TestMachineErrorsAreNotQuiet(t *testing.T) {
	var faults []fault
	for _, c := range contracts() {
		faults = append(faults, fault{
			name: "working directory is gone, " + c.name, files: c.guard(denying),
			run: c.fire() + `<<<'{"cwd": "/no/such/directory", "tool_name": "x"}'; true`, says: "/no/such/directory does not exist",
		})
	}
	check(t, append(faults, []fault{
		{
			name: "working directory was renamed", files: guard(deny),
			run:  `mkdir w; ` + fire + `<<<"{\"cwd\": \"$PWD/w\"}" > /dev/null; [ $? = 2 ] && mv w v && ` + fire + `<<<"{\"cwd\": \"$PWD/w\"}"; true`,
			says: notStarted,
		},
		{
			name: "working directory is a file", files: guard(deny),
			run: fire + `<<<"{\"cwd\": \"$PWD/c.json\"}"; true`, says: notStarted,
		},
		{
			name: "no shell in PATH", files: guard(deny),
			run: `g=$(type -P grapnel); PATH=/no/such $g fire BeforeTool --config c.json < /dev/null; true`, says: notStarted,
		},
		{
			name: "too few descriptors", files: guard(deny),
			run: `ulimit -n 9; ` + fire + `< /dev/null; [ $? = 0 ] || echo ` + notStarted, says: notStarted,
		},
		{
			name: "command is longer than the system allows", files: guard(deny + " #" + strings.Repeat("x", 200_000)),
			run: fire + `< /dev/null > /dev/null; true`, says: notStarted,
		},
		{
			name: "shell may not be executed", files: guard(deny),
			run:  `g=$(type -P grapnel); mkdir bin; echo > bin/bash; chmod 644 bin/bash; PATH=$PWD/bin $g fire BeforeTool --config c.json < /dev/null; true`,
			says: notStarted,
		},
	}...))
}

// A repository may have any file; it must not be taken for the shell.
func TestProgramsAreNotTakenFromRelativeEntriesOfPath(t *testing.T) {
	var faults []fault
	for _, entries := range []string{".:$PATH", ":$PATH", "bin:$PATH", "./bin::$PATH", "/usr/bin/../../no::.:$PATH"} {
		for _, c := range contracts()[:2] {
			faults = append(faults, fault{
				name:  fmt.Sprintf("PATH=%s, %s", entries, c.name),
				files: with(c.guard(deny), "bash", "#!/bin/cat\n", "sh", "#!/bin/cat\n", "bin/bash", "#!/bin/cat\n", "bin/sh", "#!/bin/cat\n"),
				run:   fmt.Sprintf("PATH=%s; ", entries) + c.fire() + "<<<" + call, exit: 2,
			})
		}
	}
	check(t, faults)
}

func TestStrainedMachine(t *testing.T) {
	check(t, []fault{
		{
			name: "name of a tool is longer than a variable can be", files: contracts()[1].guard(deny),
			run: `printf '{"tool_name": "%0200000d"}' 0 | ` + contracts()[1].fire() + `> /dev/null`, exit: 2,
		},
		{
			name: "files may not grow: the journal cannot be written", files: guard(deny),
			run: `ulimit -f 0; ` + fire + `< /dev/null > /dev/full`, exit: 2,
		},
		{
			name: "journal is on a full device", files: guard(deny),
			run: `GRAPNEL_STATE_DIR=/dev/full ` + fire + `--json < /dev/null`, exit: 2, says: "journal-failed",
		},
		{
			name: "no home and no place for the journal", files: guard(deny),
			run: `env -u HOME -u GRAPNEL_STATE_DIR -u XDG_STATE_HOME ` + fire + `< /dev/null`, exit: 2,
		},
		{
			name: "little memory", files: guard(deny), slow: true,
			run: `ulimit -v 2000000; ` + fire + `< /dev/null`, exit: 2,
		},
		{
			name: "many events at once", files: guard(deny),
			run: `for i in {1..40}; do { ` + fire + `< /dev/null > /dev/null 2>&1; echo $? >> codes; } & done; wait
				sort codes | uniq -c; grapnel trace --limit 0 --json | grep -c '"blocked":true'`,
			says: "40 2\n40\n",
		},
		{
			name: "very many events at once", files: guard(deny), slow: true,
			run: `for i in {1..300}; do { ` + fire + `< /dev/null > /dev/null 2>&1; echo $? >> codes; } & done; wait
				sort codes | uniq -c; grapnel trace --limit 0 --json | grep -c '"blocked":true'`,
			says: "300 2\n300\n",
		},
	})
}
