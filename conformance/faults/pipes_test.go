//go:build unix

package faults

import "testing"

// A block is never lost: if nobody reads it, the exit code still says so.
func TestBlockSurvivesStreamsThatCannotBeWritten(t *testing.T) {
	var faults []fault
	for _, format := range []string{"json", "text", "hook"} {
		for _, streams := range []struct{ name, redirect string }{
			{"reader of stdout is gone", ">&9"},
			{"reader of stderr is gone", "2>&9"},
			{"readers of both are gone", ">&9 2>&9"},
			{"stdout is full", "> /dev/full"},
			{"both are full", "> /dev/full 2>&1"},
			{"stdout is closed", ">&-"},
			{"stderr is closed", "2>&-"},
			{"all are closed", "<&- >&- 2>&-"},
			{"stdout is read-only", "1< /dev/null"},
		} {
			faults = append(faults, fault{
				name: format + ", " + streams.name, files: guard(deny),
				run: "closed 9; " + fire + "--output " + format + " < /dev/null " + streams.redirect, exit: 2,
			})
		}
	}
	check(t, faults)
}

func TestBlockOfEveryDialectSurvivesAClosedPipe(t *testing.T) {
	var faults []fault
	for _, c := range contracts() {
		for _, format := range []string{"json", "hook"} {
			faults = append(faults, fault{
				name: c.name + ", " + format, files: c.guard(denying),
				run: "closed 9; " + c.fire() + "--output " + format + " <<<" + call + " >&9 2>&9", exit: 2,
			})
		}
	}
	check(t, faults)
}

func TestClosedPipes(t *testing.T) {
	check(t, []fault{
		{
			name: "approval that nobody reads is not approval", files: guard("true"),
			run: "closed 9; " + fire + "--json < /dev/null >&9", exit: 1,
		},
		{
			name: "error that nobody reads is an error", files: guard("true"),
			run: "closed 9; grapnel fire NoSuchEvent --config c.json < /dev/null 2>&9", exit: 1,
		},
		{
			name: "fire below another fire", files: with(guard(`grapnel fire BeforeTool --config inner.json --output hook`), "inner.json", hooks(deny, "")),
			run: fire + "< /dev/null", exit: 2,
		},
		{
			name: "hooks die of closed pipes as ever", files: guard("yes | head -1 > /dev/null; echo ${PIPESTATUS[0]} >&2; exit 2"),
			run: fire + "< /dev/null", exit: 2, says: "141",
		},
	})
}
