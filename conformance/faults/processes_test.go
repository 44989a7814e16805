//go:build unix

package faults

import "testing"

// Whatever a hook has started that ran out of time is gone afterwards.
func TestNothingIsLeftOfAHookThatRanOutOfTime(t *testing.T) {
	var faults []fault
	for _, c := range contracts() {
		for name, command := range map[string]string{
			"child":                   "sleep $MARK & wait",
			"setsid":                  "setsid -f sleep $MARK; sleep 60",
			"double fork":             "(sleep $MARK &) ; sleep 60",
			"double fork and setsid":  "(setsid sh -c 'sleep $MARK & wait' &) ; sleep 60",
			"ignores SIGTERM":         "trap '' TERM; sh -c 'trap \"\" TERM; sleep $MARK' & sleep 60 & wait",
			"nohup":                   "nohup sleep $MARK > /dev/null 2>&1 & sleep 60",
			"closes all its streams":  "sleep $MARK < /dev/null > /dev/null 2>&1 & sleep 60",
			"respawns when it is hit": "f() { trap '' TERM; sleep 0.01; f & exit; }; f & sleep $MARK",
		} {
			faults = append(faults, fault{
				name: c.name + ", " + name, files: c.guardFor(command, 1), needs: "setsid",
				slow: c.name != "llxprt",
				run:  c.fire() + "<<<" + call + " > /dev/null; gone $MARK",
			})
		}
	}
	check(t, faults)
}

func TestProcesses(t *testing.T) {
	check(t, []fault{
		{
			name: "child in the background of a hook that ended well is left alone", files: guard("sleep $MARK > /dev/null 2>&1 < /dev/null & exit 0"),
			run: fire + `< /dev/null > /dev/null; alive $MARK; c=$?; kill $(pgrep -f "sleep $MARK"); exit $c`, needs: "pgrep",
		},
		{
			name: "hooks end when grapnel is killed", files: guard("sleep $MARK"),
			run: fire + `< /dev/null & await alive $MARK && kill -KILL $! && gone $MARK`,
		},
		{
			name: "children of hooks end when grapnel is killed", files: guard("sh -c 'sleep $MARK & wait' & wait"), slow: true,
			run: fire + `< /dev/null & await alive $MARK && sleep 1 && kill -KILL $! && gone $MARK`,
		},
		{
			name: "hooks end with SIGTERM", files: guard("trap '' TERM; sleep $MARK & wait; wait"), slow: true,
			run: fire + `< /dev/null & await alive $MARK && kill -TERM $!; wait $!; [ $? != 0 ] && gone $MARK`,
		},
		{
			name: "interrupted fire is not approval", files: guard("sleep $MARK"),
			run: fire + `< /dev/null & await alive $MARK && kill -TERM $!; wait $!; (($? == 1 || $? == 2))`,
		},
		{
			name: "interrupted fire that answers as a hook denies", files: guard("sleep $MARK"),
			run: fire + `--output hook < /dev/null & await alive $MARK && kill -TERM $!; wait $!`, exit: 2,
		},
		{
			name: "as the first process of a container it reaps and ends", files: guard("(sleep 0.1 &) ; " + deny),
			run: `unshare -Urpf --mount-proc true 2> /dev/null || exit 2; unshare -Urpf --mount-proc ` + fire + `< /dev/null`, exit: 2, needs: "unshare",
		},
		{
			name: "worker that is killed does not let the call through", needs: "python3",
			files: map[string]string{
				"guards.py": "import os, signal\ndef check(event):\n  os.kill(os.getpid(), signal.SIGKILL)\n",
				"c.yaml":    "hooks:\n  PreToolUse:\n    - handler: guards.check\n      type: python\n      fail_closed: true\n",
			},
			run: contracts()[2].fire() + "<<<" + call, exit: 2,
		},
	})
}
