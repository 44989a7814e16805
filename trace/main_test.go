package trace_test

import (
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/cli"
	"github.com/grapnel-hooks/grapnel/trace"
)

// TestMain makes the test binary serve as the grapnel command and as a writer
// of records, so that tests can start real processes.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"grapnel":      func() { os.Exit(cli.Main(os.Args[1:])) },
		"write-record": writeRecords,
	})
}

// writeRecords appends records to a journal with small segments:
//
//	write-record DIR NAME COUNT SEGMENT-BYTES
func writeRecords() {
	count, _ := strconv.Atoi(os.Args[3])
	bytes, _ := strconv.ParseInt(os.Args[4], 10, 64)
	j := trace.Open(os.Args[1], trace.Options{}).WithLimits(bytes, 1<<30, time.Hour*48)
	for i := range count {
		if err := j.Append(numbered(os.Args[2], i)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// numbered is a record that says who wrote it.
func numbered(session string, i int) trace.Record {
	out := hook.Proceed("BeforeTool", "llxprt")
	out.Reason = strconv.Itoa(i)
	out.Hooks = []hook.Result{{Name: "hook", Origin: "settings.json:1:1", Status: hook.StatusOK, Success: true, DurationMs: 1.5, Stdout: "one\ntwo\n"}}
	return trace.NewRecord(hook.Event{Session: hook.Session{ID: session}}, out)
}
