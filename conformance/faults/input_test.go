//go:build unix

package faults

import "testing"

// repeat prints a text many times.
const repeat = `rep() { printf "%0$2d" 0 | sed "s/0/$1/g"; }; `

// Whatever an event looks like, a guard that denies everything has denied it, or
// there was an error. It is never approved.
func TestPayloadsNeverBypassAGuard(t *testing.T) {
	for _, c := range contracts() {
		t.Run(c.name, func(t *testing.T) {
			fires := func(payload string, exit int, says string) fault {
				return fault{files: c.guard(denying), run: repeat + payload + " | " + c.fire() + "--json | tail -c 3000; exit ${PIPESTATUS[1]}", exit: exit, says: says}
			}
			named := func(name string, f fault) fault { f.name = name; return f }
			check(t, []fault{
				named("nothing", fires("true", 2, "")),
				named("white space", fires(`printf ' \n\t'`, 2, "")),
				named("byte order mark", fires(`printf '\xef\xbb\xbf{"tool_name": "x"}'`, 2, "")),
				named("not JSON", fires("echo hello", 1, "")),
				named("cut off", fires(`echo '{"tool_name": "x"'`, 1, "")),
				named("two values", fires(`echo '{} {}'`, 1, "")),
				named("list", fires("echo []", 1, "")),
				named("null", fires("echo null", 1, "")),
				named("tool name is a number", fires(`echo '{"tool_name": 5}'`, 1, "")),
				named("directory is a list", fires(`echo '{"cwd": []}'`, 1, "")),
				named("UTF-16", fires(`printf '\xff\xfe{\0}\0'`, 1, "")),
				named("not UTF-8", fires(`printf '{"tool_name": "x\xff\xfe"}'`, 2, "")),
				named("half a surrogate pair", fires(`echo '{"tool_name": "x\ud800"}'`, 2, "")),
				named("NUL in a name", fires(`echo '{"tool_name": "x\u0000y"}'`, 2, "")),
				named("key twice", fires(`echo '{"tool_name": "x", "tool_name": "y"}'`, 2, "duplicate-key")),
				named("huge number", fires(`echo '{"tool_name": "x", "tool_input": {"n": 1e999999999}}'`, 2, "")),
				named("long number", fires(`printf '{"tool_name": "x", "tool_input": {"n": %s}}' $(rep 9 100000)`, 2, "")),
				named("very deep", fires(`printf '{"tool_name": "x", "tool_input": {"n": %s%s}}' $(rep '\[' 100000) $(rep ']' 100000)`, 1, "")),
			})
		})
	}
}

func TestLargePayloads(t *testing.T) {
	big := repeat + `{ printf '{"tool_name": "x", "tool_input": {"a": "'; rep y %N; printf '"}}'; } | `
	size := func(bytes string) string { return replace(big, "%N", bytes) }
	check(t, []fault{
		{name: "ten megabytes that the hook does not read", files: guard(deny), run: size("10000000") + fire + "> /dev/null", exit: 2},
		{name: "ten megabytes that the hook reads", files: guard("cat > /dev/null; " + deny), run: size("10000000") + fire + "> /dev/null", exit: 2},
		{name: "ten megabytes that are recorded", files: guard(deny), run: size("10000000") + fire + "--record > /dev/null", exit: 2},
		{name: "hundred megabytes", files: guard(deny), slow: true, run: size("100000000") + fire + "> /dev/null", exit: 2},
		{name: "endless", files: guard(deny), slow: true, run: "yes | " + fire + "> /dev/null", exit: 1, says: "larger than"},
	})
}

func TestTextOfEventsIsNeverRunByAShell(t *testing.T) {
	var faults []fault
	for _, c := range contracts() {
		faults = append(faults, fault{
			name: c.name, files: c.guard(denying),
			run:  `d='$(touch ran);'"'"'; touch ran #'; mkdir "$d"; jq -n --arg d "$PWD/$d" '{cwd: $d, tool_name: "$(touch ran)` + "`touch ran`" + `; touch ran", session_id: "; touch ran"}' | ` + c.fire() + `> /dev/null; echo $?; ls`,
			says: "2\n", never: "ran\n", needs: "jq",
		})
	}
	check(t, faults)
}
