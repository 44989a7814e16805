//go:build unix

package faults

import (
	"context"
	"testing"
	"time"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
)

// home gives the user a guard, as a setting and as an extension.
const home = `mkdir -p ~/.llxprt/extensions/guard ~/.wave
	echo '{"enableHooks": true, "hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "sleep 0.1; exit 2"}]}]}}' > ~/.llxprt/settings.json
	echo '{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "echo no >&2; exit 2"}]}]}}' > ~/.wave/settings.json; `

// extension gives the user a guard by an extension alone.
const extension = `mkdir -p ~/.llxprt/extensions/guard; echo '{"enableHooks": true}' > ~/.llxprt/settings.json
	echo '{"name": "guard", "hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "exit 2"}]}]}}' > ~/.llxprt/extensions/guard/llxprt-extension.json; `

// A repository never switches the user's own guard off.
func TestProjectDoesNotTakeTheUsersGuardAway(t *testing.T) {
	const fires = "grapnel fire BeforeTool < /dev/null"
	const wave = "grapnel fire PreToolUse --dialect wave < /dev/null"
	check(t, []fault{
		{name: "by enableHooks", files: map[string]string{".llxprt/settings.json": `{"enableHooks": false}`}, run: home + fires, exit: 2},
		{name: "by tools.enableHooks", files: map[string]string{".llxprt/settings.json": `{"tools": {"enableHooks": false}}`}, run: home + fires, exit: 2},
		{name: "by hooksConfig.disabled", files: map[string]string{".llxprt/settings.json": `{"hooksConfig": {"disabled": ["sleep 0.1; exit 2"]}}`}, run: home + fires, exit: 2},
		{name: "by disabled hooks", files: map[string]string{".llxprt/settings.json": `{"hooks": {"disabled": ["sleep 0.1; exit 2"]}}`}, run: home + fires, exit: 2},
		{name: "by a shorter timeout", files: map[string]string{".llxprt/settings.json": hooks("sleep 0.1; exit 2", `"timeout": 1`)}, run: home + fires, exit: 2},
		{name: "by an extension of the same name", files: map[string]string{".llxprt/extensions/x/llxprt-extension.json": `{"name": "guard"}`}, run: extension + fires, exit: 2},
		{name: "by an extension in a folder of the same name", files: map[string]string{".llxprt/extensions/guard/llxprt-extension.json": `{"name": "guard", "hooks": {}}`}, run: extension + fires, exit: 2},
		{name: "by disableAllHooks in wave", files: map[string]string{".wave/settings.json": `{"disableAllHooks": true}`}, run: home + wave, exit: 2},
		{name: "by enableHooks in wave", files: map[string]string{".wave/settings.local.json": `{"enableHooks": false}`}, run: home + wave, exit: 2},
	})
}

// What is missing is an error or a word, not "no hooks".
func TestMissingGuardsAreNotQuiet(t *testing.T) {
	settings := map[string]string{".llxprt/settings.json": hooks(deny, "")}
	check(t, []fault{
		{name: "settings are empty", files: map[string]string{".llxprt/settings.json": ""}, run: "grapnel fire BeforeTool < /dev/null", exit: 1, says: "settings.json"},
		{name: "settings are blank", files: map[string]string{".llxprt/settings.json": " \n"}, run: "grapnel fire BeforeTool < /dev/null", exit: 1, says: "settings.json"},
		{name: "wave settings are empty", files: map[string]string{".wave/settings.json": ""}, run: "grapnel fire PreToolUse < /dev/null", exit: 1, says: "settings.json"},
		{name: "settings are null", files: map[string]string{".llxprt/settings.json": "null"}, run: "grapnel fire BeforeTool < /dev/null", exit: 1, says: "settings.json"},
		{name: "directory does not exist", run: "grapnel fire BeforeTool --cwd nope < /dev/null", exit: 1, says: "nope"},
		{name: "directory is a file", files: settings, run: "grapnel fire BeforeTool --cwd .llxprt/settings.json < /dev/null", exit: 1},
		{name: "named file does not exist", run: "grapnel fire BeforeTool --config nope.json < /dev/null", exit: 1, says: "nope.json"},
		{name: "in a directory below the project", files: settings, run: "mkdir -p a/b; cd a/b; grapnel fire BeforeTool < /dev/null", says: "--cwd"},
		{name: "HOME is unset, project has a guard", files: settings, run: "env -u HOME grapnel fire BeforeTool < /dev/null", exit: 2},
		{name: "HOME is empty, project has a guard", files: settings, run: "HOME= grapnel fire BeforeTool < /dev/null", exit: 2},
		{name: "settings are cut off and written again", files: settings, run: changing("20")},
		{name: "settings are cut off and written again, often", files: settings, run: changing("200"), slow: true},
		{name: "list shows both dialects", files: with(settings, ".wave/settings.json", contracts()[1].config("guard-of-wave", 5)), run: "grapnel list --output text", says: "guard-of-wave"},
		{name: "hook that fires its own event", files: map[string]string{".llxprt/settings.json": hooks("grapnel fire BeforeTool --output hook", `"timeout": 2000`)}, run: "grapnel fire BeforeTool < /dev/null 2>&1; true", says: "settings.json:1:"},
	})
}

// changing fires events while the settings are written in place. None of them
// may be approved.
func changing(times string) string {
	return replace(`cp .llxprt/settings.json good; while :; do head -c 40 good > .llxprt/settings.json; cat good > .llxprt/settings.json; done & w=$!
		for i in {1..%N}; do grapnel fire BeforeTool < /dev/null > /dev/null 2>&1 || echo $? >> codes; done
		kill $w; wait $w 2> /dev/null; [ $(wc -l < codes) = %N ]`, "%N", times)
}

// Who asks for it gets a no for whatever goes wrong.
func TestOnFailureDenies(t *testing.T) {
	var faults []fault
	for _, c := range contracts() {
		denies := func(name string, files map[string]string, before, payload string) {
			faults = append(faults, fault{name: c.name + ", " + name, files: files, run: before + c.fire() + "--on-failure deny <<<" + payload + " > /dev/null", exit: 2})
		}
		denies("exit code", c.guard("exit 7"), "", call)
		denies("time limit", c.guardFor("sleep 60", 1), "", call)
		denies("killed", c.guard("kill -KILL $$"), "", call)
		denies("no such command", c.guard("no-such-command-at-all"), "", call)
		denies("working directory is gone", c.guard("true"), "", `'{"cwd": "/no/such", "tool_name": "x"}'`)
	}
	check(t, append(faults,
		fault{name: "too few descriptors", files: guard("true"), run: "ulimit -n 9; " + fire + "--on-failure deny < /dev/null > /dev/null; (($? > 0))"},
		fault{name: "no shell", files: guard("true"), run: `g=$(type -P grapnel); PATH=/no/such $g fire BeforeTool --config c.json --on-failure deny < /dev/null`, exit: 2},
		fault{name: "command is too long", files: guard("true #" + repeated("x", 200_000)), run: fire + "--on-failure deny < /dev/null > /dev/null", exit: 2},
		fault{name: "ask", files: guard("exit 7"), run: fire + "--on-failure ask --json < /dev/null", says: `"decision":"ask"`},
		fault{name: "allow", files: guard("exit 7"), run: fire + "--on-failure allow --json < /dev/null", says: `"blocked":false`},
	))
}

func TestAnswersInUTF16(t *testing.T) {
	check(t, []fault{
		{name: "llxprt", files: guard(`printf '{"decision": "deny"}' | iconv -t UTF-16`), run: fire + "< /dev/null", exit: 2, needs: "iconv"},
		{name: "llxprt, big-endian", files: guard(`printf '\xfe\xff'; printf '{"decision": "deny"}' | iconv -t UTF-16BE`), run: fire + "< /dev/null", exit: 2, needs: "iconv"},
		{name: "wave", files: contracts()[1].guard(denying + " | iconv -t UTF-16"), run: contracts()[1].fire() + "<<<" + call, exit: 2, needs: "iconv"},
		{name: "pi", files: contracts()[3].guard(denying + " | iconv -t UTF-16"), run: contracts()[3].fire() + "<<<" + call, exit: 2, needs: "iconv"},
		{name: "massgen", files: contracts()[2].guard(denying + " | iconv -t UTF-16"), run: contracts()[2].fire() + "<<<" + call, exit: 2, needs: "iconv"},
	})
}

// An event that was canceled is blocked in the library as on the command line.
func TestCanceledEventsAreBlocked(t *testing.T) {
	for _, c := range contracts() {
		for _, when := range []string{"before", "while hooks run"} {
			t.Run(c.name+", "+when, func(t *testing.T) {
				count(t)
				t.Parallel()
				system := c.system(t, "sleep 60", grapnel.Options{})
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if when == "before" {
					cancel()
				} else {
					time.AfterFunc(300*time.Millisecond, cancel)
				}
				out := system.BeforeTool(ctx, "write_file", hook.Object{}.Raw())
				if !out.Blocked || out.Reason != "canceled" {
					t.Errorf("blocked %v, reason %q", out.Blocked, out.Reason)
				}
			})
		}
	}
}
